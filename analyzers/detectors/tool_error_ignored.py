"""A tool failed, and the next decision went on as if it had not."""

from dataclasses import replace

from analyzers.detectors.after_failure import failed_before, has_evidence, repeats_failed_call
from analyzers.detectors.reading import About, finding_at, proposals, proposed_kind
from analyzers.finding import Finding
from runtime.contracts.trace_event import Episode, Step

ABOUT = About("tool_error_ignored", "misalignment", "major", "state.tools.last_error")
CLAIMS = ("REVEAL_ANSWER", "MICROLESSON")


def detect(episode: Episode) -> list[Finding]:
    """Find the decision right after a failed call that makes the call again, or claims something without evidence.

    Another tool, other arguments, or one retry of a timeout are good answers to a failure and are not found.
    Bucket: misalignment. Severity: major. Remedy: read the error; take another tool, or say what is missing.
    """
    found = []
    for step in proposals(episode):
        card = failed_before(episode, step)
        message = _fault(episode, step) if card else ""
        if card and message:
            finding = finding_at(episode, step, ABOUT, message)
            found.append(replace(finding, tool=card.name, error_class=str(card.error_class or "")))
    return found


def _fault(episode: Episode, step: Step) -> str:
    if repeats_failed_call(episode, step):
        return "the call that has just failed is made again"
    if proposed_kind(step) in CLAIMS and has_evidence(episode, step) is False:
        return "a claim right after a failed call, without evidence from any other"
    return ""
