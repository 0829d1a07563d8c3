"""Schedules, parts and processes the daemon's tests are built from."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

from ace.bench.daemon_soak import Every
from ace.cycle.journal.journal import Journal
from ace.daemon.bulletin import Bulletin
from ace.daemon.cron_line import read_cron
from ace.daemon.due_times import CronTimes, Times
from ace.daemon.health import Health, Result, ScheduleHealth, health_path
from ace.daemon.notices import Notices
from ace.daemon.schedules import Schedule
from ace.daemon.standing import Standing
from runtime.contracts.json_types import JsonObject

TOP = Path(__file__).resolve().parents[3]


def at(text: str) -> datetime:
    """Return a moment in UTC, such as 2026-11-30 02:15."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def schedule(cron: str = "15 2 * * *", name: str = "nightly", **fields: object) -> Schedule:
    """Return a schedule of a crontab line."""
    line = read_cron(cron)
    made = Schedule(name, cron, CronTimes(line), 3600.0, {}, line=line)
    return made if not fields else _replaced(made, fields)


def every(seconds: float, name: str = "often", deadline_s: float = 60.0) -> Schedule:
    """Return a schedule that is due every so many seconds."""
    times: Times = Every(seconds)
    return Schedule(name, f"every {seconds:g} s", times, deadline_s, {})


def _replaced(made: Schedule, fields: dict[str, object]) -> Schedule:
    from dataclasses import replace

    return replace(made, **fields)  # type: ignore[arg-type]


def standing_of(schedule: Schedule, handled: datetime, last: Result | None = None) -> ScheduleHealth:
    """Return where a schedule stands."""
    return ScheduleHealth(name=schedule.name, cron=schedule.cron, handled=handled, last=last)


def health(*schedules: ScheduleHealth, now: datetime | None = None, **fields: object) -> Health:
    """Return a health file's contents."""
    now = now or datetime.now(UTC)
    values = {"state": "waiting", "pid": os.getpid(), "started": now, "beat": now, "schedules": schedules}
    return Health.model_validate({**values, **fields})


def bulletin(state: Path, *schedules: ScheduleHealth, posts: list[JsonObject] | None = None) -> Bulletin:
    """Return a bulletin whose posts go into a list."""
    notices = Notices(posts.append if posts is not None else None, "repo", {})
    return Bulletin(Standing(health_path(state), health(*schedules)), notices, None)


def journal(state: Path, name: str, schedule: str, started: datetime, *ends: JsonObject) -> None:
    """Write the journal of a cycle as `ace cycle` does."""
    book = Journal(state / "cycles" / name)
    book.write("begun", started.strftime("%Y-%m-%dT%H:%M:%SZ"), schedule=schedule)
    for end in ends:
        fields = {key: value for key, value in end.items() if key not in ("event", "at")}
        book.write(str(end["event"]), str(end["at"]), **fields)
    book.close()


def python(code: str) -> list[str]:
    """Return the command line of a Python program."""
    return [sys.executable, "-c", code]


def wait_for(what: Callable[[], bool], seconds: float = 30.0) -> None:
    """Wait until something holds. Raises: AssertionError when it takes too long."""
    until = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < until, "it did not happen in time"
        time.sleep(0.02)


def is_running(pid: int) -> bool:
    """True while a process exists that is no zombie."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text(encoding="ascii")
    except (FileNotFoundError, ProcessLookupError):
        return False
    return text.rpartition(")")[2].split()[0] not in ("Z", "X")


@contextmanager
def daemon_process(folder: Path, every_s: float, *words: str) -> Iterator[subprocess.Popen[str]]:
    """Run a daemon in a process of its own whose cycles are `words`; kill it when the block ends."""
    command = [sys.executable, "-m", "tests.ace.daemon.daemon_main", str(folder), str(every_s), *words]
    with subprocess.Popen(command, cwd=TOP, stderr=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def sleep_past(moment: datetime | None) -> None:
    """Sleep until just after a moment."""
    assert moment is not None
    time.sleep(max((moment - datetime.now(UTC)).total_seconds(), 0) + 0.01)


def ago(**units: float) -> datetime:
    """Return a moment that long ago."""
    return datetime.now(UTC) - timedelta(**units)
