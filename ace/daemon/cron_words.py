"""Say in plain words what a crontab line means. Pure."""

from collections.abc import Sequence

from ace.daemon.cron_line import CronLine

_MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
_WEEKDAYS = ("Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")
_MOST_TIMES = 6


def cron_words(line: CronLine) -> str:
    """Return one sentence: at what times, in UTC, and on which days."""
    return f"{_times(line)}, {_days(line)}{_in_months(line)}."


def _times(line: CronLine) -> str:
    all_hours, all_minutes = len(line.hours) == 24, len(line.minutes) == 60
    if all_hours and all_minutes:
        return "Every minute"
    if len(line.hours) * len(line.minutes) <= _MOST_TIMES:
        times = [f"{hour:02d}:{minute:02d}" for hour in line.hours for minute in line.minutes]
        return f"At {_joined(times)} UTC"
    hours = (
        "every hour" if all_hours else f"the {'hour' if len(line.hours) == 1 else 'hours'} {_ranges(line.hours)} UTC"
    )
    return f"Every minute of {hours}" if all_minutes else f"At minute {_ranges(line.minutes)} of {hours}"


def _days(line: CronLine) -> str:
    of_month = f"on day {_ranges(line.days)} of the month"
    weekdays = f"on {_weekdays(line.weekdays)}"
    if line.is_either_day:
        return f"{of_month}, and also {weekdays} whatever the date (cron takes either when both are given)"
    has_days, has_weekdays = len(line.days) < 31, len(line.weekdays) < 7
    if has_days and has_weekdays:
        return f"{of_month} where that is {_weekdays(line.weekdays, 'or')}"
    return of_month if has_days else weekdays if has_weekdays else "every day"


def _in_months(line: CronLine) -> str:
    return "" if len(line.months) == 12 else f", in {_joined([_MONTHS[month - 1] for month in line.months])}"


def _weekdays(days: Sequence[int], word: str = "and") -> str:
    # The week as people say it: Monday first.
    ordered = sorted(days, key=lambda day: (day - 1) % 7)
    is_run = len(ordered) > 2 and (ordered[-1] - 1) % 7 - (ordered[0] - 1) % 7 == len(ordered) - 1
    names = [_WEEKDAYS[day] for day in ordered]
    return f"{names[0]} to {names[-1]}" if is_run and word == "and" else _joined(names, word)


def _ranges(values: Sequence[int]) -> str:
    """Return 1 to 5, 7 and 9 for [1, 2, 3, 4, 5, 7, 9]."""
    groups: list[list[int]] = []
    for value in values:
        if groups and value == groups[-1][-1] + 1:
            groups[-1].append(value)
        else:
            groups.append([value])
    return _joined([_range(group) for group in groups])


def _range(group: Sequence[int]) -> str:
    return f"{group[0]} to {group[-1]}" if len(group) > 2 else _joined([str(value) for value in group])


def _joined(words: Sequence[str], word: str = "and") -> str:
    return f" {word} ".join(part for part in (", ".join(words[:-1]), words[-1]) if part)
