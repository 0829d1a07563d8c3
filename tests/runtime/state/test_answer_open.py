"""When the answer may be told."""

import pytest

from runtime.contracts.state import Performance, StudentState
from runtime.state.answer_open import is_answer_open
from tests.runtime.builders import state


@pytest.mark.parametrize(
    ("attempts", "performance", "hint_level", "expected"),
    [
        (0, "none", 0, False),
        (0, "none", 3, False),
        (0, "correct", 0, False),
        (1, "wrong", 2, False),
        (1, "partial", 0, False),
        (1, "wrong", 3, True),
        (1, "correct", 0, True),
    ],
)
def test_the_answer_opens_after_an_attempt_that_was_right_or_the_last_hint(
    attempts: int, performance: Performance, hint_level: int, expected: bool
) -> None:
    student = StudentState(attempts=attempts, performance=performance, hint_level=hint_level)
    assert is_answer_open(state(student)) is expected
