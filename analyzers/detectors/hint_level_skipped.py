"""A hint jumped over a level."""

from analyzers.detectors.reading import About, count, finding_at, proposals
from analyzers.finding import Finding
from runtime.contracts.trace_event import Episode, Step

ABOUT = About("hint_level_skipped", "misalignment", "minor", "state.student.hint_level")


def detect(episode: Episode) -> list[Finding]:
    """Find hints more than one level above the highest hint given so far.

    Bucket: misalignment. Severity: minor. Remedy: hints go 1, 2, 3.
    """
    return [
        finding_at(episode, step, ABOUT, "a hint skips a level")
        for step in proposals(episode, "HINT")
        if _is_skipping(step)
    ]


def _is_skipping(step: Step) -> bool:
    given = count(step, "state.student.hint_level")
    level = (step.proposed or {}).get("hint_level")
    return given is not None and isinstance(level, int) and level > given + 1
