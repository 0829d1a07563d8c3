"""Which unfinished cycle is gone on with."""

from dataclasses import replace
from pathlib import Path

import pytest

from ace.cycle.journal.cycle_plan import CyclePlan
from ace.cycle.journal.find_unfinished import KEPT_DAYS, Found, find_unfinished
from tests.ace.cycle.journal.test_cycle_under_way import PLAN, cut_off

NOW = "2026-11-30T13:00:00Z"
OTHER = replace(PLAN, settings="other")


def _found(state: Path, plan: CyclePlan = PLAN, now: str = NOW) -> Found:
    return find_unfinished(state, plan, now)


def test_the_newest_with_the_same_settings_is_gone_on_with_though_another_ran_since(tmp_path: Path) -> None:
    name = cut_off(tmp_path, "stopped")
    other = cut_off(tmp_path, "stopped", OTHER)
    found = _found(tmp_path)
    assert found.going_on is not None
    assert found.going_on.record.id == name
    assert [item.record.id for item in found.kept] == [other]
    assert found.given_up == []


def test_one_whose_rules_moved_is_given_up_with_its_reason(tmp_path: Path) -> None:
    name = cut_off(tmp_path, "stopped", replace(PLAN, rules="d" * 40))
    found = _found(tmp_path)
    assert found.going_on is None
    assert [(item.record.id, item.reason) for item in found.given_up] == [
        (name, "the reviewed branch has moved (ddddddd -> ccccccc)")
    ]


@pytest.mark.parametrize(
    ("now", "is_kept"),
    [(f"2026-12-{KEPT_DAYS - 1:02d}T12:00:00Z", True), ("2026-12-20T12:00:00Z", False)],
    ids=["13 days", "20 days"],
)
def test_what_nobody_touched_for_two_weeks_is_given_up(tmp_path: Path, now: str, is_kept: bool) -> None:
    cut_off(tmp_path, "stopped")
    found = _found(tmp_path, now=now)
    assert (found.going_on is not None, bool(found.given_up)) == (is_kept, not is_kept)


def test_a_run_that_cannot_be_gone_on_with_is_not_taken_over(tmp_path: Path) -> None:
    cut_off(tmp_path)
    found = find_unfinished(tmp_path, PLAN, NOW, lambda run: f"{run} is gone")
    assert (found.going_on, found.run) == (None, "")
    assert found.given_up[0].reason == "r-1 is gone"


def test_moved_rules_take_over_the_run(tmp_path: Path) -> None:
    cut_off(tmp_path)
    found = _found(tmp_path, replace(PLAN, rules="d" * 40))
    assert (found.going_on, found.run) == (None, "r-1")
