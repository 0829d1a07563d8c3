"""The controller's answer was not one readable action."""

from analyzers.detectors.reading import About, attempt_finding
from analyzers.finding import Finding
from runtime.contracts.trace_event import Episode

ABOUT = About("malformed_action", "design", "minor")


def detect(episode: Episode) -> list[Finding]:
    """Find answers of the controller that could not be read as one action, one finding an attempt.

    Bucket: design. Severity: minor (the loop asks again). Remedy: structured output, or a shorter format example.
    """
    return [
        attempt_finding(episode, step, ABOUT, attempt)
        for step in episode.steps
        for attempt in step.attempts
        if attempt.error_kind == "malformed" and attempt.purpose == "decide"
    ]
