"""The rules with a draft merged."""

from ace.curator.draft import Draft, Op
from ace.cycle.judging.apply_draft import apply_draft
from runtime.contracts.rule import Rule
from tests.ace.building import rule

A, B, C = (rule(f"area.{name}", priority=priority) for name, priority in (("a", 50), ("b", 40), ("c", 60)))


def draft(op: Op, rule_id: str, before: Rule | None, after: Rule | None, merged: tuple[Rule, ...] = ()) -> Draft:
    return Draft(op, rule_id, before, after, None, None, "", "heuristic", merged)


def test_an_added_rule_stands_in_prompt_order() -> None:
    assert apply_draft((A, C), draft("add", B.id, None, B)) == (B, A, C)


def test_an_edit_takes_the_place_of_the_old_text() -> None:
    edited = A.model_copy(update={"text": "Do it better.\n"})
    assert apply_draft((A, C), draft("edit", A.id, A, edited)) == (edited, C)


def test_deletion_and_merge_take_rules_away() -> None:
    assert apply_draft((B, A, C), draft("delete", A.id, A, None)) == (B, C)
    assert apply_draft((B, A, C), draft("merge", A.id, A, A, (B, C))) == (A,)
