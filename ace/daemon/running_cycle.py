"""One cycle from its start to its end: attempts while the repository is busy, deadline, stop, kill."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from ace.config.schedule_settings import DaemonSettings
from ace.daemon.child_process import ChildProcess
from ace.daemon.cycle_logs import CycleLog, last_line
from ace.daemon.health import Status
from ace.daemon.notices import LOG
from ace.daemon.schedules import Schedule

# What `ace cycle` says with its exit code: proposals were opened, a ceiling ended it, another one works here.
OPENED, CEILING, BUSY = 2, 3, 75
BUSY_PAUSE_S = 15.0


class Due(NamedTuple):
    """A schedule that is due. `missed`: further due times that passed without a cycle of their own."""

    schedule: Schedule
    at: datetime
    missed: int = 0
    is_unfinished: bool = False


class CycleEnd(NamedTuple):
    """How a cycle ended. `exit_code`: None when it could not be started; `seconds`: since it began."""

    status: Status
    exit_code: int | None
    reason: str
    seconds: float


@dataclass(frozen=True)
class CycleStart:
    """What a cycle needs. `command(schedule, lifeline)`: its command line."""

    command: Callable[[Schedule, int], Sequence[str]]
    cwd: Path
    environment: Mapping[str, str]
    settings: DaemonSettings
    log: Path
    busy_pause_s: float = BUSY_PAUSE_S
    monotonic: Callable[[], float] = field(default=time.monotonic)


class RunningCycle:
    """A cycle under way; `poll` moves it on."""

    def __init__(self, due: Due, start: CycleStart) -> None:
        """Start it; what keeps it from starting is told by `poll`."""
        self.due, self._start = due, start
        self.child: ChildProcess | None = None
        self._began = start.monotonic()
        self._log = CycleLog(start.log, int(start.settings.log_megabytes * 1_000_000))
        self._ended_for: Status | None = None
        self._kill_at: float | None = None
        self._again_at: float | None = None
        self._problem, self._has_waited = "", False
        self._launch()

    def _launch(self) -> None:
        start, schedule = self._start, self.due.schedule
        # A cycle knows its deadline and ends itself; this is for one that does not.
        self._deadline = start.monotonic() + schedule.deadline_s + start.settings.stop_grace_seconds
        self._again_at = None
        try:
            self.child = ChildProcess(
                lambda lifeline: start.command(schedule, lifeline),
                start.cwd,
                {**start.environment, **schedule.environment},
                self._log,
            )
        except OSError as exc:
            self._problem = f"could not be started: {exc.strerror or exc}"

    def seconds_to_wait(self) -> float:
        """Return after how long `poll` has something to do, besides when the child ends."""
        marks = [mark for mark in (self._deadline if self.child else None, self._kill_at, self._again_at) if mark]
        return max(min(marks, default=0.0) - self._start.monotonic(), 0.0)

    def poll(self) -> CycleEnd | None:
        """Return how it ended, None while it goes on."""
        now = self._start.monotonic()
        if self.child is None:
            return self._poll_waiting(now)
        self._hurry(self.child, now)
        code = self.child.poll()
        if code is None:
            return None
        self.child, self._kill_at = None, None
        if code == BUSY and self._ended_for is None and self._may_wait(now):
            return None
        return self._end(*_outcome(code, self._ended_for), code)

    def stop(self) -> None:
        """Ask it to come to an orderly end; it is killed when it takes longer than the grace."""
        if self._ended_for is None:
            self._ended_for = "stopped"
            if self.child is not None:
                self.child.terminate(is_whole_group=False)
                self._kill_at = self._start.monotonic() + self._start.settings.stop_grace_seconds

    def kill(self) -> None:
        """End it now."""
        self._ended_for = self._ended_for or "stopped"
        if self.child is not None:
            self.child.kill()

    def _poll_waiting(self, now: float) -> CycleEnd | None:
        if self._problem:
            return self._end("not started", self._problem, None)
        if self._ended_for is not None:
            return self._end(self._ended_for, "stopped while it waited for another cycle", BUSY)
        if self._again_at is not None and now >= self._again_at:
            self._launch()
        return None

    def _hurry(self, child: ChildProcess, now: float) -> None:
        if self._kill_at is not None and now >= self._kill_at:
            child.kill()
        elif self._kill_at is None and now >= self._deadline:
            self._ended_for = "deadline"
            child.terminate(is_whole_group=True)
            self._kill_at = now + self._start.settings.stop_grace_seconds

    def _may_wait(self, now: float) -> bool:
        if now + self._start.busy_pause_s > self._began + self._start.settings.busy_minutes * 60:
            return False
        if not self._has_waited:
            LOG.warning("%s: another cycle works on this repository; waiting for it", self.due.schedule.name)
        self._has_waited = True
        self._again_at = now + self._start.busy_pause_s
        return True

    def _end(self, status: Status, reason: str, code: int | None) -> CycleEnd:
        self._log.close()
        said = last_line(self._start.log) if status in {"failed", "busy"} else ""
        return CycleEnd(status, code, f"{reason}: {said}" if said else reason, self._start.monotonic() - self._began)


def _outcome(code: int, ended_for: Status | None) -> tuple[Status, str]:
    """Return the status of an ended child and its reason, "" for a good end."""
    if ended_for == "deadline":
        return "deadline", "was stopped: it went on past its deadline"
    if code in (0, OPENED):
        return "done", ""
    if code == CEILING:
        return "ceiling", "ended at a ceiling; the next one goes on from there"
    if ended_for is not None:
        return ended_for, "stopped with the daemon"
    if code == BUSY:
        return "busy", "another cycle held the repository all the time"
    return "failed", f"ended by signal {-code}" if code < 0 else f"exit code {code}"
