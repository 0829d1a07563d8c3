"""The answer was to be given while the student was still on the way."""

from analyzers.detectors.reading import About, count, finding_at, flag, proposals
from analyzers.finding import Finding
from runtime.contracts.trace_event import Episode

ABOUT = About("early_reveal", "verification", "major", "state.answer_open")


def detect(episode: Episode) -> list[Finding]:
    """Find reveals proposed after an attempt while the answer is still closed: not right, and hints left.

    Bucket: verification. Severity: major. Remedy: the next hint level instead of the answer.
    """
    return [
        finding_at(episode, step, ABOUT, "reveal proposed after a wrong or partial answer with hints left")
        for step in proposals(episode, "REVEAL_ANSWER")
        if (count(step, "state.student.attempts") or 0) > 0 and flag(step, "state.answer_open") is False
    ]
