"""The episode came to its last step or turn, and the student was not there yet."""

from analyzers.detectors.reading import About, ending_finding
from analyzers.finding import Finding
from runtime.contracts.json_types import as_object
from runtime.contracts.trace_event import Episode

ABOUT = About("step_limit", "verification", "major")
# How the loop words it; other budgets are budget_spent's.
STEPS_USED_UP = "the budget of steps ("


def detect(episode: Episode) -> list[Finding]:
    """Find episodes cut off because all steps were used, and those whose last student turn was not a right answer.

    A student who leaves before the last turn is no limit. Seconds and cost are budget_spent's.
    Bucket: verification. Severity: major. Remedy: end on purpose; fewer tool calls, then hint 3 and the answer.
    """
    outcome = episode.outcome
    if outcome is None or not episode.steps:
        return []
    if outcome.terminal == "budget_spent" and outcome.message.startswith(STEPS_USED_UP):
        return [ending_finding(episode, ABOUT, outcome.message)]
    if outcome.terminal == "responded" and _is_out_of_turns(episode):
        message = "the student's last turn was used up before the student was right"
        return [ending_finding(episode, ABOUT, message)]
    return []


def _is_out_of_turns(episode: Episode) -> bool:
    """True when the last turn there was left the student without the right answer; unknown limits are no limit."""
    last = episode.steps[-1].student
    limit = as_object(episode.header.initial.get("budgets")).get("student_turns")
    turns = sum(step.student is not None for step in episode.steps)
    if last is None or not isinstance(limit, int) or turns < limit:
        return False
    return not last.left and last.performance != "correct"
