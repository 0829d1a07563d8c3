"""Where the schedules stand: what the daemon remembers of each, written into the health file as it changes."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from pathlib import Path

from ace.cycle.journal.cycle_record import CycleRecord
from ace.daemon.health import FAILED, Health, Result, ScheduleHealth, State, write_health
from ace.daemon.notices import LOG
from ace.daemon.running_cycle import CycleEnd, Due
from ace.daemon.schedules import Schedule
from ace.daemon.start_plan import StartPlan


class Standing:
    """The health file's contents, and the file itself."""

    def __init__(self, path: Path, health: Health) -> None:
        """Begin with `health`; nothing is written yet."""
        self._path = path
        self.health = health

    def of(self, name: str) -> ScheduleHealth | None:
        """Return where a schedule stands, None when nothing is known of it."""
        return next((one for one in self.health.schedules if one.name == name), None)

    def started_at(self, name: str) -> datetime:
        """Return when the schedule's last cycle was started; it must have had one."""
        standing = self.of(name)
        assert standing is not None
        assert standing.last is not None
        return standing.last.started

    def plan(self, schedules: Iterable[Schedule], plans: Mapping[str, StartPlan]) -> None:
        """Take these schedules in place of all before; each stands where its plan says."""
        out = []
        for schedule in schedules:
            before = self.of(schedule.name)
            kept = before if before is not None and before.cron == schedule.cron else None
            handled = plans[schedule.name].handled
            if kept is None:
                kept = ScheduleHealth(name=schedule.name, cron=schedule.cron, handled=handled)
            out.append(kept.model_copy(update={"handled": handled}))
        self.health = self.health.model_copy(update={"schedules": tuple(out)})

    def started(self, due: Due, now: datetime, log: str) -> None:
        """A cycle starts for `due`: that time and all before are dealt with."""
        result = Result(status="running", due=due.at, started=now, log=log)
        self._change(due.schedule.name, last=result, handled=max(due.at, self._handled(due.schedule.name, due.at)))

    def ended(self, due: Due, end: CycleEnd, cycle: CycleRecord | None, now: datetime) -> Result:
        """The cycle for `due` ended. Returns its result, with the journal's words where it wrote some."""
        before = self.of(due.schedule.name)
        assert before is not None
        assert before.last is not None
        reason = (cycle.failed if cycle else "") or end.reason
        result = before.last.model_copy(
            update={
                "status": end.status,
                "ended": now,
                "exit_code": end.exit_code,
                "reason": "" if end.status == "done" else reason,
                "cycle": cycle.id if cycle else "",
                "opened": cycle.opened if cycle else (),
            }
        )
        success = now if end.status == "done" else before.last_success
        # One that was stopped or reached a ceiling says nothing either way.
        is_failing = end.status in FAILED or (before.is_failing and end.status != "done")
        self._change(due.schedule.name, last=result, last_success=success, is_failing=is_failing)
        return result

    def missed(self, name: str, count: int, until: datetime | None = None) -> None:
        """Due times passed without a cycle of their own; `until`: no cycle is to come for them either."""
        before = self.of(name)
        if before is not None:
            handled = before.handled if until is None else max(until, before.handled)
            self._change(name, missed=before.missed + count, handled=handled)

    def error(self, text: str) -> None:
        """Remember the last thing that went wrong."""
        self.health = self.health.model_copy(update={"last_error": text})

    def save(
        self, state: State, now: datetime, next_due: Callable[[str], datetime | None], told: Mapping[str, datetime]
    ) -> None:
        """Write the file; a disk that is full is told and does not stop the daemon."""
        schedules = tuple(one.model_copy(update={"next_due": next_due(one.name)}) for one in self.health.schedules)
        self.health = self.health.model_copy(
            update={"state": state, "beat": now, "schedules": schedules, "told": dict(told)}
        )
        try:
            write_health(self._path, self.health)
        except OSError as exc:
            LOG.error("%s: could not be written: %s; a restart may repeat a cycle", self._path, exc.strerror)

    def _handled(self, name: str, otherwise: datetime) -> datetime:
        before = self.of(name)
        return before.handled if before is not None else otherwise

    def _change(self, name: str, **fields: object) -> None:
        schedules = tuple(one.model_copy(update=fields) if one.name == name else one for one in self.health.schedules)
        self.health = self.health.model_copy(update={"schedules": schedules})
