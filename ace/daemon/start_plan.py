"""Where a schedule stands when the daemon starts: neither is a cycle repeated nor one skipped. Pure."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from ace.cycle.journal.cycle_record import CycleRecord
from ace.daemon.due_times import missed_times
from ace.daemon.health import UNFINISHED, ScheduleHealth
from ace.daemon.journal_record import moments
from ace.daemon.schedules import Schedule

# A record that is further ahead comes from a wrong clock; waiting for it could take years.
_MOST_AHEAD = timedelta(hours=26)


class StartPlan(NamedTuple):
    """`handled`: what was due up to then is dealt with. `due`: a cycle to start at once for that time, or None.

    `missed`: how many due times passed; `is_unfinished`: the cycle is started to go on with one that was cut off.
    `note`: what a person should know, "" for nothing.
    """

    handled: datetime
    due: datetime | None = None
    missed: int = 0
    is_unfinished: bool = False
    note: str = ""


def plan_start(
    schedule: Schedule, before: ScheduleHealth | None, cycles: Iterable[CycleRecord], now: datetime
) -> StartPlan:
    """Return where `schedule` stands at `now`, from what the daemon wrote down and from the journal.

    `cycles`: newest first, of any schedule. Without a record of this very line all that came before is none of it.
    """
    own = [cycle for cycle in cycles if cycle.schedule == schedule.name]
    own_moments = [moment for cycle in own for moment in moments(cycle)]
    if before is not None and before.cron != schedule.cron:
        return StartPlan(now, note=f"its line was {before.cron!r} before; it counts from now")
    known = [*([before.handled] if before else []), *own_moments]
    if not known:
        return StartPlan(now, note="it is new; it counts from now")
    handled = max(known)
    if handled > now + _MOST_AHEAD:
        return StartPlan(now, note=f"its last cycle is recorded at {handled}, which is far ahead; it counts from now")
    note = f"the clock is behind its last cycle ({handled}); nothing is due until then" if handled > now else ""
    missed = missed_times(schedule.times, handled, now)
    if missed is not None:
        return StartPlan(handled, missed.latest, missed.number)
    if _is_unfinished(before, own):
        due = before.last.due if before is not None and before.last is not None else handled
        return StartPlan(handled, due, is_unfinished=True)
    return StartPlan(handled, note=note)


def _is_unfinished(before: ScheduleHealth | None, own: Sequence[CycleRecord]) -> bool:
    """True when the last cycle was cut off, and did not come to its end after the daemon was gone."""
    if before is not None and (before.last is None or before.last.status not in UNFINISHED):
        return False
    if own and own[0].status in ("running", "killed"):
        return True
    if before is None or before.last is None:
        return False
    begun = max((moment for cycle in own for moment in moments(cycle)), default=None)
    has_ended_since = begun is not None and begun >= before.last.started.replace(microsecond=0)
    return not (has_ended_since and own[0].status in ("done", "failed"))
