"""The solver's answer could not be read."""

from analyzers.detectors.reading import About, attempt_finding
from analyzers.finding import Finding
from runtime.contracts.trace_event import Episode

ABOUT = About("malformed_answer", "design", "minor")


def detect(episode: Episode) -> list[Finding]:
    """Find answers of the solver that did not fit its format, one finding an attempt.

    Bucket: design. Severity: minor (the loop asks again). Remedy: the solver's format, not the controller's.
    """
    return [
        attempt_finding(episode, step, ABOUT, attempt)
        for step in episode.steps
        for attempt in step.attempts
        if attempt.error_kind == "malformed" and attempt.purpose == "solve"
    ]
