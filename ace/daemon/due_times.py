"""When a schedule is due: APScheduler's triggers with cron's meaning, and what was missed meanwhile."""

from datetime import UTC, datetime, timedelta
from typing import NamedTuple, Protocol

from ace.daemon.cron_line import WEEKDAYS, CronLine

# Beyond so many missed times only "that many or more" is said.
MOST_MISSED = 1000
_WINDOWS = tuple(timedelta(days=days) for days in (1 / 24, 1, 31, 366, 366 * 8))
_MOMENT = timedelta(microseconds=1)


class Times(Protocol):
    """The moments at which something is due, all in UTC."""

    def next_after(self, moment: datetime) -> datetime:
        """Return the first that is later than `moment`."""


class Missed(NamedTuple):
    """`latest`: the last due time that passed; `number`: how many passed, at most MOST_MISSED are counted."""

    latest: datetime
    number: int


class CronTimes:
    """Implements Times for a crontab line."""

    def __init__(self, line: CronLine) -> None:
        from apscheduler.triggers.combining import OrTrigger
        from apscheduler.triggers.cron import CronTrigger

        hour_and_month = {
            "minute": _field(line.minutes, 60),
            "hour": _field(line.hours, 24),
            "month": _field(line.months, 12),
            "timezone": UTC,
        }
        days, weekdays = _field(line.days, 31), _weekdays(line.weekdays)
        if line.is_either_day:
            # Here APScheduler takes a day that is both, cron one that is either.
            by_day = CronTrigger(day=days, **hour_and_month)
            self._trigger = OrTrigger([by_day, CronTrigger(day_of_week=weekdays, **hour_and_month)])
        else:
            self._trigger = CronTrigger(day=days, day_of_week=weekdays, **hour_and_month)

    def next_after(self, moment: datetime) -> datetime:
        """Return the first due time later than `moment`."""
        found = self._trigger.get_next_fire_time(None, moment.astimezone(UTC) + _MOMENT)
        assert isinstance(found, datetime), "a line that never comes is refused when it is read"
        return found


def missed_times(times: Times, since: datetime, now: datetime) -> Missed | None:
    """Return what was due after `since` and not after `now`, None when nothing was."""
    latest, count = times.next_after(since), 1
    if latest > now:
        return None
    while (following := times.next_after(latest)) <= now:
        latest, count = following, count + 1
        if count == MOST_MISSED:
            return Missed(_latest(times, latest, now), count)
    return Missed(latest, count)


def _latest(times: Times, known: datetime, now: datetime) -> datetime:
    """Return the last due time up to `now` without walking through years of minutes."""
    latest = known
    for window in _WINDOWS:
        found = times.next_after(max(known, now - window))
        if found <= now:
            latest = found
            break
    while (following := times.next_after(latest)) <= now:
        latest = following
    return latest


def _field(values: tuple[int, ...], full: int) -> str:
    return "*" if len(values) == full else ",".join(map(str, values))


def _weekdays(days: tuple[int, ...]) -> str:
    # By name: APScheduler's numbers begin with Monday, cron's with Sunday.
    return "*" if len(days) == 7 else ",".join(WEEKDAYS[day] for day in days)
