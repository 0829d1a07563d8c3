"""Going on when the student is right."""

from collections.abc import Callable

import pytest

from analyzers.detectors.went_on_after_correct import detect
from runtime.contracts.trace_event import Episode, Step

RIGHT = {"state.student.performance": "correct"}


@pytest.mark.parametrize("kind", ["ASK_PROBE", "HINT", "MICROLESSON", "QUIZ"])
def test_more_teaching_after_a_right_answer_is_found(
    kind: str, step: Callable[..., Step], episode: Callable[..., Episode]
) -> None:
    assert [one.step for one in detect(episode(step(4, {"action": kind, "text": "x"}, RIGHT)))] == [4]


def test_confirming_gathering_and_teaching_before_it_are_not(
    step: Callable[..., Step], episode: Callable[..., Episode]
) -> None:
    before = step(0, {"action": "HINT", "text": "x"}, {"state.student.performance": "partial"})
    search = step(1, {"action": "REQUEST_TOOL", "tool": "retrieve", "arguments": {}}, RIGHT)
    confirm = step(2, {"action": "REVEAL_ANSWER"}, RIGHT)
    assert detect(episode(before, search, confirm)) == []
