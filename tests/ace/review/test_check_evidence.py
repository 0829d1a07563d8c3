"""Evidence belongs to one change, one text and one commit."""

import pytest

from ace.review.check_evidence import change_problems, evidence_problems, is_of_text
from ace.review.diff_model import RuleChange, compare_rules
from ace.review.fingerprint import fingerprint
from ace.review.proposal_branches import Proposal
from runtime.contracts.rule import Effect, Rule
from runtime.rules.read_rule import parse_rule
from tests.ace.review.playbook_repository import NEW_RULE, OLD_RULE, RULE_ID, RULE_PATH, make_evidence

RECORD = make_evidence("a" * 40)
BEFORE = parse_rule(OLD_RULE, RULE_PATH)
AFTER = parse_rule(NEW_RULE, RULE_PATH)
PROPOSAL = Proposal(
    RECORD.proposal, "ace/p/x", "c" * 40, RECORD.base, "edit", RULE_ID, fingerprint("edit", RULE_ID, AFTER), "r-0001",
    "confirmed",
)  # fmt: skip
EFFECT = {
    "metric": "success", "stage": "held-out", "n": 400, "before": 0.617, "after": 0.692, "fixed": 62, "broke": 32,
    "verdict": "confirmed", "controller": "x",
}  # fmt: skip


def _change(after: Rule = AFTER, before: Rule = BEFORE) -> RuleChange:
    return RuleChange("edited", RULE_ID, RULE_PATH, before, after, compare_rules(before, after))


def _rule(**changes: object) -> Rule:
    return Rule.model_validate(AFTER.model_dump(by_alias=True) | changes)


def test_evidence_of_this_change_has_no_problem() -> None:
    assert evidence_problems(RECORD, [_change()], PROPOSAL) == ()


@pytest.mark.parametrize("changes", [{"text": "Never call it."}, {"when": "true"}, {"priority": 1}, {"safety": True}])
def test_figures_of_another_text(changes: dict[str, object]) -> None:
    change = _change(_rule(**changes))
    assert not is_of_text(RECORD, change)
    (problem,) = change_problems(RECORD, change)
    assert problem.startswith(f"the figures are of another text: {RULE_ID} as it stands here would be proposal")


def test_the_trailers_whole_fingerprint_counts_too() -> None:
    mark = RECORD.proposal + "0" * 52
    assert change_problems(RECORD, _change())[:1] == ()
    assert "of another text" in change_problems(RECORD, _change(), mark)[0]


def test_a_rule_that_cannot_be_read_is_no_second_problem() -> None:
    assert evidence_problems(RECORD, [RuleChange("unreadable", RULE_ID, RULE_PATH, None, None, ())], PROPOSAL) == ()


def test_what_else_is_changed_has_no_figures() -> None:
    other = RuleChange("deleted", "safety.other", "playbooks/tutor/safety/other.yaml", BEFORE, None, ())
    (problem,) = evidence_problems(RECORD, [_change(), other], PROPOSAL)
    assert problem.endswith("alone, but this also changes safety.other")


@pytest.mark.parametrize(
    ("changes", "is_same"),
    [
        ({}, True),
        ({"after": 0.9}, False),
        ({"n": 4000}, False),
        ({"fixed": 80}, False),
        ({"verdict": "harmful"}, False),
    ],
)
def test_the_effect_in_the_file_is_that_of_the_evidence(changes: dict[str, object], is_same: bool) -> None:
    effect = Effect.model_validate(EFFECT | changes)
    after = AFTER.model_copy(update={"effect": effect})
    assert (change_problems(RECORD, _change(after)) == ()) is is_same
    kept = BEFORE.model_copy(update={"effect": effect})
    assert change_problems(RECORD, _change(after, kept)) == ()
