"""Closed proposals reworded by hand, beside others that share their words."""

import pytest

from tests.rejected_set.score import score


@pytest.mark.parametrize("name", ["first", "second", "third", "fourth"])
def test_at_least_nine_of_ten_with_a_condition_are_recognised_and_no_other_is_suppressed(name: str) -> None:
    for one in score(name):
        assert (one.reworded, one.different) == (10, 10)
        assert one.suppressed == (), one.rule
        # Words alone, without a condition, tell less.
        assert len(one.missed) <= (1 if one.has_condition else 3), one.rule
