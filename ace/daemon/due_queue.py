"""What is due and waits for its turn: cycles of one repository run one after the other."""

from collections import deque
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from pathlib import Path

from ace.cycle.journal import CycleRecord, last_cycles
from ace.daemon import telling
from ace.daemon.bulletin import Bulletin, utc_now
from ace.daemon.due_times import missed_times
from ace.daemon.notices import LOG
from ace.daemon.running_cycle import Due
from ace.daemon.schedules import Schedule
from ace.daemon.scheduling import Scheduling
from ace.daemon.start_plan import StartPlan, plan_start

# Enough that a rare schedule's last cycle is among them.
_CYCLES_LOOKED_AT = 500


class DueQueue:
    """First come, first served; no schedule is in it twice, nor while its cycle runs."""

    def __init__(self, state: Path, bulletin: Bulletin, *, is_once: bool = False) -> None:
        """Begin without schedules. `state`: <git-common-dir>/ace; `is_once`: it is not meant to be there in between."""
        self._is_once = is_once
        self._state, self._bulletin = state, bulletin
        self._schedules: dict[str, Schedule] = {}
        self._waiting: deque[Due] = deque()
        self._left_out: dict[str, datetime] = {}
        self._scheduling = Scheduling(self._accept, self._overlapped)
        self._late = timedelta()
        self.running: Due | None = None

    def follow(self, schedules: Iterable[Schedule], late: timedelta) -> None:
        """Take these schedules in place of all before, and what is due of them already."""
        self._late = late
        self._schedules = {one.name: one for one in schedules if one.is_enabled}
        self._waiting = deque(
            due._replace(schedule=self._schedules[due.schedule.name]) for due in self._waiting if self._is_same(due)
        )
        cycles, now = last_cycles(self._state, _CYCLES_LOOKED_AT), utc_now()
        plans = {name: self._plan(schedule, cycles, now) for name, schedule in self._schedules.items()}
        self._bulletin.standing.plan(self._schedules.values(), plans)
        for name, plan in plans.items():
            if plan.note:
                LOG.info("%s: %s", name, plan.note)
            if plan.due is not None:
                self._catch_up(Due(self._schedules[name], plan.due, plan.missed, plan.is_unfinished))
        self._scheduling.follow(
            (name, one.times, max(plans[name].handled, now)) for name, one in self._schedules.items()
        )

    def hand_over_due(self) -> float | None:
        """Queue what is due by now; return seconds until the next, None when there is none."""
        return self._scheduling.hand_over_due()

    def next_due(self, name: str) -> datetime | None:
        """Return when a schedule is due next."""
        return self._scheduling.next_due(name)

    def take(self) -> Due | None:
        """Return who is next, None when nobody waits; `running` is it from now on."""
        self.running = self._waiting.popleft() if self._waiting else None
        return self.running

    def is_empty(self) -> bool:
        """Return True when nobody waits."""
        return not self._waiting

    def done(self, due: Due) -> None:
        """Its cycle ended; times that were left out meanwhile are dealt with."""
        self.running = None
        left_out = self._left_out.pop(due.schedule.name, None)
        if left_out is not None:
            self._bulletin.standing.missed(due.schedule.name, 0, left_out)

    def _is_same(self, due: Due) -> bool:
        now = self._schedules.get(due.schedule.name)
        return now is not None and now.cron == due.schedule.cron

    def _plan(self, schedule: Schedule, cycles: Sequence[CycleRecord], now: datetime) -> StartPlan:
        before = self._bulletin.standing.of(schedule.name)
        if before is not None and any(self._is_same(due) for due in self._in_hand(schedule.name)):
            return StartPlan(before.handled)
        return plan_start(schedule, before, cycles, now)

    def _in_hand(self, name: str) -> list[Due]:
        running = [self.running] if self.running is not None else []
        return [due for due in (*running, *self._waiting) if due.schedule.name == name]

    def _catch_up(self, due: Due) -> None:
        if due.is_unfinished:
            LOG.info("%s: goes on with the cycle that was cut off", due.schedule.name)
        elif not self._is_once or due.missed > 1:
            # Started by cron, it finds each due time a little late: one is what it came for.
            self._bulletin.missed(due.schedule.name, due.missed - self._is_once)
            self._bulletin.tell(telling.missed_while_down(due))
        self._waiting.append(due)

    def _accept(self, name: str, at: datetime) -> bool:
        """Take what APScheduler says is due; False while the schedule's last one is not over."""
        if self._in_hand(name):
            return False
        schedule, standing = self._schedules[name], self._bulletin.standing.of(name)
        if standing is None or at <= standing.handled:
            LOG.warning("%s: %s was dealt with before the clock was set back", name, at)
            return True
        passed, now = missed_times(schedule.times, standing.handled, at), utc_now()
        due = Due(schedule, at, passed.number if passed is not None else 1)
        is_late = now - at > self._late
        if is_late or due.missed > 1:
            self._bulletin.missed(name, due.missed if is_late else due.missed - 1)
            self._bulletin.tell(telling.started_late(due, now))
        self._waiting.append(due)
        return True

    def _overlapped(self, name: str, at: datetime) -> None:
        self._left_out[name] = at
        self._bulletin.missed(name, 1)
        self._bulletin.tell(telling.still_running(name, at, self.running))
