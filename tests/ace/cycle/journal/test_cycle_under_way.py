"""A cycle that was cut off is gone on with under the same rules and settings, and closed otherwise."""

from dataclasses import replace
from pathlib import Path

import pytest

from ace.config.settings import Settings
from ace.cycle.journal import last_cycles
from ace.cycle.journal.cycle_under_way import MOST_FAILURES, CyclePlan, CycleUnderWay, open_cycle, settings_hash

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
    "other settings": (replace(PLAN, settings="t"), "the settings have changed", ""),
    "another commit": (replace(PLAN, rules="d" * 40), "the reviewed branch has moved (ccccccc -> ddddddd)", "r-1"),
    "a dry run": (replace(PLAN, is_dry_run=True), "one of the two is a dry run", "r-1"),
    "a new one is asked for": (replace(PLAN, is_new=True), "a new one was asked for", ""),
}


@pytest.mark.parametrize("name", CHANGES)
def test_otherwise_it_is_closed_with_the_reason(tmp_path: Path, name: str) -> None:
    plan, reason, run = CHANGES[name]
    before = cut_off(tmp_path)
    cycle = open_cycle(tmp_path, plan, Clock())
    assert cycle.notes == (f"{before} (killed) is not gone on with: {reason}",)
    assert cycle.text("run", "run") == run, "a run under the same settings is taken over"
    new, old = last_cycles(tmp_path)
    assert (new.id, old.id, old.status, old.closed) == (cycle.id, before, "killed", True)
    assert old.failed.endswith(f"not gone on with: {reason}")
    cycle.close()
    again = open_cycle(tmp_path, PLAN, Clock())
    assert again.id != before, "nor later"
    again.close()


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
