"""The same words to the student again."""

from analyzers.detectors.reading import About, count, finding_at, proposals
from analyzers.finding import Finding
from runtime.contracts.trace_event import Episode

ABOUT = About("repeated_response", "misalignment", "minor", "action.repeats")


def detect(episode: Episode) -> list[Finding]:
    """Find responses whose words the student has already read in this episode.

    Bucket: misalignment. Severity: minor. Remedy: say something new, or go a hint level up.
    """
    return [
        finding_at(episode, step, ABOUT, "the student is told the same words again")
        for step in proposals(episode, "ASK_PROBE", "HINT", "MICROLESSON", "QUIZ")
        if (count(step, "action.repeats") or 0) > 0
    ]
