"""The student was to be shown nothing."""

from analyzers.detectors.reading import About, finding_at, proposals, proposed_text
from analyzers.finding import Finding
from runtime.contracts.action import RESPONSES
from runtime.contracts.trace_event import Episode

ABOUT = About("empty_response", "design", "minor", "action.text")


def detect(episode: Episode) -> list[Finding]:
    """Find responses and refusals without a text for the student.

    Bucket: design. Severity: minor. Remedy: the format must ask for `text`.
    """
    return [
        finding_at(episode, step, ABOUT, "a response without a text")
        for step in proposals(episode, *RESPONSES, "SAFETY_REFUSE")
        if not proposed_text(step).strip()
    ]
