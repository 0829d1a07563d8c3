"""A cycle that was cut off is gone on with under the same rules and settings, and closed otherwise."""

from dataclasses import replace
from pathlib import Path

import pytest

from ace.config.settings import Settings
from ace.cycle.journal import last_cycles
from ace.cycle.journal.cycle_plan import CyclePlan, settings_hash
from ace.cycle.journal.cycle_under_way import CycleUnderWay, open_cycle
from ace.cycle.journal.find_unfinished import MOST_FAILURES
from ace.cycle.journal.journal_lines import DISK_FULL
from ace.errors import AceError

PLAN = CyclePlan(settings="s", rules="c" * 40)


class Clock:
    """A clock that stands still."""

    def __init__(self, now: str = "2026-11-30T12:00:00Z") -> None:
        self._now = now

    def now(self) -> str:
        """Return the time."""
        return self._now

    def monotonic(self) -> float:
        """Return no time."""
        return 0.0


def cut_off(state: Path, status: str = "", plan: CyclePlan = PLAN) -> str:
    """Begin a cycle, run samples in it, and end it with `status` (none: it is killed); return its id."""
    cycle = open_cycle(state, plan, Clock())
    cycle.write("run", run="r-1")
    if status:
        cycle.write("ended", status=status, failed="why")
    cycle.close()
    return cycle.id


@pytest.mark.parametrize("status", ["", "stopped", "failed"])
def test_one_that_was_cut_off_is_gone_on_with(tmp_path: Path, status: str) -> None:
    name = cut_off(tmp_path, status)
    cycle = open_cycle(tmp_path, replace(PLAN, schedule="night"), Clock())
    assert cycle.id == name
    assert cycle.text("run", "run") == "r-1"
    assert f"going on with {name} of 2026-11-30T12:00:00Z ({status or 'killed'}" in cycle.notes[0]
    assert last_cycles(tmp_path)[0].status == "running"
    assert last_cycles(tmp_path)[0].schedule == "night"
    cycle.close()


def test_one_that_is_done_is_not(tmp_path: Path) -> None:
    name = cut_off(tmp_path, "done")
    cycle = open_cycle(tmp_path, PLAN, Clock())
    assert (cycle.id > name, cycle.notes) == (True, ())
    cycle.close()


CHANGES = {
    "another commit": (replace(PLAN, rules="d" * 40), "the reviewed branch has moved (ccccccc -> ddddddd)", "r-1"),
    "a new one is asked for": (replace(PLAN, is_new=True), "a new one was asked for", ""),
}


@pytest.mark.parametrize("name", CHANGES)
def test_otherwise_it_is_closed_with_the_reason(tmp_path: Path, name: str) -> None:
    plan, reason, run = CHANGES[name]
    before = cut_off(tmp_path)
    cycle = open_cycle(tmp_path, plan, Clock())
    assert cycle.notes == (f"{before} (killed) is not gone on with: {reason}",)
    assert cycle.given_up == (before,)
    assert cycle.text("run", "run") == run, "a run under the same settings is taken over"
    new, old = last_cycles(tmp_path)
    assert (new.id, old.id, old.status, old.closed) == (cycle.id, before, "killed", True)
    assert old.failed.endswith(f"not gone on with: {reason}")
    cycle.close()
    again = open_cycle(tmp_path, PLAN, Clock())
    assert again.id != before, "nor later"
    again.close()


LIMITED = replace(PLAN, settings="t", chosen={"run.limit": "5"})


@pytest.mark.parametrize("other", [LIMITED, replace(PLAN, is_dry_run=True)], ids=["other settings", "a dry run"])
@pytest.mark.parametrize("status", ["done", "stopped"])
def test_one_of_other_settings_in_between_does_not_drop_it(tmp_path: Path, other: CyclePlan, status: str) -> None:
    first = cut_off(tmp_path, "stopped")
    between = open_cycle(tmp_path, other, Clock())
    assert between.id != first
    assert f"{first} (stopped) is kept: " in between.notes[0]
    between.write("ended", status=status)
    between.close()
    again = open_cycle(tmp_path, PLAN, Clock())
    assert (again.id, again.given_up) == (first, ())
    again.close()


