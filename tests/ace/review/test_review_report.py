"""Plan and exit status."""

import pytest

from ace.review.diff_model import ChangeKind, RuleChange
from ace.review.evidence_stages import GuardRow
from ace.review.proposal_branches import Proposal
from ace.review.report import DiffItem, DiffReport, exit_code
from runtime.rules.read_rule import parse_rule
from tests.ace.review.playbook_repository import GREETING, GREETING_PATH, MERGED, RULE_ID, RULE_PATH, make_evidence


def _item(kind: ChangeKind = "edited", *, verdict: str = "confirmed", fresh: bool = True, **more: object) -> DiffItem:
    change = RuleChange(kind, "a.b", "p/a/b.yaml", None, None, ())
    proposal = Proposal("0" * 12, "ace/p/0", "c" * 40, verdict=verdict, is_fresh=fresh)
    return DiffItem(proposal, (change,), **more)  # type: ignore[arg-type]


GUARDED = make_evidence("a" * 40, verdict="promising", guards=(GuardRow(name="cost", status="failed"),))


def _report(*items: DiffItem) -> DiffReport:
    return DiffReport("main", "a" * 40, True, items)


@pytest.mark.parametrize(
    ("items", "expected"),
    [
        pytest.param((), 0, id="nothing"),
        pytest.param((_item(),), 2, id="changes"),
        pytest.param((_item(), _item(verdict="harmful")), 3, id="harmful"),
        pytest.param((_item(fresh=False),), 4, id="stale"),
        pytest.param((_item(conflicts=("main",)),), 4, id="conflict"),
        pytest.param((_item(fresh=False), _item(verdict="harmful")), 3, id="harmful before stale"),
        pytest.param((_item(evidence=GUARDED), _item(fresh=False)), 3, id="a guard failed"),
        pytest.param((_item(verdict="harmful"), _item(problems=("x",))), 1, id="unreadable before all"),
    ],
)
def test_exit_code(items: tuple[DiffItem, ...], expected: int) -> None:
    assert exit_code(_report(*items)) == expected


def test_the_plan_counts_kinds_and_verdicts() -> None:
    simulated = make_evidence("a" * 40, simulated=True, verdict="promising")
    plan = _report(
        _item("added"),
        _item("moved", verdict="promising"),
        _item("edited", evidence=simulated),
        _item("deleted", verdict="", problems=("x",)),
    ).plan
    assert (plan.add, plan.change, plan.delete) == (1, 2, 1)
    assert plan.verdicts == (("confirmed", 1), ("promising", 2))
    assert (plan.simulated, plan.unreadable, plan.problems) == (1, 0, 1)


def test_a_rule_that_cannot_be_read_is_neither_added_nor_deleted() -> None:
    plan = _report(_item("unreadable", problems=("x",))).plan
    assert (plan.add, plan.change, plan.delete, plan.unreadable, plan.problems) == (0, 0, 0, 1, 1)


def test_a_verdict_with_a_problem_is_only_what_was_said() -> None:
    record = make_evidence("a" * 40)
    assert DiffItem(None, evidence=record).verdict == "confirmed"
    assert DiffItem(None, evidence=record, problems=("x",)).verdict == "unverified (says confirmed)"
    assert _item(problems=("x",)).verdict == "unverified (says confirmed)"
    assert DiffItem(None, problems=("x",)).verdict == ""


@pytest.mark.parametrize("name", ["simulated/gpt-x", "Simulated", "openai/gpt-x (simulated)"])
def test_a_simulated_controller_counts_whatever_the_flag_says(name: str) -> None:
    assert DiffItem(None, evidence=make_evidence("a" * 40, controller=name)).simulated
    assert not DiffItem(None, evidence=make_evidence("a" * 40, controller="openai/simulated-annealer")).simulated


def test_a_branch_that_cannot_be_read_is_not_called_stale() -> None:
    assert not DiffItem(Proposal("x", "ace/p/x", "c" * 40, problem="p"), problems=("p",)).is_stale


def test_a_deletion_counts_as_merged_only_where_the_kept_rule_says_so() -> None:
    kept, gone = parse_rule(MERGED, RULE_PATH), parse_rule(GREETING, GREETING_PATH)
    deletion = RuleChange("deleted", gone.id, GREETING_PATH, gone, None, ())
    record = make_evidence("a" * 40, "merge")
    for rule, expected in ((kept, RULE_ID), (kept.model_copy(update={"related": ()}), "")):
        item = DiffItem(None, (RuleChange("edited", RULE_ID, RULE_PATH, None, rule, ()), deletion), record)
        assert item.merged_into(deletion) == expected
        assert item.merged_into(item.changes[0]) == ""
        assert (item.merged_rules, _report(item).plan.merged) == (((gone,), 1) if expected else ((), 0))
    assert DiffItem(None, (deletion,), record).merged_into(deletion) == ""


def test_a_rule_that_becomes_a_gate_counts_as_changed() -> None:
    assert _report(_item("promoted"), _item("demoted")).plan.change == 2
