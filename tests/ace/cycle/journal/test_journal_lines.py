"""Questions asked of a journal's lines."""

from ace.cycle.journal.journal_lines import DISK_FULL, failures_in_a_row, find_line, is_step_done
from runtime.contracts.json_types import JsonObject

DONE: JsonObject = {"event": "step", "step": "run", "state": "done"}
FAILED: JsonObject = {"event": "ended", "status": "failed"}


def test_the_last_line_that_fits_is_found() -> None:
    lines: list[JsonObject] = [{"event": "run", "run": "r-1"}, {"event": "run", "run": "r-2"}, DONE]
    assert find_line(lines, "run") == {"event": "run", "run": "r-2"}
    assert find_line(lines, "run", run="r-1") == {"event": "run", "run": "r-1"}
    assert find_line(lines, "begun") == {}


def test_a_step_that_was_only_begun_is_not_done() -> None:
    assert is_step_done([DONE], "run")
    assert not is_step_done([{**DONE, "state": "begun"}], "run")
    assert not is_step_done([DONE], "draft")


def test_failures_count_since_the_last_step_and_full_disks_do_not() -> None:
    assert failures_in_a_row([FAILED, DONE, FAILED, {**FAILED, "by": DISK_FULL}, FAILED]) == 2
    assert failures_in_a_row([FAILED, DONE]) == 0
    assert failures_in_a_row([{**FAILED, "status": "stopped"}]) == 0
