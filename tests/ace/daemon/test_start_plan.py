"""A restart neither repeats nor skips a cycle."""

import pytest

from ace.cycle.journal.cycle_record import CycleRecord, CycleStatus
from ace.daemon.health import Result, Status
from ace.daemon.start_plan import plan_start
from tests.ace.daemon.daemon_building import at, schedule, standing_of

NOW = at("2026-11-30 10:00")
DUE = at("2026-11-30 02:15")


def cycle(started: str, status: CycleStatus = "done", name: str = "nightly", resumed: str = "") -> CycleRecord:
    return CycleRecord("y-1", name, f"{started}Z", None, status, 0, resumed=resumed)


def result(status: Status) -> Result:
    return Result(status=status, due=DUE, started=at("2026-11-30 02:15:01"))


def test_a_new_schedule_counts_from_now() -> None:
    plan = plan_start(schedule(), None, (), NOW)
    assert (plan.handled, plan.due, plan.missed) == (NOW, None, 0)


def test_a_cycle_that_was_due_while_the_daemon_was_down_is_run_once() -> None:
    plan = plan_start(schedule(), standing_of(schedule(), at("2026-11-27 10:00")), (), NOW)
    assert (plan.due, plan.missed, plan.is_unfinished) == (DUE, 3, False)


def test_a_cycle_that_was_run_is_not_repeated() -> None:
    plan = plan_start(schedule(), standing_of(schedule(), DUE, result("done")), (), NOW)
    assert (plan.due, plan.missed) == (None, 0)


@pytest.mark.parametrize(
    "record",
    [
        pytest.param(cycle("2026-11-30T02:15:01"), id="started"),
        pytest.param(cycle("2026-11-28T02:15:01", resumed="2026-11-30T02:15:02Z"), id="gone on with"),
    ],
)
def test_the_journal_tells_of_a_cycle_the_health_file_does_not_know(record: CycleRecord) -> None:
    assert plan_start(schedule(), standing_of(schedule(), at("2026-11-29 03:00")), (record,), NOW).due is None
    assert plan_start(schedule(), None, (record,), NOW).due is None


@pytest.mark.parametrize("name", ["", "weekly"])
def test_cycles_by_hand_or_of_other_schedules_do_not_count(name: str) -> None:
    before = standing_of(schedule(), at("2026-11-29 03:00"))
    assert plan_start(schedule(), before, (cycle("2026-11-30T09:00:00", name=name),), NOW).due == DUE


@pytest.mark.parametrize(
    ("last", "records", "is_unfinished"),
    [
        pytest.param("running", (), True, id="the daemon was killed"),
        pytest.param("running", (cycle("2026-11-30T02:15:02", "killed"),), True, id="and its cycle too"),
        pytest.param("running", (cycle("2026-11-30T02:15:02", "stopped"),), True, id="and its cycle stopped itself"),
        pytest.param("running", (cycle("2026-11-30T02:15:02", "done"),), False, id="but its cycle came to its end"),
        pytest.param("running", (cycle("2026-11-29T02:15:02", "done"),), True, id="the one before came to its end"),
        pytest.param("stopped", (cycle("2026-11-30T02:15:02", "stopped"),), True, id="the daemon was stopped"),
        pytest.param("deadline", (cycle("2026-11-30T02:15:02", "killed"),), False, id="it took too long"),
        pytest.param("failed", (), False, id="it failed"),
        pytest.param("done", (), False, id="it went well"),
    ],
)
def test_a_cycle_that_was_cut_off_is_gone_on_with(
    last: Status, records: tuple[CycleRecord, ...], is_unfinished: bool
) -> None:
    plan = plan_start(schedule(), standing_of(schedule(), DUE, result(last)), records, NOW)
    assert (plan.is_unfinished, plan.due) == (is_unfinished, DUE if is_unfinished else None)


def test_a_clock_that_was_set_back_runs_nothing_twice() -> None:
    before = standing_of(schedule(), DUE, result("done"))
    early = at("2026-11-30 01:00")
    plan = plan_start(schedule(), before, (), early)
    assert (plan.due, plan.handled) == (None, DUE)
    assert "clock is behind" in plan.note
    assert schedule().times.next_after(max(plan.handled, early)) == at("2026-12-01 02:15")


def test_a_record_from_far_ahead_does_not_silence_a_schedule_for_years() -> None:
    plan = plan_start(schedule(), standing_of(schedule(), at("2036-01-01 00:00")), (), NOW)
    assert (plan.handled, plan.due) == (NOW, None)
    assert "far ahead" in plan.note


def test_another_line_counts_from_now() -> None:
    plan = plan_start(schedule("0 * * * *"), standing_of(schedule(), at("2026-11-01 00:00")), (), NOW)
    assert (plan.handled, plan.due) == (NOW, None)
    assert "15 2 * * *" in plan.note
