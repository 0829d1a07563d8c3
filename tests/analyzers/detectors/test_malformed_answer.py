"""The solver's unreadable answers."""

from collections.abc import Callable

from analyzers.detectors.malformed_answer import detect
from runtime.contracts.trace_event import Attempt, Episode, Step


def test_an_unreadable_answer_of_the_solver_is_found(
    step: Callable[..., Step], episode: Callable[..., Episode]
) -> None:
    bad = Attempt("A!", purpose="solve", error="must be one JSON object", error_kind="malformed")
    found = detect(episode(step(1, {"action": "REVEAL_ANSWER"}, attempts=(Attempt("ok"), bad))))
    assert [(one.step, one.quote, one.message) for one in found] == [(1, "A!", "must be one JSON object")]


def test_the_controllers_are_not(step: Callable[..., Step], episode: Callable[..., Episode]) -> None:
    assert detect(episode(step(attempts=(Attempt("{", error="not JSON", error_kind="malformed"),)))) == []
