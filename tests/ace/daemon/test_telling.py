"""What is told of missed and ended cycles."""

from datetime import timedelta

import pytest

from ace.daemon import telling
from ace.daemon.health import Result, Status
from ace.daemon.running_cycle import Due
from tests.ace.daemon.daemon_building import at, schedule

AT = at("2026-11-30 02:15")


@pytest.mark.parametrize(
    ("status", "was_failing", "kind"),
    [
        ("failed", False, "failed"),
        ("failed", True, "failed"),
        ("deadline", False, "deadline"),
        ("busy", False, "busy"),
        ("not started", False, "not started"),
        ("done", True, "recovered"),
        ("done", False, None),
        ("stopped", True, None),
        ("ceiling", False, None),
    ],
)
def test_what_is_told_of_an_end(status: Status, was_failing: bool, kind: str | None) -> None:
    result = Result(status=status, due=AT, started=AT, reason="exit code 1", exit_code=1)
    found = telling.ended(Due(schedule(), AT), result, "/logs/a.log", was_failing=was_failing)
    assert (found.kind if found else None) == kind
    if kind not in (None, "recovered"):
        assert found is not None
        assert "2026-11-30T02:15:00Z failed: exit code 1; see /logs/a.log" in found.text


def test_missed_times_are_counted_and_the_last_is_named() -> None:
    assert "1 due time passed" in telling.missed_while_down(Due(schedule(), AT, 1)).text
    assert "3 due times passed while no daemon ran, the last at 2026-11-30T02:15:00Z" in (
        telling.missed_while_down(Due(schedule(), AT, 3)).text
    )


def test_a_late_start_says_how_late() -> None:
    text = telling.started_late(Due(schedule(), AT, 3), AT + timedelta(hours=8)).text
    assert "8:00:00 ago, and 2 more passed" in text


def test_an_overlap_says_whose_cycle_is_in_the_way() -> None:
    own, other = Due(schedule(), AT), Due(schedule(name="weekly"), AT)
    assert "its last cycle still runs" in telling.still_running("nightly", AT, own).text
    assert "waits for another schedule" in telling.still_running("nightly", AT, other).text
