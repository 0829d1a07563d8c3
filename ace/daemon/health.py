"""The health file: what the daemon knows, for people, probes, and for itself after a restart."""

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal, TypeAlias

from pydantic import Field, ValidationError

from ace.errors import AceError
from runtime.contracts.sample import Frozen

State: TypeAlias = Literal["waiting", "running", "stopping", "stopped", "done", "failed"]
# "ceiling": ended as it was asked to, before its last step; the schedule's next cycle goes on with it.
# "stopped": ended with the daemon, to be gone on with; "busy": another cycle held the repository for too long.
Status: TypeAlias = Literal["running", "done", "failed", "deadline", "stopped", "ceiling", "busy", "not started"]
UNFINISHED: frozenset[Status] = frozenset({"running", "stopped"})
FAILED: frozenset[Status] = frozenset({"failed", "deadline", "busy", "not started"})


class Result(Frozen):
    """One cycle of a schedule. `cycle`: its id in the journal, "" where it wrote none; `log`: a file's name."""

    status: Status
    due: datetime
    started: datetime
    ended: datetime | None = None
    cycle: str = ""
    exit_code: int | None = None
    reason: str = ""
    opened: tuple[str, ...] = ()
    log: str = ""


class ScheduleHealth(Frozen):
    """One schedule. `handled`: all that was due up to then is dealt with; None `next_due`: it is not followed yet.

    `is_failing`: the last cycle that was not stopped failed.
    `missed`: due times that passed without a cycle of their own since the file was begun.
    """

    name: str
    cron: str
    handled: datetime
    next_due: datetime | None = None
    last: Result | None = None
    last_success: datetime | None = None
    is_failing: bool = False
    missed: int = Field(default=0, ge=0)


class Health(Frozen):
    """All of it. `beat`: when it was last written, at most a minute ago while the daemon lives; times in UTC.

    `told`: when a failure was last posted to the webhook.
    """

    schema_version: Literal[1] = 1
    state: State
    pid: int
    started: datetime
    beat: datetime
    schedules: tuple[ScheduleHealth, ...] = ()
    last_error: str = ""
    told: Mapping[str, datetime] = {}


def health_path(state: Path) -> Path:
    """Return the file. `state`: <git-common-dir>/ace."""
    return state / "daemon.json"


def write_health(path: Path, health: Health) -> None:
    """Put the file in place whole. Raises: OSError."""
    from ace.runs.run_record import write_json

    write_json(path, health.model_dump(mode="json"))


def read_health(path: Path) -> Health | None:
    """Return what the file says, None where there is none. Raises: AceError when it cannot be read."""
    try:
        # A named pipe would be waited at for ever.
        if path.exists() and not path.is_file():
            raise AceError(f"{path}: is no regular file; delete it (due times then come from the journal alone)")
        data = path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as exc:
        raise AceError(f"{path}: cannot be read: {exc.strerror}; correct that") from exc
    try:
        health = Health.model_validate_json(data)
    except ValidationError as exc:
        raise AceError(f"{path}: is damaged; delete it (due times then come from the journal alone)") from exc
    naive = [moment for moment in _moments(health) if moment.tzinfo is None]
    if naive:
        raise AceError(f"{path}: has a time without a zone; delete it (due times then come from the journal alone)")
    return health


def _moments(health: Health) -> list[datetime]:
    times = [health.started, health.beat, *health.told.values()]
    for one in health.schedules:
        last = [one.last.due, one.last.started, one.last.ended] if one.last else []
        times += [moment for moment in (one.handled, one.next_due, one.last_success, *last) if moment is not None]
    return times


def iso(moment: datetime) -> str:
    """Return a time as people and logs read it: UTC, to the second."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
