"""Calls that bring nothing new, one after the other."""

from analyzers.detectors.reading import About, finding_at
from analyzers.detectors.tool_agent.dialogue import dialogue_of
from analyzers.finding import Finding
from runtime.contracts.trace_event import Episode

ABOUT = About("busy_work", "design", "minor")
ENOUGH = 3
_NOTHING = frozenset({"", "[]", "{}", "null", "none", "no results", "no results found"})


def detect(episode: Episode) -> list[Finding]:
    """Find three calls in a row whose results are empty or word for word the results of earlier calls.

    Found where the third comes back. Bucket: design. Severity: minor (time and money). Remedy: a limit on calls
    without news; say in the result that nothing more is to be had.
    """
    known: set[str] = set()
    found = []
    in_row = 0
    for turn in dialogue_of(episode).calls:
        is_news = turn.text not in known and turn.text.strip().lower() not in _NOTHING
        known.add(turn.text)
        in_row = 0 if is_news else in_row + 1
        if in_row == ENOUGH and turn.step is not None:
            found.append(finding_at(episode, turn.step, ABOUT, f"{ENOUGH} calls in a row brought nothing new"))
    return found
