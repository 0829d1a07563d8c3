"""Crontab lines: read as cron reads them, refused with what to write instead."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ace.daemon.cron_line import WEEKDAYS, read_cron
from ace.daemon.due_times import CronTimes
from ace.errors import ConfigError


@pytest.mark.parametrize(
    ("field", "weekdays"),
    [
        pytest.param("0", (0,), id="0 is Sunday"),
        pytest.param("7", (0,), id="7 is Sunday too"),
        pytest.param("1-5", (1, 2, 3, 4, 5), id="working days"),
        pytest.param("5-7", (0, 5, 6), id="a range that ends with Sunday"),
        pytest.param("6,7", (0, 6), id="a list"),
        pytest.param("mon-fri", (1, 2, 3, 4, 5), id="names in a range"),
        pytest.param("SUN,Wed", (0, 3), id="names of any case"),
        pytest.param("1-7/2", (0, 1, 3, 5), id="a range with a step"),
        pytest.param("*/3", (0, 3, 6), id="a step"),
        pytest.param("0-7", (0, 1, 2, 3, 4, 5, 6), id="all"),
    ],
)
def test_weekdays_count_from_sunday(field: str, weekdays: tuple[int, ...]) -> None:
    assert read_cron(f"0 0 * * {field}").weekdays == weekdays


@pytest.mark.parametrize(
    ("line", "same"),
    [("@hourly", "0 * * * *"), ("@daily", "0 0 * * *"), ("@weekly", "0 0 * * 0"), ("@Yearly", "0 0 1 1 *")],
)
def test_shorthands(line: str, same: str) -> None:
    short, long = read_cron(line), read_cron(same)
    assert (short.minutes, short.hours, short.days, short.months, short.weekdays) == (
        long.minutes,
        long.hours,
        long.days,
        long.months,
        long.weekdays,
    )


@pytest.mark.parametrize(
    ("line", "is_either"),
    [
        pytest.param("0 0 1 * mon", True, id="both restricted"),
        pytest.param("0 0 1 * *", False, id="date only"),
        pytest.param("0 0 * * 1", False, id="weekday only"),
        pytest.param("0 0 */2 * mon", False, id="a step on a star is a star to cron"),
        pytest.param("0 0 1-31 * mon", True, id="all days written out are no star"),
    ],
)
def test_days_of_both_kinds_are_either_as_in_cron(line: str, is_either: bool) -> None:
    assert read_cron(line).is_either_day is is_either


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        pytest.param("15 2 * *", "has 4 fields", id="too few"),
        pytest.param("", "has 0 fields", id="empty"),
        pytest.param("0 15 2 * * *", "nor do seconds", id="seconds"),
        pytest.param("15 2 * * * ace cycle", "command does not belong", id="a command"),
        pytest.param("60 2 * * *", "minute 60: must be from 0 to 59", id="minute"),
        pytest.param("0 24 * * *", "hour 24: must be from 0 to 23", id="hour"),
        pytest.param("0 0 0 * *", "day of the month 0: must be from 1 to 31", id="day"),
        pytest.param("0 0 * * 8", "weekday 8: must be from 0 to 7", id="weekday"),
        pytest.param("0 0 * foo *", "use a number from 1 to 12 or jan", id="month name"),
        pytest.param("0 0 * * sat-sun", "write 6-7", id="a week that ends before it begins"),
        pytest.param("0 22-4 * * *", "write 22-23,0-4", id="over midnight"),
        pytest.param("*/0 * * * *", "step of 0", id="step of none"),
        pytest.param("5/10 * * * *", "write 5-59/10", id="step without a range"),
        pytest.param("0 0 ? * 2", "belong to Quartz", id="question mark"),
        pytest.param("0 0 L * *", "belong to Quartz", id="last day"),
        pytest.param("0 0 * * 2#1", "belong to Quartz", id="second Monday"),
        pytest.param("0~30 2 * * *", "random time", id="random"),
        pytest.param("H 2 * * *", "random time", id="Jenkins"),
        pytest.param("0 0 30 2 *", "never comes", id="30 February"),
        pytest.param("0 0 31 4,6,9,11 *", "never comes", id="31 of short months"),
        pytest.param("@reboot", "start the daemon at boot", id="reboot"),
        pytest.param("@fortnightly", "no such word", id="unknown word"),
        pytest.param("CRON_TZ=UTC 0 0 * * *", "has 6 fields", id="a zone"),
        pytest.param("-5 * * * *", "use *, numbers", id="negative"),
        pytest.param("1,,2 * * * *", "use *, numbers", id="an empty item"),
    ],
)
def test_what_cron_does_not_take_is_refused_with_what_to_do(line: str, problem: str) -> None:
    with pytest.raises(ConfigError) as caught:
        read_cron(line)
    assert problem in str(caught.value)
    assert repr(line) in str(caught.value)


_NUMBERS = st.sampled_from(["*", "*/7", "3", "1-4", "1,5"])


@settings(deadline=None)
@given(
    days=_NUMBERS,
    months=st.sampled_from(["*", "2", "1-6/2"]),
    weekdays=st.sampled_from(["*", "0", "7", "1-5", "mon,sat", "*/2"]),
    begin=st.datetimes(datetime(2024, 1, 1), datetime(2028, 1, 1), timezones=st.just(UTC)),
)
def test_the_trigger_is_due_on_the_days_cron_is(days: str, months: str, weekdays: str, begin: datetime) -> None:
    line = read_cron(f"30 4 {days} {months} {weekdays}")
    times = CronTimes(line)
    found = begin
    for _ in range(3):
        due = times.next_after(found)
        between = found.replace(hour=4, minute=30, second=0, microsecond=0)
        expected = [
            between + timedelta(days=number)
            for number in range(400)
            if between + timedelta(days=number) > found
            and _is_due(line.is_either_day, days, months, weekdays, between + timedelta(days=number))
        ]
        if not expected:
            return
        assert due == expected[0]
        found = due


def _is_due(is_either: bool, days: str, months: str, weekdays: str, day: datetime) -> bool:
    """Crontab's manual page, read a second time: by hand and by day."""
    in_months = {"*": True, "2": day.month == 2, "1-6/2": day.month in (1, 3, 5)}[months]
    by_date = {
        "*": True,
        "*/7": day.day in (1, 8, 15, 22, 29),
        "3": day.day == 3,
        "1-4": day.day <= 4,
        "1,5": day.day in (1, 5),
    }[days]
    name = WEEKDAYS[(day.weekday() + 1) % 7]
    by_weekday = {
        "*": True,
        "0": name == "sun",
        "7": name == "sun",
        "1-5": name not in ("sat", "sun"),
        "mon,sat": name in ("mon", "sat"),
        "*/2": name in ("sun", "tue", "thu", "sat"),
    }[weekdays]
    return in_months and ((by_date or by_weekday) if is_either else (by_date and by_weekday))
