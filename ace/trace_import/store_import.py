"""Imported episodes kept as a run of the workspace: whole or not at all, and the same content once."""

import json
import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import NamedTuple

from ace.errors import AceError
from ace.runs.run_record import RunRecord, events_path, write_json, write_record
from ace.sync_folder import sync_folder
from ace.trace_import.logged_event import write_episodes
from ace.trace_import.read_files import ImportedFiles
from ace.workspace import IMPORT_RUN, Workspace
from runtime.contracts.json_types import content_hash
from runtime.contracts.trace_event import Episode

# Raised when the same files give other episodes than before, so that they can be imported again.
IMPORT_VERSION = 1
_WORK = ".import-"
_HASH_DIGITS = 8


class Stored(NamedTuple):
    """The run an import is kept as; `is_new` is False when the same content was there already."""

    run: str
    folder: Path
    is_new: bool


def store_import(workspace: Workspace, imported: ImportedFiles, now: str) -> Stored:
    """Return the run that holds the episodes, written now unless one with the same content exists.

    `now`: ISO 8601, UTC. The folder gets its name once everything in it is on disk. Raises: AceError when there is
    no episode, OSError and TraceError when it cannot be written.
    """
    from filelock import FileLock

    if not imported.episodes:
        raise AceError("nothing was imported: no file holds a trace that can be read")
    content = import_hash(imported.episodes)
    workspace.runs.mkdir(parents=True, exist_ok=True)
    with FileLock(str(workspace.state / "import.lock")):
        for left in workspace.runs.glob(f"{_WORK}*"):  # of an import that was killed
            shutil.rmtree(left, ignore_errors=True)
        there = [
            path for path in workspace.runs.glob(f"{IMPORT_RUN}*-{content[:_HASH_DIGITS]}") if _holds(path, content)
        ]
        if there:
            return Stored(there[0].name, there[0], is_new=False)
        stamp = now.replace("-", "").replace(":", "").replace("T", "-").rstrip("Z")
        run = f"{IMPORT_RUN}{stamp}-{content[:_HASH_DIGITS]}"
        folder = workspace.runs / run
        work = Path(tempfile.mkdtemp(prefix=_WORK, dir=workspace.runs))
        try:
            _write(work, run, imported, _record(run, now, content, imported.episodes))
            work.rename(folder)
        finally:
            shutil.rmtree(work, ignore_errors=True)
        sync_folder(workspace.runs)
    return Stored(run, folder, is_new=True)


def import_hash(episodes: Sequence[Episode]) -> str:
    """Return a hash of what the episodes say, whatever their order."""
    return content_hash([IMPORT_VERSION, *sorted(episode.header.episode for episode in episodes)], 16)


def _holds(folder: Path, content: str) -> bool:
    try:
        found = json.loads((folder / "run.json").read_bytes())
    except (OSError, ValueError):
        return False
    return isinstance(found, dict) and found.get("arm") == f"import-{content}"


def _record(run: str, now: str, content: str, episodes: Sequence[Episode]) -> RunRecord:
    labels = sorted({episode.header.controller.label for episode in episodes})
    agents = sorted({episode.header.agent for episode in episodes})
    return RunRecord(
        run=run,
        created=now,
        agent=", ".join(agents),
        arm=f"import-{content}",
        playbook_commit="",
        rules={},
        controller=", ".join(labels),
        simulated=False,
        split="dev",
        samples=tuple(dict.fromkeys(episode.header.sample for episode in episodes)),
        trials=1 + max(episode.header.trial for episode in episodes),
        seed=0,
    )


def _write(work: Path, run: str, imported: ImportedFiles, record: RunRecord) -> None:
    write_episodes(events_path(work), (_of_run(episode, run) for episode in imported.episodes))
    write_json(
        work / "import.json",
        {
            "files": [asdict(count) for count in imported.counts],
            "problems": [problem._asdict() for problem in imported.problems],
        },
    )
    write_record(work, record)


def _of_run(episode: Episode, run: str) -> Episode:
    return Episode(
        replace(episode.header, run=run),
        tuple(replace(step, run=run) for step in episode.steps),
        None if episode.outcome is None else replace(episode.outcome, run=run),
    )
