"""Answers that could not be read, and those that only look so."""

from collections.abc import Callable

from analyzers.detectors.malformed_action import detect
from runtime.contracts.json_types import JsonObject
from runtime.contracts.trace_event import Attempt, Episode, Step


def test_every_unreadable_answer_of_the_controller_is_found(
    step: Callable[..., Step], episode: Callable[..., Episode]
) -> None:
    bad = (
        Attempt("{", error="not JSON at character 1", error_kind="malformed"),
        Attempt("", error="empty", error_kind="malformed"),
    )
    found = detect(episode(step(3, {"action": "QUIZ"}, attempts=(*bad, Attempt("ok")))))
    assert [(one.step, one.quote, one.message, one.error_class) for one in found] == [
        (3, "{", "not JSON at character 1", "malformed"),
        (3, "empty", "empty", "malformed"),
    ]


def test_the_solver_and_other_errors_are_not(step: Callable[..., Step], episode: Callable[..., Episode]) -> None:
    others = (
        Attempt("{", purpose="solve", error="not JSON", error_kind="malformed"),
        Attempt("[]", error="two", error_kind="several_tools"),
        Attempt("", error="no server", error_kind="model_error"),
    )
    assert detect(episode(step(attempts=others))) == []


def test_the_tool_of_the_repaired_answer_is_no_part_of_it(
    step: Callable[..., Step], episode: Callable[..., Episode], call: Callable[..., JsonObject]
) -> None:
    bad = Attempt("{", error="not JSON", error_kind="malformed")
    assert [one.tool for one in detect(episode(step(0, call("zoom"), attempts=(bad, Attempt("ok")))))] == [""]