def test_what_differs_is_named_with_its_flag(tmp_path: Path) -> None:
    cut_off(tmp_path, "stopped", LIMITED)
    cycle = open_cycle(tmp_path, PLAN, Clock())
    assert cycle.notes[0].endswith("other settings (run.limit 5, now not set): `ace cycle --limit 5` goes on with it")
    cycle.close()


def test_none_is_kept_for_longer_than_two_weeks(tmp_path: Path) -> None:
    old = cut_off(tmp_path, "stopped", LIMITED)
    cycle = open_cycle(tmp_path, PLAN, Clock("2026-12-15T12:00:00Z"))
    assert cycle.notes == (f"{old} (stopped) is not gone on with: nothing was done of it for 14 days",)
    assert last_cycles(tmp_path)[1].closed
    cycle.close()


DAMAGED = {
    "first line": b'{"at": 5\n{"event": "step"}\n',
    "no first line": b'{}\n{"event": "step"}\n',
    "binary": b"\x00\x01\xff" * 40,
    "an empty line": b"\n",
    "nested deeply": b"[" * 200_000 + b"\n",
}


@pytest.mark.parametrize("data", DAMAGED.values(), ids=DAMAGED)
def test_a_journal_damaged_in_its_first_line_is_kept_aside(tmp_path: Path, data: bytes) -> None:
    folder = tmp_path / "cycles" / "y-20261101-000000-aaaa"
    folder.mkdir(parents=True)
    (folder / "journal.jsonl").write_bytes(data)
    (before,) = last_cycles(tmp_path)
    assert (before.status, before.closed) == ("failed", True)
    assert "line 1 is damaged" in before.failed
    cycle = open_cycle(tmp_path, PLAN, Clock())
    assert "line 1 is damaged; it is kept as journal.jsonl.damaged" in cycle.notes[0]
    assert (folder / "journal.jsonl.damaged").read_bytes() == data
    cycle.close()


@pytest.mark.parametrize("data", [b"", b'{"at": "2026'], ids=["empty", "half a line"])
def test_what_was_killed_before_its_first_line_was_whole_goes(tmp_path: Path, data: bytes) -> None:
    folder = tmp_path / "cycles" / "y-20261101-000000-aaaa"
    folder.mkdir(parents=True)
    (folder / "journal.jsonl").write_bytes(data)
    cycle = open_cycle(tmp_path, PLAN, Clock())
    assert (cycle.notes, folder.exists()) == ((), False)
    cycle.close()


def test_one_that_cannot_be_opened_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name = cut_off(tmp_path)
    path = tmp_path / "cycles" / name / "journal.jsonl"
    read = Path.read_bytes

    def refused(self: Path) -> bytes:
        if self == path:
            raise PermissionError(13, "Permission denied")
        return read(self)

    # By hand: the suite may run as root, whom nothing is refused.
    monkeypatch.setattr(Path, "read_bytes", refused)
    cycle = open_cycle(tmp_path, PLAN, Clock())
    assert cycle.notes == (f"{path}: cannot be read: Permission denied; {name} is not gone on with",)
    assert path.exists()
    cycle.close()


def test_a_folder_of_a_far_year_is_said(tmp_path: Path) -> None:
    (tmp_path / "cycles" / "y-99991231-235959-aaaa").mkdir(parents=True)
    with pytest.raises(AceError, match=r"y-99991231-235959-aaaa is of later.* move that folder away"):
        open_cycle(tmp_path, PLAN, Clock())


def test_a_full_disk_does_not_count(tmp_path: Path) -> None:
    name = cut_off(tmp_path)
    for _ in range(MOST_FAILURES + 1):
        cycle = open_cycle(tmp_path, PLAN, Clock())
        assert cycle.id == name
        cycle.write("ended", status="failed", failed="no room", by=DISK_FULL)
        cycle.close()


