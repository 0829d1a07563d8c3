"""The daemon's loop: one thread that waits, starts what is due, and says how it ended."""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from ace.config.schedule_settings import DaemonSettings, NotifySettings
from ace.daemon.bulletin import Bulletin, utc_now
from ace.daemon.cycle_logs import log_path, prune_logs
from ace.daemon.due_queue import DueQueue
from ace.daemon.health import FAILED, State, iso
from ace.daemon.journal_record import newest_of
from ace.daemon.notices import LOG, Notice
from ace.daemon.running_cycle import BUSY_PAUSE_S, CycleStart, Due, RunningCycle
from ace.daemon.schedules import Schedule
from ace.daemon.wakeup import Wakeup
from ace.errors import AceError

# A machine that slept wakes with its timers late: look at the clock this often.
_LOOK_S = 30.0
_BEAT = timedelta(seconds=60)
_MOST_SAID = 600


class Configured(NamedTuple):
    """What ace.yaml says."""

    schedules: tuple[Schedule, ...]
    daemon: DaemonSettings
    notify: NotifySettings


@dataclass(frozen=True)
class DaemonParts:
    """What a daemon is made of. `state`: <git-common-dir>/ace; `load`: reads ace.yaml again (raises AceError).

    `command(schedule, lifeline)`: the command line of a cycle; `environment`: what cycles see. `is_once`: run what is
    due now and end. `after_cycle(count)`: called when a cycle has ended.
    """

    repo: Path
    state: Path
    load: Callable[[], Configured]
    command: Callable[[Schedule, int], Sequence[str]]
    environment: Mapping[str, str]
    bulletin: Bulletin
    is_once: bool = False
    after_cycle: Callable[[int], None] = lambda count: None
    busy_pause_s: float = BUSY_PAUSE_S


