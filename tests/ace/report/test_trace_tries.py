"""Which try counts."""

from dataclasses import replace

from ace.report.trace_tries import replacements
from runtime.contracts.state import Terminal
from runtime.traces.find_episode import Found
from tests.ace.conftest import SmallRun
from tests.ace.report.tracing import found_in


def _ended(found: Found, name: str, terminal: Terminal, trial: int = 0) -> Found:
    assert found.episode.outcome is not None
    header = replace(found.episode.header, episode=name, trial=trial)
    outcome = replace(found.episode.outcome, episode=name, terminal=terminal)
    return found._replace(episode=replace(found.episode, header=header, outcome=outcome))


def test_the_finished_try_counts_else_the_last(small_run: SmallRun) -> None:
    one = found_in(small_run.session)[0]
    first = _ended(one, "e-1", "infrastructure_error")
    second = _ended(one, "e-2", "awaiting_approval")
    third = _ended(one, "e-3", "responded")
    assert replacements([first]) == {}
    assert replacements([first, second]) == {"e-1": "e-2"}
    assert replacements([first, second, third]) == {"e-1": "e-3", "e-2": "e-3"}
    assert replacements([third, first]) == {"e-1": "e-3"}


def test_two_finished_ones_and_two_trials_replace_nothing(small_run: SmallRun) -> None:
    one = found_in(small_run.session)[0]
    assert replacements([_ended(one, "e-1", "responded"), _ended(one, "e-2", "responded")]) == {}
    assert replacements([_ended(one, "e-1", "awaiting_approval"), _ended(one, "e-2", "responded", trial=1)]) == {}
