"""Evidence belongs to one change, one text and one commit."""

from dataclasses import replace

import pytest

from ace.review.check_evidence import change_problems, evidence_problems, is_of_text
from ace.review.diff_model import RuleChange, compare_rules
from ace.review.fingerprint import fingerprint
from ace.review.proposal_branches import Proposal
from runtime.contracts.rule import Effect, Evidence, Rule
from runtime.rules.read_rule import parse_rule
from tests.ace.review.playbook_repository import (
    GREETING,
    GREETING_PATH,
    MERGED,
    NEW_RULE,
    OLD_RULE,
    RULE_ID,
    RULE_PATH,
    make_evidence,
)

RECORD = make_evidence("a" * 40)
BEFORE = parse_rule(OLD_RULE, RULE_PATH)
AFTER = parse_rule(NEW_RULE, RULE_PATH)
PROPOSAL = Proposal(
    RECORD.proposal, "ace/p/x", "c" * 40, RECORD.base, "edit", RULE_ID, fingerprint("edit", RULE_ID, AFTER), "r-0001",
    "confirmed",
)  # fmt: skip
EFFECT = {
    "metric": "success", "stage": "held-out", "n": 400, "before": 0.617, "after": 0.692, "fixed": 62, "broke": 32,
    "verdict": "confirmed", "controller": "openai/gpt-x",
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
        ({"controller": "another"}, False),
        ({"simulated": True}, False),
    ],
)
def test_the_effect_in_the_file_is_that_of_the_evidence(changes: dict[str, object], is_same: bool) -> None:
    effect = Effect.model_validate(EFFECT | changes)
    after = AFTER.model_copy(update={"effect": effect})
    assert (change_problems(RECORD, _change(after)) == ()) is is_same
    kept = BEFORE.model_copy(update={"effect": effect})
    assert change_problems(RECORD, _change(after, kept)) == ()


MERGE_RECORD = make_evidence("a" * 40, "merge")
MERGED_RULE = parse_rule(MERGED, RULE_PATH)
GONE = parse_rule(GREETING, GREETING_PATH)
MERGE_PROPOSAL = Proposal(
    MERGE_RECORD.proposal, "ace/p/x", "c" * 40, MERGE_RECORD.base, "merge", RULE_ID,
    fingerprint("merge", RULE_ID, MERGED_RULE, ["misc.old-greeting"]), "r-0001", "confirmed",
    merged=("misc.old-greeting",),
)  # fmt: skip


def _gone(before: Rule = GONE) -> RuleChange:
    return RuleChange("deleted", before.id, GREETING_PATH, before, None, ())


def _merge(*others: RuleChange, after: Rule = MERGED_RULE) -> tuple[str, ...]:
    kept = RuleChange("edited", RULE_ID, RULE_PATH, BEFORE, after, compare_rules(BEFORE, after))
    return evidence_problems(MERGE_RECORD, [kept, *others], MERGE_PROPOSAL)


def test_evidence_of_a_merge_is_of_what_goes_too() -> None:
    assert _merge(_gone()) == ()


@pytest.mark.parametrize(
    ("others", "after", "problem"),
    [
        pytest.param((), {}, "but here misc.old-greeting is not changed", id="left"),
        pytest.param(
            (RuleChange("edited", "misc.old-greeting", GREETING_PATH, GONE, GONE, ()),), {}, "is edited", id="edited"
        ),
        pytest.param(
            (_gone(), RuleChange("deleted", "safety.x", "playbooks/tutor/safety/x.yaml", GONE, None, ())),
            {},
            "but this also changes safety.x",
            id="one more",
        ),
        pytest.param((_gone(GONE.model_copy(update={"safety": True})),), {}, "is a safety rule", id="safety"),
        pytest.param((_gone(GONE.model_copy(update={"enforce": "gate"})),), {}, "a gate enforces", id="a gate"),
        pytest.param((_gone(GONE.model_copy(update={"audience": "solver"})),), {}, "different readers", id="readers"),
        pytest.param(
            (_gone(GONE.model_copy(update={"evidence": (Evidence(cluster="c-1", failures=3, samples=2),)})),),
            {},
            "does not hold the evidence of misc.old-greeting",
            id="evidence lost",
        ),
        pytest.param((_gone(),), {"related": ()}, "does not say in `related`", id="no link"),
        pytest.param((_gone(),), {"text": "Never."}, "the figures are of another text", id="another text"),
    ],
)
def test_what_a_merge_does_besides_or_loses(
    others: tuple[RuleChange, ...], after: dict[str, object], problem: str
) -> None:
    (found,) = _merge(*others, after=MERGED_RULE.model_copy(update=after))
    assert problem in found


def test_a_commit_that_names_other_rules_than_its_evidence() -> None:
    other = replace(MERGE_PROPOSAL, merged=("misc.another",))
    kept = RuleChange("edited", RULE_ID, RULE_PATH, BEFORE, MERGED_RULE, compare_rules(BEFORE, MERGED_RULE))
    (problem,) = evidence_problems(MERGE_RECORD, [kept, _gone()], other)
    assert "merged is ('misc.old-greeting',) there and ('misc.another',) in the commit" in problem
