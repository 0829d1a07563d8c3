"""Words where an action was asked for."""

from analyzers.detectors.reading import About, attempt_finding
from analyzers.finding import Finding
from runtime.contracts.trace_event import Attempt, Episode

ABOUT = About("talked_instead_of_acting", "design", "minor")


def detect(episode: Episode) -> list[Finding]:
    """Find answers of the model that only talk: not even a part of them is written as an action.

    Bucket: design. Severity: minor (the loop asks again). Remedy: structured output, or an example of an action.
    """
    return [
        attempt_finding(episode, step, ABOUT, attempt)
        for step in episode.steps
        for attempt in step.attempts
        if is_talk(attempt)
    ]


def is_talk(attempt: Attempt) -> bool:
    """Return True when the answer could not be used and has words but no JSON object in it."""
    is_unusable = attempt.error_kind == "malformed" and attempt.purpose == "decide"
    return is_unusable and bool(attempt.raw.strip()) and "{" not in attempt.raw
