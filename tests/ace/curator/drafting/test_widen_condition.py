"""Two conditions as one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ace.curator.drafting.widen_condition import Conditions, conjuncts, widen
from runtime.contracts.json_types import JsonObject
from runtime.contracts.rule import Rule
from runtime.rules.evaluate_condition import judge
from tests.ace.building import rule

REVEAL, HINT = 'action.kind == "REVEAL_ANSWER"', 'action.kind == "HINT"'


@pytest.mark.parametrize(
    ("old", "new", "together"),
    [
        pytest.param((REVEAL, "state.a"), (REVEAL, "state.b"), (REVEAL, "state.a && state.b"), id="one more demand"),
        pytest.param(
            (f"{REVEAL} && state.p", "state.a"), (REVEAL, "state.b"), (REVEAL, "(!(state.p) || state.a) && state.b"),
            id="the old one speaks about fewer decisions",
        ),
        pytest.param(
            (REVEAL, "state.a"), (f"{REVEAL} && state.p && state.q", "state.b || state.c"),
            (REVEAL, "state.a && (!(state.p && state.q) || (state.b || state.c))"),
            id="the new one does",
        ),
        pytest.param((REVEAL, "state.a"), (HINT, "state.a"), (f"{REVEAL} || {HINT}", "state.a"), id="one demand"),
        pytest.param(
            (f"{REVEAL} && state.p", "state.a"), (f"{REVEAL} && state.q", "state.a"),
            (f"{REVEAL} && (state.p || state.q)", "state.a"), id="one demand, some common",
        ),
        pytest.param((REVEAL, "state.a"), (f"{REVEAL} && state.p", "state.a"), (REVEAL, "state.a"), id="nothing new"),
        pytest.param((REVEAL, "state.a"), (HINT, "state.b"), None, id="nothing in common"),
        pytest.param((f"{REVEAL} // only then", "state.a"), (REVEAL, "state.b"), None, id="a comment"),
        pytest.param(
            (f'{REVEAL} && state.t != "a && b"', "state.a"), (REVEAL, "state.b"),
            (REVEAL, '(!(state.t != "a && b") || state.a) && state.b'), id="a sign within a text",
        ),
    ],
)  # fmt: skip
def test_what_is_common_is_said_once(
    old: tuple[str, str], new: tuple[str, str], together: tuple[str, str] | None
) -> None:
    assert widen(Conditions(*old), Conditions(*new)) == together


@pytest.mark.parametrize(
    ("source", "parts"),
    [
        pytest.param("a && (b && c) && d", ["a", "(b && c)", "d"], id="brackets stay together"),
        pytest.param("a || b && c", ["a || b && c"], id="a choice is one part"),
        pytest.param(" a ", ["a"], id="one part"),
    ],
)
def test_the_parts_of_a_condition(source: str, parts: list[str]) -> None:
    assert conjuncts(source) == parts


FLAGS = ("a", "b", "p", "q")
parts = st.sampled_from([f"{sign}state.{flag}" for flag in FLAGS for sign in ("", "!")])
sources = st.one_of(
    st.lists(parts, min_size=1, max_size=3).map(" && ".join),
    st.lists(parts, min_size=2, max_size=2).map(" || ".join),
    st.tuples(parts, parts, parts).map(lambda three: f"({three[0]} || {three[1]}) && {three[2]}"),
)


def rule_of(conditions: Conditions) -> Rule:
    """Return a rule with these conditions."""
    return rule("a.b", when=conditions.when, require=conditions.require)


@given(old=st.tuples(sources, sources), new=st.tuples(sources, sources), data=st.data())
def test_the_wider_rule_is_violated_exactly_where_one_of_the_two_is(
    old: tuple[str, str], new: tuple[str, str], data: st.DataObject
) -> None:
    together = widen(Conditions(*old), Conditions(*new))
    if together is None:
        return
    state = {flag: data.draw(st.booleans()) for flag in FLAGS}
    context: JsonObject = {"action": {}, "state": state, "episode": {}}
    either = {judge(rule_of(Conditions(*each)), context) == "violates" for each in (old, new)}
    assert (judge(rule_of(together), context) == "violates") == (True in either)
