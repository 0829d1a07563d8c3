"""The episode ran out of its budget."""

from analyzers.detectors.reading import About, ending_finding
from analyzers.finding import Finding
from runtime.contracts.trace_event import Episode

ABOUT = About("budget_spent", "verification", "major")


def detect(episode: Episode) -> list[Finding]:
    """Find episodes that ended because steps, seconds or cost were used up.

    Bucket: verification. Severity: major. Remedy: end on purpose; fewer tool calls before the first response.
    """
    outcome = episode.outcome
    if outcome is None or outcome.terminal != "budget_spent" or not episode.steps:
        return []
    message = outcome.message or "the budget was used up"
    return [ending_finding(episode, ABOUT, message)]
