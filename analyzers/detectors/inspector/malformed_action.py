"""The answer was meant as an action and could not be read as one."""

from analyzers.detectors.inspector.talked_instead_of_acting import is_talk
from analyzers.detectors.reading import About, attempt_finding
from analyzers.finding import Finding
from runtime.contracts.trace_event import Episode

ABOUT = About("malformed_action", "design", "minor")


def detect(episode: Episode) -> list[Finding]:
    """Find answers that could not be read as one action: no valid JSON, several actions, ids that are no ids; or empty.

    Mere talk is talked_instead_of_acting's. Bucket: design. Severity: minor (the loop asks again). Remedy: structured
    output, or a shorter format example.
    """
    return [
        attempt_finding(episode, step, ABOUT, attempt)
        for step in episode.steps
        for attempt in step.attempts
        if attempt.error_kind in ("malformed", "several_tools") and attempt.purpose == "decide" and not is_talk(attempt)
    ]