def test_a_run_that_cannot_be_gone_on_with_is_neither_kept_nor_taken_over(tmp_path: Path) -> None:
    before = cut_off(tmp_path)
    cycle = open_cycle(tmp_path, PLAN, Clock(), lambda run: f"{run} was of other samples")
    assert cycle.notes == (f"{before} (killed) is not gone on with: r-1 was of other samples",)
    assert cycle.text("run", "run") == ""
    cycle.close()


def test_one_that_came_as_far_as_is_asked_for_is_closed(tmp_path: Path) -> None:
    cycle = open_cycle(tmp_path, PLAN, Clock())
    cycle.write("step", step="analyze", state="done")
    cycle.write("ended", status="stopped", failed="")
    cycle.close()
    further = open_cycle(tmp_path, replace(PLAN, until="draft"), Clock())
    assert further.id == cycle.id
    further.close()
    again = open_cycle(tmp_path, replace(PLAN, until="analyze"), Clock())
    assert "it has come as far as --until analyze asks for" in again.notes[0]
    again.close()


def test_a_cause_that_does_not_pass_is_given_up(tmp_path: Path) -> None:
    name = cut_off(tmp_path, "failed")
    for _ in range(MOST_FAILURES - 1):
        cycle = open_cycle(tmp_path, PLAN, Clock())
        assert cycle.id == name
        cycle.write("ended", status="failed", failed="why")
        cycle.close()
    cycle = open_cycle(tmp_path, PLAN, Clock())
    assert cycle.notes == (f"{name} (failed) is not gone on with: it failed 3 times in the same step",)
    cycle.close()


def test_failures_are_counted_since_the_last_step_that_was_done(tmp_path: Path) -> None:
    cut_off(tmp_path, "failed")
    cycle = open_cycle(tmp_path, PLAN, Clock())
    assert cycle.failures_in_a_row == 1
    cycle.write("step", step="run", state="done")
    assert cycle.failures_in_a_row == 0
    cycle.close()


def test_a_damaged_journal_is_left_and_said(tmp_path: Path) -> None:
    name = cut_off(tmp_path)
    path = tmp_path / "cycles" / name / "journal.jsonl"
    path.write_bytes(path.read_bytes() + b"rubbish\n{}\n")
    cycle = open_cycle(tmp_path, PLAN, Clock())
    assert "is damaged" in cycle.notes[0]
    assert cycle.id > name
    cycle.close()


def test_a_torn_line_is_said(tmp_path: Path) -> None:
    name = cut_off(tmp_path)
    path = tmp_path / "cycles" / name / "journal.jsonl"
    path.write_bytes(path.read_bytes() + b'{"event": "st')
    cycle = open_cycle(tmp_path, PLAN, Clock())
    assert "the last line of its journal was cut off and is not used" in cycle.notes[0]
    cycle.close()


def test_ids_are_in_order_also_when_the_clock_was_set_back(tmp_path: Path) -> None:
    first = open_cycle(tmp_path, PLAN, Clock())
    first.write("ended", status="done")
    first.close()
    second = open_cycle(tmp_path, PLAN, Clock("2026-11-29T12:00:00Z"))
    assert second.id > first.id
    second.close()


def test_the_last_line_of_a_kind_is_found(tmp_path: Path) -> None:
    cycle: CycleUnderWay = open_cycle(tmp_path, PLAN, Clock())
    cycle.write("step", step="run", state="begun")
    assert not cycle.is_done("run")
    cycle.write("step", step="run", state="done")
    assert cycle.is_done("run")
    assert cycle.find("opened") == {}
    assert cycle.text("begun", "process") == "", "a number is no text"
    cycle.close()


SETTINGS = Settings()


@pytest.mark.parametrize(
    ("changes", "is_same"),
    [
        ({"cycle": {"max_calls": 5}}, True),
        ({"review": {"max_open": 2}}, True),
        ({"gate": {"max_calls": 5}}, True),
        ({"gate": {"trials": 2}}, False),
        ({"run": {"limit": 2}}, False),
        ({"curator": {"drafts": 2}}, False),
    ],
    ids=str,
)
def test_which_settings_a_cycle_depends_on(changes: dict[str, object], is_same: bool) -> None:
    assert (settings_hash(Settings.model_validate(changes)) == settings_hash(SETTINGS)) is is_same
