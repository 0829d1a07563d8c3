"""Where schedules stand, and the file that says so."""

from pathlib import Path

import pytest

from ace.cycle.journal.cycle_record import CycleRecord
from ace.daemon.health import ScheduleHealth, Status, health_path, read_health
from ace.daemon.running_cycle import CycleEnd, Due
from ace.daemon.standing import Standing
from ace.daemon.start_plan import StartPlan
from tests.ace.daemon.daemon_building import at, health, schedule, standing_of

AT, NOW = at("2026-11-30 02:15"), at("2026-11-30 02:16")
DUE = Due(schedule(), AT)


def standing(folder: Path) -> Standing:
    return Standing(health_path(folder), health(standing_of(schedule(), at("2026-11-29 02:15"))))


def of(found: Standing) -> ScheduleHealth:
    value = found.of("nightly")
    assert value is not None
    return value


def test_a_cycle_that_starts_deals_with_its_time(tmp_path: Path) -> None:
    found = standing(tmp_path)
    found.started(DUE, NOW, "a.log")
    assert (of(found).handled, of(found).last and of(found).last.status) == (AT, "running")  # type: ignore[union-attr]
    assert found.started_at("nightly") == NOW


@pytest.mark.parametrize(
    ("ends", "is_failing", "has_success"),
    [
        ([("failed", 1)], True, False),
        ([("failed", 1), ("stopped", -15)], True, False),
        ([("failed", 1), ("ceiling", 3)], True, False),
        ([("deadline", 143), ("done", 0)], False, True),
        ([("done", 2), ("failed", 1)], True, True),
        ([("stopped", 143)], False, False),
    ],
    ids=["failed", "then stopped", "then a ceiling", "then well", "well, then failed", "stopped"],
)
def test_failing_is_what_the_last_cycle_that_says_something_did(
    ends: list[tuple[Status, int]], is_failing: bool, has_success: bool, tmp_path: Path
) -> None:
    found = standing(tmp_path)
    for status, code in ends:
        found.started(DUE, NOW, "a.log")
        found.ended(DUE, CycleEnd(status, code, "why", 1.0), None, NOW)
    assert (of(found).is_failing, of(found).last_success is not None) == (is_failing, has_success)


def test_the_journal_s_words_come_before_the_exit_code(tmp_path: Path) -> None:
    found = standing(tmp_path)
    found.started(DUE, NOW, "a.log")
    record = CycleRecord("y-1", "nightly", "", None, "failed", 1, opened=("7f3a91c2b04e",), failed="no model answers")
    result = found.ended(DUE, CycleEnd("failed", 1, "exit code 1", 1.0), record, NOW)
    assert (result.cycle, result.reason, result.opened) == ("y-1", "no model answers", ("7f3a91c2b04e",))


def test_another_line_begins_anew_and_the_same_line_goes_on(tmp_path: Path) -> None:
    found = standing(tmp_path)
    found.missed("nightly", 2)
    found.plan([schedule()], {"nightly": StartPlan(AT)})
    assert (of(found).missed, of(found).handled) == (2, AT)
    found.plan([schedule("@daily")], {"nightly": StartPlan(AT)})
    assert of(found).missed == 0


def test_times_left_out_are_dealt_with_and_never_less(tmp_path: Path) -> None:
    found = standing(tmp_path)
    found.missed("nightly", 1, AT)
    found.missed("nightly", 0, at("2026-11-01 00:00"))
    assert (of(found).missed, of(found).handled) == (1, AT)


def test_the_file_has_it_all(tmp_path: Path) -> None:
    found = standing(tmp_path)
    found.error("something")
    found.save("running", NOW, lambda name: at("2026-12-01 02:15"), {"k": NOW})
    read = read_health(health_path(tmp_path))
    assert read == found.health
    assert read is not None
    assert (read.state, read.beat, read.last_error) == ("running", NOW, "something")
    assert read.schedules[0].next_due == at("2026-12-01 02:15")


def test_a_file_that_cannot_be_written_does_not_stop_the_daemon(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").write_bytes(b"")
    found = Standing(tmp_path / "file" / "daemon.json", health())
    found.save("running", NOW, lambda name: None, {})
    assert "a restart may repeat a cycle" in caplog.text
