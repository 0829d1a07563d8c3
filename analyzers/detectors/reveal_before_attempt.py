"""The answer was to be given before the student had tried."""

from analyzers.detectors.reading import About, count, finding_at, proposals
from analyzers.finding import Finding
from runtime.contracts.trace_event import Episode

ABOUT = About("reveal_before_attempt", "verification", "major", "state.student.attempts")


def detect(episode: Episode) -> list[Finding]:
    """Find reveals proposed while the student has made no attempt; a gate's override does not undo the wish.

    Bucket: verification. Severity: major (telling is not teaching). Remedy: open with a probe.
    """
    return [
        finding_at(episode, step, ABOUT, "reveal proposed before the student's first attempt")
        for step in proposals(episode, "REVEAL_ANSWER")
        if count(step, "state.student.attempts") == 0
    ]
