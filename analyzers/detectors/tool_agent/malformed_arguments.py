"""The arguments of a call could not be read."""

from analyzers.detectors.reading import About, attempt_finding
from analyzers.finding import Finding
from runtime.contracts.trace_event import Episode

ABOUT = About("malformed_arguments", "design", "major")


def detect(episode: Episode) -> list[Finding]:
    """Find calls whose arguments are no JSON object, so that the tool got nothing or something else.

    Bucket: design. Severity: major. Remedy: a stricter schema, constrained decoding, an example of a sound call.
    """
    return [
        attempt_finding(episode, step, ABOUT, attempt)
        for step in episode.steps
        for attempt in step.attempts
        if attempt.error_kind == "malformed"
    ]
