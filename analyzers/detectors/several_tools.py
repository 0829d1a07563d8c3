"""The model asked for more than one thing in one turn."""

from analyzers.detectors.reading import About, attempt_finding
from analyzers.finding import Finding
from runtime.contracts.trace_event import Episode

ABOUT = About("several_tools", "design", "minor")


def detect(episode: Episode) -> list[Finding]:
    """Find turns with several actions or tools, one finding an attempt.

    Bucket: design. Severity: minor (the loop asks again). Remedy: say that the next turn can ask for the next tool.
    """
    return [
        attempt_finding(episode, step, ABOUT, attempt)
        for step in episode.steps
        for attempt in step.attempts
        if attempt.error_kind == "several_tools"
    ]
