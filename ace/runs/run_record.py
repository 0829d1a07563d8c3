"""A run on disk: run.json beside its event log, written whole or not at all."""

import json
import os
from collections.abc import Iterable
from datetime import datetime, timedelta
from glob import escape
from pathlib import Path
from typing import NamedTuple

from pydantic import ValidationError

from ace.errors import AceError, NotFoundError
from ace.sync_folder import sync_folder
from ace.workspace import IMPORT_RUN, TUTOR_RUN
from runtime.contracts.json_types import JsonObject
from runtime.contracts.sample import Frozen, Split
from runtime.contracts.trace_event import Episode
from runtime.traces.read_events import Problem, read_episodes

_SET_BACK_S = 60.0
_SET_BACK_DAYS = 366


class RunRecord(Frozen):
    """What a run was run with; enough to resume it and to say whether a trial arm is the same.

    `bundle` is the SHA-256 of the bundle its rules were loaded from, empty where they were read from git.
    """

    run: str
    created: str
    agent: str
    arm: str
    playbook_commit: str
    rules: dict[str, str]
    controller: str
    simulated: bool
    split: Split
    samples: tuple[str, ...]
    trials: int
    seed: int
    sample_problems: tuple[str, ...] = ()
    bundle: str = ""


class LoadedRun(NamedTuple):
    """A run read back."""

    record: RunRecord
    episodes: tuple[Episode, ...]
    problems: tuple[Problem, ...]
    folder: Path

    @property
    def not_begun(self) -> int:
        """Return how many of a run's episodes were never tried; 0 for imports, tutor sessions and trial arms."""
        if not self.record.run.startswith("r-") or self.record.run.startswith((IMPORT_RUN, TUTOR_RUN)):
            return 0
        return max(0, len(self.record.samples) * self.record.trials - len(self.episodes))


def new_run_id(now: str, letter: str = "r") -> str:
    """Return an id that sorts by time: r-<date>-<time>-<4 hex>; `letter` "y" for a cycle."""
    stamp = now.replace("-", "").replace(":", "").replace("T", "-").rstrip("Z")
    return f"{letter}-{stamp}-{os.urandom(2).hex()}"


def next_run_id(runs: Path, now: str) -> str:
    """Return the id of a run that begins `now`, later than that of any run of samples in `runs`.

    A clock that was set right by a minute is made up for. Raises: AceError when it was set back further: the newest
    run would not be the latest.
    """
    mine = new_run_id(now)
    found = [(path.name, at) for path in runs.glob("r-*") if (at := _time_of(path.name))] if runs.is_dir() else []
    newest, there = max(found, default=("", None))
    if there is None or mine > newest:
        return mine
    if (there - datetime.fromisoformat(now)).total_seconds() > _SET_BACK_S:
        raise AceError(
            f"the clock says {now}, but {runs / newest} is of later: the clock was set back, so that a new run would "
            "not be the latest. Correct the clock; if it is right, move that folder away, then start again"
        )
    return later_id([newest], now)


def later_id(names: Iterable[str], now: str, letter: str = "r") -> str:
    """Return an id of `now`, or of a second after the newest of `names` where that is not earlier.

    Raises: AceError when the newest is of more than a year later: no clock is set back so far.
    """
    mine = new_run_id(now, letter)
    newest, there = max(((name, at) for name in names if (at := _time_of(name))), default=("", None))
    if there is None or mine > newest:
        return mine
    if (there - datetime.fromisoformat(now)).days > _SET_BACK_DAYS:
        raise AceError(
            f"the clock says {now}, but {newest} is of later: the clock was set back, so that a new one would not be "
            "the latest. Correct the clock; if it is right, move that folder away, then start again"
        )
    return new_run_id(f"{there + timedelta(seconds=1):%Y-%m-%dT%H:%M:%SZ}", letter)


def _time_of(name: str) -> datetime | None:
    try:
        return datetime.strptime(name[2:17] + "+0000", "%Y%m%d-%H%M%S%z")
    except ValueError:
        return None


