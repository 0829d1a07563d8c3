"""An import as a run: whole or not at all, the same content once."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ace.errors import AceError, NotFoundError
from ace.runs.run_record import load_run
from ace.trace_import.read_files import ImportedFiles
from ace.trace_import.store_import import import_hash, store_import
from ace.workspace import IMPORT_RUN
from runtime.traces.find_episode import find_episodes
from tests.ace.trace_import.importing import DESK, TALK, imported, workspace

NOW, LATER = "2027-03-01T10:00:00Z", "2027-03-02T11:30:00Z"


def test_a_run_is_read_back_as_it_was_imported(tmp_path: Path) -> None:
    files = imported(tmp_path, DESK, TALK, {"odd": 1})
    place = workspace(tmp_path)
    stored = store_import(place, files, NOW)
    assert stored.is_new
    assert stored.run.startswith(f"{IMPORT_RUN}20270301-100000-")
    loaded = load_run(place.run_folder(stored.run))
    assert loaded.problems == ()
    assert [e.header.episode for e in loaded.episodes] == [
        e.header.episode for e in sorted(files.episodes, key=lambda one: one.header.sample)
    ]
    assert {step.run for episode in loaded.episodes for step in episode.steps} == {stored.run}
    assert (loaded.record.samples, loaded.record.trials) == (("rooms", "desk.jsonl:2"), 1)
    assert (loaded.record.simulated, loaded.record.created, loaded.record.agent) == (False, NOW, "imported")
    assert {found.integrity for found in find_episodes([stored.folder / "events.jsonl"])} == {"intact"}
    kept = json.loads((stored.folder / "import.json").read_text())
    assert [file["records"] for file in kept["files"]] == [3]
    assert [problem["line"] for problem in kept["problems"]] == [3]


def test_the_same_content_is_kept_once_whatever_the_file_is_called(tmp_path: Path) -> None:
    place = workspace(tmp_path)
    first = store_import(place, imported(tmp_path, DESK, TALK), NOW)
    again = store_import(place, imported(tmp_path, DESK, TALK, name="renamed.jsonl"), LATER)
    assert (again.run, again.is_new) == (first.run, False)
    other = store_import(place, imported(tmp_path, DESK), LATER)
    assert other.is_new
    assert sorted(path.name for path in place.runs.iterdir()) == sorted([first.run, other.run])


def test_an_import_is_never_the_latest_run(tmp_path: Path) -> None:
    place = workspace(tmp_path)
    stored = store_import(place, imported(tmp_path, DESK), NOW)
    with pytest.raises(NotFoundError, match="no run of samples yet"):
        place.run_folder("latest")
    assert place.run_folder("r-import") == stored.folder


def test_nothing_is_not_kept(tmp_path: Path) -> None:
    with pytest.raises(AceError, match="nothing was imported"):
        store_import(workspace(tmp_path), ImportedFiles((), (), ()), NOW)
    assert not workspace(tmp_path).runs.exists()


def test_the_hash_is_of_the_content_in_any_order(tmp_path: Path) -> None:
    both = imported(tmp_path, DESK, TALK).episodes
    assert import_hash(both) == import_hash(both[::-1])
    assert import_hash(both) != import_hash(both[:1])


MANY = """
import sys
from pathlib import Path
from ace.trace_import.store_import import store_import
from tests.ace.trace_import.importing import DESK, imported, workspace
folder = Path(sys.argv[1])
files = imported(folder, *({**DESK, "trial": trial} for trial in range(3000)))
print("begins", flush=True)
store_import(workspace(folder), files, "2027-03-01T10:00:00Z")
"""


def test_a_killed_import_leaves_no_run_and_the_next_is_whole(tmp_path: Path) -> None:
    command = [sys.executable, "-c", MANY, str(tmp_path)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[3])
    assert process.stdout is not None
    assert process.stdout.readline() == "begins\n"
    place = workspace(tmp_path)
    deadline = time.monotonic() + 60
    while not any(path.stat().st_size for path in place.runs.glob(".import-*/events.jsonl")):
        assert time.monotonic() < deadline
        assert process.poll() is None
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    process.stdout.close()
    assert list(place.runs.glob("r-*")) == []
    assert len(list(place.runs.glob(".import-*"))) == 1
    stored = store_import(place, imported(tmp_path, DESK), NOW)
    assert [path.name for path in place.runs.iterdir()] == [stored.run]
    assert len(load_run(stored.folder).episodes) == 1
