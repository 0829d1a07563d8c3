"""What counts as the same proposal."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ace.review.fingerprint import agent_of, fingerprint, proposal_id
from runtime.contracts.rule import Rule
from runtime.rules.read_rule import parse_rule
from tests.ace.review.playbook_repository import NEW_RULE, RULE_PATH


def _rule(**changes: object) -> Rule:
    return Rule.model_validate(parse_rule(NEW_RULE, RULE_PATH).model_dump(by_alias=True) | changes)


def test_the_fingerprint_ignores_wrapping_but_not_meaning() -> None:
    mark = fingerprint("edit", "a.b", _rule())
    wrapped = _rule(text="Call `retrieve` and read\n  what it returned before you call `web_browser`.\n")
    assert fingerprint("edit", "a.b", wrapped) == mark
    others = [
        fingerprint("add", "a.b", _rule()),
        fingerprint("edit", "a.c", _rule()),
        fingerprint("delete", "a.b", None),
        fingerprint("edit", "a.b", _rule(text="Do not call it.")),
        fingerprint("edit", "a.b", _rule(require="true")),
        fingerprint("edit", "a.b", _rule(enforce="gate")),
        fingerprint("edit", "a.b", _rule(priority=41)),
    ]
    assert len({mark, *others}) == 8


def test_the_id_is_how_the_fingerprint_begins() -> None:
    assert fingerprint("delete", "a.b", None).startswith(proposal_id(fingerprint("delete", "a.b", None)))


@pytest.mark.parametrize(
    ("op", "rule", "mark"),
    [
        ("add", _rule(), "ccd6b4ba3ac6d74b57291d45d4876c32f2380777cf8f801c7ffba549af56eb30"),
        ("edit", _rule(), "144f8a1590d1a5853ffd28aee79fad892191a0ac6a420e34a983d310b92180b2"),
        ("delete", None, "a80713ef6b98361062234e5f44ace83a60131ced37fc44da37964e36dca49439"),
    ],
    ids=["add", "edit", "delete"],
)
def test_what_was_proposed_before_keeps_its_name(op: str, rule: Rule | None, mark: str) -> None:
    assert fingerprint(op, "a.b", rule) == mark


@given(st.lists(st.from_regex(r"[a-z]{1,3}\.[a-z]{1,3}", fullmatch=True), min_size=1, unique=True), st.randoms())
def test_a_merge_is_named_after_what_goes_in_any_order(merged: list[str], random: Random) -> None:
    mark = fingerprint("merge", "a.b", _rule(), merged)
    shuffled = random.sample(merged, len(merged))
    assert fingerprint("merge", "a.b", _rule(), shuffled) == mark
    assert fingerprint("merge", "a.b", _rule(), [*merged, "another.rule"]) != mark
    assert fingerprint("merge", "a.b", _rule(), merged[1:]) != mark


@pytest.mark.parametrize(
    ("op", "rule", "merged"),
    [("add", _rule(), ()), ("edit", _rule(), ()), ("merge", _rule(), ("a.c",)), ("delete", None, ())],
    ids=["add", "edit", "merge", "delete"],
)
def test_the_same_change_for_another_agent_is_another_proposal(
    op: str, rule: Rule | None, merged: tuple[str, ...]
) -> None:
    def mark(agent: str) -> str:
        theirs = None if rule is None else rule.model_copy(update={"agent": agent})
        return fingerprint(op, "a.b", theirs, merged, agent=agent)

    assert mark("tutor") == fingerprint(op, "a.b", rule, merged)
    assert len({mark("tutor"), mark("inspector"), mark("shopper")}) == 3


def test_the_agent_of_a_change_is_that_of_the_first_rule_there_is() -> None:
    theirs = _rule(agent="inspector")
    assert (agent_of(None, theirs), agent_of(theirs, _rule()), agent_of(None)) == ("inspector", "inspector", "tutor")
