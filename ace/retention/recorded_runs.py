"""The runs on disk: when they were made, how many episodes they hold, what they take."""

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from ace.runs.run_record import events_path, read_json
from ace.workspace import IMPORT_RUN, TUTOR_RUN, Workspace

_STAMP = "%Y%m%d-%H%M%S"


@dataclass(frozen=True)
class RecordedRun:
    """One run's folder. `created` is when it began, UTC; `kind` is run, session or import.

    `episodes` counts those begun, tries that others replaced included. Units: size in bytes.
    """

    name: str
    folder: Path
    kind: str
    created: datetime
    controller: str
    simulated: bool
    episodes: int
    size: int


def recorded_runs(workspace: Workspace) -> tuple[RecordedRun, ...]:
    """Return every run folder, newest first; also one that was cut off before it had a record."""
    folders = [path for path in workspace.runs.glob("r-*") if path.is_dir()] if workspace.runs.is_dir() else []
    return tuple(sorted(map(_run, folders), key=lambda run: (run.created, run.name), reverse=True))


def _run(folder: Path) -> RecordedRun:
    name = folder.name
    try:
        record = read_json(folder / "run.json")
    except ValueError:
        record = {}  # said where the run is used; here it is only weighed
    kind = "session" if name.startswith(TUTOR_RUN) else "import" if name.startswith(IMPORT_RUN) else "run"
    return RecordedRun(
        name=name,
        folder=folder,
        kind=kind,
        created=_time(name, folder),
        controller=str(record.get("controller", "")),
        simulated=record.get("simulated") is True,
        episodes=_episodes(events_path(folder)),
        size=size_of(folder),
    )


def _time(name: str, folder: Path) -> datetime:
    """Return the time in a run's id; when its folder was changed last where the id holds none."""
    stamp = "-".join(name.removeprefix(TUTOR_RUN).removeprefix(IMPORT_RUN).removeprefix("r-").split("-")[:2])
    try:
        return datetime.strptime(stamp, _STAMP).replace(tzinfo=UTC)
    except ValueError:
        return datetime.fromtimestamp(folder.stat().st_mtime, UTC)


def _episodes(log: Path) -> int:
    if not log.is_file():
        return 0
    with log.open("rb") as file:
        return sum(b'"type":"episode"' in line for line in file)


def size_of(folder: Path) -> int:
    """Return the bytes of all files below `folder`."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