class Daemon:
    """One daemon of one repository; the caller holds its lock."""

    def __init__(self, parts: DaemonParts) -> None:
        """Begin with what ace.yaml says. Raises: AceError when it cannot be used."""
        self._parts, self._bulletin = parts, parts.bulletin
        self._configured = parts.load()
        self._queue = DueQueue(parts.state, parts.bulletin, is_once=parts.is_once)
        self._wakeup = Wakeup()
        self._running: RunningCycle | None = None
        self._log = Path()
        self._watched: int | None = None
        self._wait_s: float | None = None
        self._saved_at: datetime | None = None
        self._is_stopping = self._is_cut_off = False
        self._count = self._failed = 0

    def run(self) -> int:
        """Work until told to stop; return the exit code.

        0 after an orderly end; 1 when a cycle was killed at a second signal, or one failed where only those that are
        due now were asked for.
        """
        try:
            with self._wakeup.signals():
                self._follow()
                self._say_hello()
                while self._turn():
                    self._sleep()
                self._save("done" if self._parts.is_once and not self._is_stopping else "stopped")
        except BaseException as exc:
            self._bulletin.standing.error(f"the daemon failed: {type(exc).__name__}: {exc}")
            if self._running is not None:
                self._running.kill()
            self._save("failed")
            raise
        finally:
            self._wakeup.close()
        return 1 if self._is_cut_off or (self._parts.is_once and self._failed) else 0

    def _turn(self) -> bool:
        """Do what there is to do; False when the daemon is to end."""
        self._take_signals()
        self._move_on()
        if not self._is_stopping:
            self._wait_s = None if self._parts.is_once else self._queue.hand_over_due()
            if self._running is None and (due := self._queue.take()) is not None:
                self._start(due)
        now = utc_now()
        if self._saved_at is None or not self._saved_at <= now < self._saved_at + _BEAT:
            self._save()
        is_once_over = self._parts.is_once and self._queue.is_empty()
        return self._running is not None or not (self._is_stopping or is_once_over)

    def _sleep(self) -> None:
        waits = [_LOOK_S]
        if self._wait_s is not None and not self._is_stopping:
            waits.append(self._wait_s)
        if self._running is not None:
            waits.append(self._running.seconds_to_wait())
        for _ in self._wakeup.sleep(min(waits)):
            child = self._running.child if self._running is not None else None
            if child is not None and not child.read_output():
                self._watch(None)

    def _start(self, due: Due) -> None:
        now, settings = utc_now(), self._configured.daemon
        folder = self._parts.state / "daemon" / "logs"
        self._log = log_path(folder, due.schedule.name, now)
        LOG.info("%s: the cycle due at %s starts", due.schedule.name, iso(due.at))
        # On disk before it begins: whatever happens then, it is not started as a new one.
        self._bulletin.standing.started(due, now, self._log.name)
        self._save("running")
        start = CycleStart(
            command=self._parts.command,
            cwd=self._parts.repo,
            environment=self._parts.environment,
            settings=settings,
            log=self._log,
            busy_pause_s=self._parts.busy_pause_s,
        )
        self._running = RunningCycle(due, start)
        prune_logs(folder, settings.keep_logs)
        self._watch(self._running)

    def _move_on(self) -> None:
        running = self._running
        if running is None:
            return
        before = running.child
        end = running.poll()
        if running.child is not before:
            self._watch(running if end is None else None)
        if end is None:
            return
        self._running = None
        due = running.due
        level = logging.WARNING if end.status == "ceiling" else logging.INFO
        reason = f" ({end.reason})" if end.reason else ""
        LOG.log(level, "%s: the cycle ended after %.0f s: %s%s", due.schedule.name, end.seconds, end.status, reason)
        started = self._bulletin.standing.started_at(due.schedule.name)
        cycle = newest_of(self._parts.state, due.schedule.name, started)
        self._bulletin.ended(due, end, cycle, str(self._log))
        self._queue.done(due)
        self._count += 1
        self._failed += end.status in FAILED
        self._save()
        self._parts.after_cycle(self._count)

    def _watch(self, running: RunningCycle | None) -> None:
        """Let the output of this cycle's child end a sleep, and nothing else."""
        if self._watched is not None:
            self._wakeup.unwatch(self._watched)
        child = running.child if running is not None else None
        self._watched = child.fileno() if child is not None else None
        if self._watched is not None:
            self._wakeup.watch(self._watched)

    def _take_signals(self) -> None:
        for _ in range(self._wakeup.take_stops()):
            if not self._is_stopping:
                LOG.info("stopping%s", "; the cycle under way gets time to end" if self._running else "")
                self._is_stopping = True
                if self._running is not None:
                    self._running.stop()
                self._save()
            elif self._running is not None:
                LOG.error("asked to stop again: the cycle under way is killed")
                self._is_cut_off = True
                self._running.kill()
        if self._wakeup.take_reloads() and not self._is_stopping:
            self._reload()

    def _reload(self) -> None:
        try:
            loaded = self._parts.load()
        except AceError as exc:
            # It may quote what stands there, however long that is.
            problem = str(exc) if len(str(exc)) <= _MOST_SAID else f"{str(exc)[:_MOST_SAID]}..."
            text = f"ace.yaml was not taken over; the daemon goes on with what it had. {problem}"
            self._bulletin.tell(Notice("reload", "", text, problem))
            return
        if loaded.notify.webhook_env != self._configured.notify.webhook_env:
            LOG.warning("notify.webhook_env changed: that takes a restart of the daemon")
        self._configured = loaded
        self._bulletin.forget("")
        self._follow()
        LOG.info("ace.yaml was read again")

    def _follow(self) -> None:
        self._bulletin.repeat = timedelta(hours=self._configured.notify.repeat_hours)
        late = timedelta(minutes=self._configured.daemon.late_minutes)
        self._queue.follow(self._configured.schedules, late)
        self._save()

    def _say_hello(self) -> None:
        for schedule in self._configured.schedules:
            due = self._queue.next_due(schedule.name)
            LOG.info("%s: %s", schedule.name, f"next due at {iso(due)}" if due is not None else "not enabled")

    def _save(self, state: State | None = None) -> None:
        due = self._queue.running
        running = due.schedule.name if due is not None else None
        if state is None:
            state = "stopping" if self._is_stopping else "running" if running is not None else "waiting"
        self._bulletin.save(state, running, self._queue.next_due)
        self._saved_at = utc_now()
