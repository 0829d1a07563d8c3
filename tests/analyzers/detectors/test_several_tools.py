"""More than one thing in a turn."""

from collections.abc import Callable

from analyzers.detectors.several_tools import detect
from runtime.contracts.trace_event import Attempt, Episode, Step


def test_two_actions_in_one_answer_are_found(step: Callable[..., Step], episode: Callable[..., Episode]) -> None:
    bad = Attempt("[{}, {}]", error="more than one action", error_kind="several_tools")
    found = detect(episode(step(2, {"action": "QUIZ"}, attempts=(bad, Attempt("ok")))))
    assert [(one.step, one.quote, one.error_class) for one in found] == [(2, "[{}, {}]", "several_tools")]


def test_one_action_that_cannot_be_read_is_not(step: Callable[..., Step], episode: Callable[..., Episode]) -> None:
    assert detect(episode(step(attempts=(Attempt("{", error="not JSON", error_kind="malformed"),)))) == []
