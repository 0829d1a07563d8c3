"""The student had the answer, and the tutor went on."""

from analyzers.detectors.reading import About, finding_at, lookup, proposals
from analyzers.finding import Finding
from runtime.contracts.trace_event import Episode

ABOUT = About("went_on_after_correct", "misalignment", "major", "state.student.performance")


def detect(episode: Episode) -> list[Finding]:
    """Find hints, probes, lessons and quizzes after the student's last answer was right.

    Gathering evidence for the answer is not going on. Bucket: misalignment. Severity: major (the right answer is never
    confirmed). Remedy: confirm with REVEAL_ANSWER.
    """
    return [
        finding_at(episode, step, ABOUT, "the student is right and the tutor goes on instead of confirming")
        for step in proposals(episode, "ASK_PROBE", "HINT", "MICROLESSON", "QUIZ")
        if lookup(step, "state.student.performance") == "correct"
    ]
