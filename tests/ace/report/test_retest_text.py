"""What `ace ablate --due` says."""

import json
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from ace.curator.checks.check import Check
from ace.curator.draft import Draft
from ace.cycle.ablation.outcome import Ablation
from ace.cycle.ablation.retest import Again, Retested
from ace.cycle.draft_changes import CheckedDraft
from ace.ledger.due_rules import Due
from ace.report.retest_text import retested_json, retested_text
from tests.ace.building import rule

FIRST, SECOND = (
    Due(
        rule(name),
        f"rules/{name}.yaml",
        datetime(2026, month, 1, tzinfo=UTC),
        datetime(2026, month, 30, 23, tzinfo=UTC),
    )
    for name, month in (("a.first", 10), ("a.second", 11))
)
SOUND = Check("re-test", True, "agents do better without the rule")
REJECTED = Check("rejected", False, "rejected on 2026-10-01 by A\x1b[31m: keep it")
FOUND = Ablation("r-1", "tutor", "openai/m", False, 8, 8, 1, 99, "a-0")


def deletion(*checks: Check) -> CheckedDraft:
    """Return a draft that deletes the first rule."""
    return CheckedDraft(
        Draft("delete", "a.first", FIRST.rule, None, None, None, "Better without\x1b[31m.", "re-test"), checks
    )


NONE_DUE = Again(30, (), (FIRST, SECOND), None)
DONE = Again(30, (FIRST,), (SECOND,), Retested(FOUND, (deletion(SOUND), deletion(SOUND, REJECTED))))


@pytest.mark.parametrize(
    ("again", "said"),
    [
        pytest.param(
            replace(NONE_DUE, days=None, following=()),
            "rules in force are never left out again (gate.retest_days is null)\n",
            id="switched off",
        ),
        pytest.param(
            replace(NONE_DUE, following=()),
            "no rule in force came from a proposal, so none is left out again\n",
            id="none accepted",
        ),
        pytest.param(
            NONE_DUE,
            "no rule is due, of 2 that proposals brought; the next is a.first, from 2026-10-30 (gate.retest_days 30)\n",
            id="none due",
        ),
    ],
)
def test_without_a_rule_that_is_due_it_is_one_line(again: Again, said: str) -> None:
    assert retested_text(again) == said
    value = retested_json(again)
    assert (value["due"], value["ablation"], value["deletions"]) == ([], None, [])


def test_the_ablation_then_deletions_then_what_is_next() -> None:
    lines = retested_text(DONE).splitlines()
    assert lines[0].startswith("r-1: 0 rules of tutor")
    assert lines[-3:] == [
        "to be deleted: a.first. Better without\\x1b[31m. The next `ace cycle` proposes it.",
        "better left out, but not proposed: a.first: rejected on 2026-10-01 by A\\x1b[31m: keep it",
        "1 rule due, of 1 that proposals brought; the next is a.second, from 2026-11-30 (gate.retest_days 30)",
    ]


def test_json_has_each_deletion_with_its_checks() -> None:
    value = json.loads(json.dumps(retested_json(DONE)))
    assert (value["retest_days"], value["due"]) == (30, ["a.first"])
    assert value["ablation"]["run"] == "r-1"
    assert [one["is_sound"] for one in value["deletions"]] == [True, False]
    assert [check["ok"] for check in value["deletions"][1]["checks"]] == [True, False]
    assert value["next"] == [{"rule": "a.second", "due": "2026-11-30"}]
