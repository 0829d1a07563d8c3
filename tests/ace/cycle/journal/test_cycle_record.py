"""A cycle as its journal tells it."""

import pytest

from ace.cycle.journal.cycle_record import KILLED, CycleRecord, record_of
from runtime.contracts.json_types import JsonObject

BEGUN: JsonObject = {"event": "begun", "at": "t1", "schedule": "night"}
RUN: JsonObject = {"event": "run", "at": "t2", "run": "r-1"}
STEP: JsonObject = {"event": "step", "at": "t3", "step": "judge", "state": "begun"}
OPENED: JsonObject = {"event": "opened", "at": "t4", "proposal": "7f3a91c2b04e"}
RESUMED: JsonObject = {"event": "resumed", "at": "t5", "schedule": ""}


def ended(status: str, code: int | None = 0, failed: str = "") -> JsonObject:
    """Return the last line of a cycle."""
    return {"event": "ended", "at": "t9", "status": status, "exit_code": code, "failed": failed, "summary": "s"}


@pytest.mark.parametrize(
    ("lines", "is_running", "status", "failed", "code"),
    [
        pytest.param([BEGUN, RUN], True, "running", "", None, id="held by a process"),
        pytest.param([BEGUN, RUN], False, "killed", KILLED, None, id="ended without a word"),
        pytest.param([BEGUN, ended("done", 2)], False, "done", "", 2, id="done"),
        pytest.param([BEGUN, ended("done", 2)], True, "done", "", 2, id="done, about to be let go"),
        pytest.param([BEGUN, ended("failed", 1, "no server")], False, "failed", "no server", 1, id="failed"),
        pytest.param([BEGUN, ended("stopped", 3, "40 calls"), RESUMED], True, "running", "", None, id="gone on with"),
        pytest.param([BEGUN, ended("stopped", 3, "x"), RESUMED], False, "killed", KILLED, None, id="then killed"),
        pytest.param([BEGUN, ended("of a newer version")], False, "failed", "", 0, id="a status nobody knows"),
    ],
)
def test_how_it_stands(lines: list[JsonObject], is_running: bool, status: str, failed: str, code: int | None) -> None:
    record = record_of("y-1", lines, is_running=is_running)
    assert (record.status, record.failed, record.exit_code) == (status, failed, code)


def test_all_that_is_told() -> None:
    lines = [BEGUN, RUN, STEP, OPENED, OPENED, ended("done", 2)]
    assert record_of("y-1", lines, is_running=False) == CycleRecord(
        id="y-1",
        schedule="night",
        started="t1",
        ended="t9",
        status="done",
        exit_code=2,
        opened=("7f3a91c2b04e",),
        summary="s",
        step="judge",
        run="r-1",
    )


def test_who_goes_on_with_it_is_who_it_is_by() -> None:
    record = record_of("y-1", [BEGUN, RESUMED], is_running=True)
    assert (record.started, record.resumed, record.schedule) == ("t1", "t5", "")


def test_a_closed_one_is_marked() -> None:
    assert record_of("y-1", [BEGUN, ended("failed", 1, "x"), {"event": "closed"}], is_running=False).closed


@pytest.mark.parametrize("line", [{}, {"event": 3}, {"event": "opened", "proposal": None}], ids=str)
def test_odd_lines_do_not_matter(line: JsonObject) -> None:
    assert record_of("y-1", [BEGUN, line], is_running=True).status == "running"
