"""Many decisions at once say what each says alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.contracts.rule import Rule
from runtime.rules.evaluate_condition import explain
from runtime.rules.judge_decisions import Guard, explain_each, find_guard, prepare

_TEXTS = st.sampled_from(["HINT", "QUIZ", "zoom", "", 3, None, True, ["HINT"]])
_ACTIONS = st.dictionaries(st.sampled_from(["kind", "name", "level"]), _TEXTS | st.integers(0, 2), max_size=3)
_CONTEXTS = st.dictionaries(st.sampled_from(["action", "state"]), _ACTIONS | st.just("no object"), max_size=2)
_WHENS = st.sampled_from(
    [
        'action.kind == "HINT"',
        'action.kind == "HINT" && action.level > 0',
        'state.level == 1 && action.name in ["zoom", "HINT"]',
        'action.kind == "HINT" || action.level > 0',
        'action.kind != "HINT" && action.level > 0',
        '!(action.kind == "HINT") && action.name == "zoom"',
        'action.kind == "HINT" ? action.level > 0 : true',
        'action.kind == 3 && action.name == "zoom"',
        '["HINT"].exists(kind, kind == action.kind) && action.kind == "HINT"',
        "state.level == 1",
        "true",
    ]
)


def _rule(when: str | None, require: str | None) -> Rule:
    return Rule(schema=1, id="a.b", title="abc", agent="tutor", text="abc", when=when, require=require)


@given(_WHENS, _WHENS, st.lists(_CONTEXTS, max_size=4))
def test_what_is_said_of_each_is_what_explain_says_and_the_rest_is_silent(
    when: str, require: str, contexts: list[dict[str, object]]
) -> None:
    rule = _rule(when, require)
    said = dict(explain_each(rule, prepare(contexts)))
    assert list(said) == sorted(said)
    for number, context in enumerate(contexts):
        alone = explain(rule, context)
        assert said.get(number, alone if alone.verdict == "silent" else None) == alone
        assert (number in said) == (alone.verdict != "silent")


@pytest.mark.parametrize(
    ("when", "guard"),
    [
        ('action.kind == "HINT" && state.step > 1', Guard("kind", frozenset({"HINT"}))),
        ('state.step > 1 && action.name in ["zoom", "ocr"]', Guard("name", frozenset({"zoom", "ocr"}))),
        ('action.kind == "HINT" || state.step > 1', None),
        ('(action.kind == "HINT")', None),
        ('action.text == "HINT"', None),
        ("action.kind == state.tools.last", None),
        ("action.kind in []", None),
    ],
)
def test_the_guard_is_what_must_hold_of_the_action(when: str, guard: Guard | None) -> None:
    assert find_guard(when) == guard


def test_a_rule_in_words_says_nothing_and_a_broken_condition_is_an_error() -> None:
    decisions = prepare([{"action": {}}])
    assert list(explain_each(_rule(None, None), decisions)) == []
    assert [one.judgement.verdict for one in explain_each(_rule("1 +", "true"), decisions)] == ["error"]
