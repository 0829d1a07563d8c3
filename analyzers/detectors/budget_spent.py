"""The episode ran out of time, money or context."""

from analyzers.detectors.reading import About, ending_finding
from analyzers.detectors.step_limit import STEPS_USED_UP
from analyzers.finding import Finding
from runtime.contracts.trace_event import Episode

ABOUT = About("budget_spent", "verification", "major")


def detect(episode: Episode) -> list[Finding]:
    """Find episodes that ended because seconds, cost or the prompt's tokens were used up; steps are step_limit's.

    Bucket: verification. Severity: major. Remedy: shorter turns and fewer calls, or a larger budget.
    """
    outcome = episode.outcome
    if outcome is None or outcome.terminal != "budget_spent" or not episode.steps:
        return []
    message = outcome.message or "the budget was used up"
    if message.startswith(STEPS_USED_UP):
        return []
    return [ending_finding(episode, ABOUT, message)]
