"""A number with its noun."""

import pytest

from ace.text.counted import counted


@pytest.mark.parametrize(("number", "words"), [(0, "0 steps"), (1, "1 step"), (2, "2 steps"), (1200, "1,200 steps")])
def test_one_takes_no_s(number: int, words: str) -> None:
    assert counted(number, "step") == words
