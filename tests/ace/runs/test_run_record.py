"""A run on disk."""

import json
import os
from pathlib import Path

import pytest

from ace.errors import AceError, NotFoundError
from ace.runs.run_record import (
    RunRecord,
    events_path,
    later_id,
    load_run,
    new_run_id,
    next_run_id,
    read_json,
    write_json,
    write_record,
    write_whole,
)
from runtime.contracts.trace_event import Episode
from runtime.traces.event_log import EventLog
from tests.ace.building import RETRIEVE, episode

RECORD = RunRecord(
    run="r-20261129-120000-0000",
    created="2026-11-29T12:00:00Z",
    agent="tutor",
    arm="a-1",
    playbook_commit="c" * 40,
    rules={},
    controller="scripted/fixed",
    simulated=True,
    split="dev",
    samples=("s1",),
    trials=2,
    seed=0,
)


def test_run_ids_sort_by_time_and_differ() -> None:
    times = ["2026-01-02T03:04:05Z", "2026-01-02T03:04:06Z", "2026-01-12T00:00:00Z", "2027-01-01T00:00:00Z"]
    ids = [new_run_id(now) for now in times]
    assert ids == sorted(ids)
    assert ids[0].startswith("r-20260102-030405-")
    assert len({new_run_id(times[0]) for _ in range(20)}) > 1


def test_json_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "new" / "run.json"
    write_json(path, {"a": 1})

    def fail(_: int) -> None:
        raise OSError(28, "no space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match=r"no space left on device: .*run\.json"):
        write_json(path, {"a": 2})
    with pytest.raises(TypeError):
        write_json(path, {"a": object()})
    assert json.loads(path.read_text(encoding="ascii")) == {"a": 1}
    assert [item.name for item in path.parent.iterdir()] == ["run.json"]


def test_what_a_killed_writer_left_is_removed(tmp_path: Path) -> None:
    left, other = tmp_path / ".run.json.4711", tmp_path / ".other.json.4711"
    left.write_text("{", encoding="utf-8")
    other.write_text("{", encoding="utf-8")
    write_whole(tmp_path / "run.json", b"{}")
    assert sorted(path.name for path in tmp_path.iterdir()) == [".other.json.4711", "run.json"]


def test_a_run_id_is_later_than_those_there(tmp_path: Path) -> None:
    now = "2026-11-30T12:00:00Z"
    assert next_run_id(tmp_path / "none", now).startswith("r-20261130-120000-")
    (tmp_path / "r-20261130-120000-ffff").mkdir()
    (tmp_path / "r-tutor-20261231-120000-ffff").mkdir()
    found = next_run_id(tmp_path, now)
    assert found.startswith("r-20261130-120001-") or found > "r-20261130-120000-ffff"
    assert next_run_id(tmp_path, "2026-11-30T11:59:30Z").startswith("r-20261130-120001-")


def test_a_clock_that_was_set_back_is_said(tmp_path: Path) -> None:
    (tmp_path / "r-20261130-120000-ffff").mkdir()
    with pytest.raises(
        AceError, match=r"the clock says 2026-11-30T11:00:00Z, but .*r-20261130-120000-ffff is of later"
    ):
        next_run_id(tmp_path, "2026-11-30T11:00:00Z")


def test_a_cycle_id_is_later_whatever_the_clock_says() -> None:
    names = ["y-20261130-120000-ffff", "odd"]
    assert later_id(names, "2026-11-01T00:00:00Z", "y").startswith("y-20261130-120001-")
    assert later_id(names, "2026-12-01T00:00:00Z", "y").startswith("y-20261201-000000-")


def test_json_reads_back_and_an_absent_file_is_empty(tmp_path: Path) -> None:
    write_json(tmp_path / "x.json", {"text": "é\u202e"})
    assert read_json(tmp_path / "x.json") == {"text": "é\u202e"}
    assert (tmp_path / "x.json").read_bytes().isascii()
    assert read_json(tmp_path / "absent.json") == {}


def run_with(folder: Path, *episodes: Episode) -> Path:
    """Write a run of `episodes`."""
    write_record(folder, RECORD)
    with EventLog(events_path(folder)) as log:
        for item in episodes:
            log.write(item.header)
            for step in item.steps:
                log.write(step)
            if item.outcome is not None:
                log.write(item.outcome)
    return folder


def tried(name: str, ending: str) -> Episode:
    """Return one try of the same place."""
    return episode(name, RETRIEVE, sample="s1", ending=ending)


BROKEN = "infrastructure_error"


@pytest.mark.parametrize(
    ("endings", "kept"),
    [
        pytest.param([BROKEN, "responded"], "e-1", id="finished at the second try"),
        pytest.param(["responded", BROKEN], "e-0", id="finished, then tried again"),
        pytest.param([BROKEN, BROKEN, ""], "e-2", id="never finished: the last try"),
        pytest.param(["", "responded", BROKEN], "e-1", id="cut off, finished, broken"),
    ],
)
def test_a_place_is_read_back_once_the_finished_try_first(tmp_path: Path, endings: list[str], kept: str) -> None:
    tries = [tried(f"e-{number}", ending) for number, ending in enumerate(endings)]
    run = load_run(run_with(tmp_path, *tries))
    assert [item.header.episode for item in run.episodes] == [kept]
    assert (run.record, run.problems) == (RECORD, ())


def test_episodes_come_by_sample_and_trial(tmp_path: Path) -> None:
    made = [episode(f"e{n}{t}", RETRIEVE, sample=f"s{n}", trial=t) for n, t in ((2, 0), (1, 1), (1, 0))]
    run = load_run(run_with(tmp_path, *made))
    assert [(item.header.sample, item.header.trial) for item in run.episodes] == [("s1", 0), ("s1", 1), ("s2", 0)]


def test_a_torn_last_line_is_said_and_the_rest_read(tmp_path: Path) -> None:
    folder = run_with(tmp_path, tried("e-0", "responded"))
    with events_path(folder).open("ab") as file:
        file.write(b'{"type":"episode","run":"r-1"')
    run = load_run(folder)
    assert len(run.episodes) == 1
    assert "torn last line" in run.problems[0].reason


def test_a_folder_that_is_no_run_says_so(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match=r"run\.json: missing.*`ace run`"):
        load_run(tmp_path)


@pytest.mark.parametrize("text", ["{", '{"run": "r-1"}', "[]"], ids=["torn", "fields missing", "a list"])
def test_a_record_that_cannot_be_read_names_the_file(tmp_path: Path, text: str) -> None:
    (tmp_path / "run.json").write_text(text, encoding="utf-8")
    with pytest.raises(AceError, match=r"run\.json: .*start a new run"):
        load_run(tmp_path)
