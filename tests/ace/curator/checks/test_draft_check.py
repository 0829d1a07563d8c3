"""What the checks look at is judged once, whatever the number of checks."""

from ace.curator.checks.check import CheckInput
from tests.ace.curator.checks.drafting import EPISODES, GOOD, SEEN, seen_of


def test_decisions_are_read_once_and_in_the_order_of_episode_ids() -> None:
    assert SEEN.recorded is SEEN.recorded
    backwards = seen_of(tuple(reversed(EPISODES)))
    assert SEEN.recorded.decisions == backwards.recorded.decisions
    assert SEEN.recorded.violating(GOOD) == backwards.recorded.violating(GOOD)
    assert len(SEEN.recorded.violating(GOOD)) == 6


def test_equal_inputs_are_equal_whether_or_not_they_were_looked_at() -> None:
    fresh: CheckInput = seen_of(EPISODES)
    assert fresh.recorded is not SEEN.recorded
    assert fresh == SEEN
