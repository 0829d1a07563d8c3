"""Is the daemon well? From its health file and its lock."""

from datetime import datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from ace.daemon.daemon_lock import is_held, lock_path
from ace.daemon.health import Health, Result, ScheduleHealth, health_path, iso, read_health
from runtime.contracts.json_types import JsonObject

_STALE = timedelta(minutes=3)
_LATE = timedelta(hours=1)


class DaemonStatus(NamedTuple):
    """`is_alive`: its process holds the lock. `problems`: why it is not healthy, none when it is."""

    health: Health | None
    is_alive: bool
    problems: tuple[str, ...]

    @property
    def is_healthy(self) -> bool:
        """True when nothing is wrong."""
        return not self.problems


def look_at_daemon(state: Path, now: datetime) -> DaemonStatus:
    """Return how the daemon does. `state`: <git-common-dir>/ace. Raises: AceError when its file cannot be read."""
    # The lock first: a daemon that ends meanwhile has then written its last word.
    is_alive = is_held(lock_path(state))
    health = read_health(health_path(state))
    return DaemonStatus(health, is_alive, judge(health, now, is_alive=is_alive))


def judge(health: Health | None, now: datetime, *, is_alive: bool) -> tuple[str, ...]:
    """Return what is wrong. Pure."""
    if health is None:
        return ("it starts just now",) if is_alive else ("no daemon has run here; start `ace daemon`",)
    problems = [] if is_alive else _gone(health, now)
    if is_alive and now - health.beat > _STALE:
        problems.append(
            f"{iso(health.beat)} is when its file was last written: process {health.pid} hangs, or its disk is full"
        )
    for one in health.schedules:
        if one.is_failing and one.last is not None:
            problems.append(f"{one.name}: the last cycle failed: {one.last.reason}")
    return tuple(problems)


def _gone(health: Health, now: datetime) -> list[str]:
    if health.state == "done":
        # `--once`, from cron: it is not there in between, but it must come.
        late = [one for one in health.schedules if one.next_due is not None and now - one.next_due > _LATE]
        return [f"{one.name}: nothing started what was due at {iso(one.next_due)}" for one in late if one.next_due]
    return [_gone_words(health)]


def _gone_words(health: Health) -> str:
    if health.state == "stopped":
        return f"it was stopped at {iso(health.beat)}; start `ace daemon`"
    if health.state == "failed":
        return f"it failed at {iso(health.beat)}: {health.last_error}"
    return f"its process {health.pid} is gone without a word since {iso(health.beat)}; start `ace daemon`"


def status_text(status: DaemonStatus) -> str:
    """Return what people read."""
    health = status.health
    lines = []
    if health is not None:
        what = f"{health.state}, process {health.pid} since {iso(health.started)}" if status.is_alive else "not running"
        lines.append(f"daemon   {what}")
        lines += [line for one in health.schedules for line in _schedule(one)]
    lines += [f"problem  {problem}" for problem in status.problems]
    return "\n".join(lines or ["daemon   well"]) + "\n"


def status_json(status: DaemonStatus) -> JsonObject:
    """Return the same for programs."""
    return {
        "healthy": status.is_healthy,
        "alive": status.is_alive,
        "problems": list(status.problems),
        "daemon": status.health.model_dump(mode="json", exclude={"told"}) if status.health is not None else None,
    }


def _schedule(one: ScheduleHealth) -> list[str]:
    due = f"next due {iso(one.next_due)}" if one.next_due is not None else "not followed"
    missed = f", missed so far {one.missed}" if one.missed else ""
    last = f"last: {_result(one.last)}" if one.last is not None else "no cycle yet"
    return [f"{one.name}   {one.cron}   {due}{missed}", f"  {last}"]


def _result(last: Result) -> str:
    reason = f" ({last.reason})" if last.reason else ""
    if last.status == "running":
        return f"running since {iso(last.started)}"
    opened = f", {len(last.opened)} proposals opened" if last.status == "done" else ""
    return f"{last.status}{reason}{opened}, due {iso(last.due)}, ended {iso(last.ended) if last.ended else 'never'}"
