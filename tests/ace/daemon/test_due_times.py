"""Due times, and those that passed."""

from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ace.daemon.cron_line import read_cron
from ace.daemon.due_times import MOST_MISSED, CronTimes, Missed, missed_times
from tests.ace.daemon.daemon_building import at


def test_a_time_itself_is_not_after_itself() -> None:
    times = CronTimes(read_cron("15 2 * * *"))
    assert times.next_after(at("2026-11-30 02:14")) == at("2026-11-30 02:15")
    assert times.next_after(at("2026-11-30 02:15")) == at("2026-12-01 02:15")


def test_both_kinds_of_day_at_once_are_one_time() -> None:
    # 1 June 2026 is a Monday.
    times = CronTimes(read_cron("0 0 1 * mon"))
    first = times.next_after(at("2026-05-31 12:00"))
    assert first == at("2026-06-01 00:00")
    assert times.next_after(first) == at("2026-06-08 00:00")


def test_days_when_local_clocks_change_have_one_cycle() -> None:
    # At 01:00 UTC European clocks go back: 02:30 comes twice there.
    times = CronTimes(read_cron("30 2 * * *"))
    assert times.next_after(at("2026-10-25 00:00")) == at("2026-10-25 02:30")
    assert times.next_after(at("2026-10-25 02:30")) == at("2026-10-26 02:30")


@pytest.mark.parametrize(
    ("since", "now", "missed"),
    [
        pytest.param("2026-11-30 02:15", "2026-12-01 02:14", None, id="not yet"),
        pytest.param("2026-11-30 02:15", "2026-12-01 02:15", Missed(at("2026-12-01 02:15"), 1), id="on the dot"),
        pytest.param("2026-11-27 10:00", "2026-11-30 10:00", Missed(at("2026-11-30 02:15"), 3), id="three"),
        pytest.param("2026-11-30 02:15", "2026-11-29 00:00", None, id="the clock was set back"),
    ],
)
def test_what_passed_is_counted_and_the_last_named(since: str, now: str, missed: Missed | None) -> None:
    assert missed_times(CronTimes(read_cron("15 2 * * *")), at(since), at(now)) == missed


@settings(deadline=None)
@given(minutes=st.integers(MOST_MISSED, 3_000_000))
def test_years_of_minutes_are_not_walked_through(minutes: int) -> None:
    begin = at("2026-01-01 00:00")
    found = missed_times(CronTimes(read_cron("* * * * *")), begin, begin + timedelta(minutes=minutes, seconds=30))
    assert found == Missed(begin + timedelta(minutes=minutes), MOST_MISSED)