def events_path(folder: Path) -> Path:
    """Return where a run's events are."""
    return folder / "events.jsonl"


def write_json(path: Path, value: object) -> None:
    """Write `value` as JSON: to a temporary file, flushed to disk, then put in place."""
    write_whole(path, (json.dumps(value, indent=1, ensure_ascii=True, sort_keys=True) + "\n").encode("ascii"))


def write_whole(path: Path, data: bytes) -> None:
    """Write `data` whole or not at all: to a temporary file, flushed to disk, put in place, the folder flushed.

    A file has one writer at a time: what one that was killed has left beside it is removed.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    for left in path.parent.glob(f".{escape(path.name)}.*"):
        left.unlink(missing_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with temporary.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError as exc:
        # The system names no file where writing fails: a person must know which disk is full.
        raise OSError(exc.errno, exc.strerror or str(exc), exc.filename or str(path)) from exc
    finally:
        temporary.unlink(missing_ok=True)
    sync_folder(path.parent)


def write_record(folder: Path, record: RunRecord) -> None:
    """Write run.json."""
    write_json(folder / "run.json", record.model_dump(mode="json"))


def load_run(folder: Path) -> LoadedRun:
    """Return the run in `folder`, one episode a place: the finished one, else the last try.

    Raises: NotFoundError when the folder holds no run, AceError when run.json cannot be read.
    """
    path = folder / "run.json"
    if not path.is_file():
        raise NotFoundError(f"{path}: missing, so {folder.name} is not a run; start one with `ace run`")
    try:
        record = RunRecord.model_validate_json(path.read_bytes())
    except ValidationError as exc:
        first = exc.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"]) or "the document"
        raise AceError(f"{path}: {where}: {first['msg']}; start a new run with `ace run`") from exc
    log = events_path(folder)
    read = read_episodes(log) if log.exists() else None
    return LoadedRun(record, _one_each(read.episodes) if read else (), read.problems if read else (), folder)


def load_arm(path: Path) -> LoadedRun:
    """Return a trial arm's event log as if it were a run. Raises: NotFoundError when it is not there or empty."""
    read = read_episodes(path) if path.is_file() else None
    episodes = _one_each(read.episodes) if read else ()
    if read is None or not episodes:
        raise NotFoundError(f"{path}: no such trial arm; `ace propose --json` names those of its drafts")
    head = episodes[0].header
    record = RunRecord(
        run=path.stem,
        created=head.started,
        agent=head.agent,
        arm=path.stem,
        playbook_commit=head.playbook_commit,
        rules=head.rules,
        controller=head.controller.label,
        simulated=head.controller.simulated,
        split="sealed" if head.split == "sealed" else "dev",
        samples=tuple(dict.fromkeys(episode.header.sample for episode in episodes)),
        trials=1 + max(episode.header.trial for episode in episodes),
        seed=0,
        bundle=head.rules_bundle,
    )
    return LoadedRun(record, episodes, read.problems, path.parent)


def runs_by_arm(runs: Path) -> dict[str, Path]:
    """Return the newest run of each arm. One that cannot be read has none: `load_run` says why when it is asked for."""
    out: dict[str, Path] = {}
    for folder in sorted(runs.glob("r-*")) if runs.is_dir() else []:
        try:
            arm = read_json(folder / "run.json").get("arm")
        except ValueError:
            continue
        if isinstance(arm, str):
            out[arm] = folder
    return out


def _one_each(episodes: tuple[Episode, ...]) -> tuple[Episode, ...]:
    best: dict[tuple[str, int], Episode] = {}
    for episode in episodes:
        key = (episode.header.sample, episode.header.trial)
        if key not in best or best[key].is_infrastructure_error:
            best[key] = episode
    return tuple(best[key] for key in sorted(best))


def read_json(path: Path) -> JsonObject:
    """Return the JSON object in `path`, or an empty one when the file is absent. Raises: ValueError for no JSON."""
    if not path.is_file():
        return {}
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except RecursionError:
        raise ValueError(f"{path}: nested too deeply") from None
    return value if isinstance(value, dict) else {}
