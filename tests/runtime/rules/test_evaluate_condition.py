"""Conditions on decisions."""

import pytest

from runtime.contracts.condition_context import TUTOR_CONTEXT, default_context, merge_context
from runtime.contracts.errors import ConditionError
from runtime.contracts.json_types import JsonObject
from runtime.contracts.rule import Rule
from runtime.rules.evaluate_condition import compile_condition, explain, judge, violates


def context(**overlay: JsonObject) -> dict[str, JsonObject]:
    return merge_context(default_context(TUTOR_CONTEXT), overlay)


def rule(when: str | None, require: str | None) -> Rule:
    return Rule(schema=1, id="a.b", title="abc", agent="tutor", text="abc", when=when, require=require)


WEB = rule('action.name == "web_browser"', "state.retrieval.queried")


def test_the_four_verdicts() -> None:
    web: JsonObject = {"name": "web_browser"}
    assert judge(WEB, context(action={"name": "zoom"})) == "silent"
    assert judge(WEB, context(action=web)) == "violates"
    assert judge(WEB, context(action=web, state={"retrieval": {"queried": True}})) == "complies"
    assert judge(WEB, {"action": web, "state": {}, "episode": {}}) == "error"
    assert judge(rule(None, None), context()) == "silent"


def test_violates_agrees_with_judge_and_raises_where_judge_says_error() -> None:
    web: JsonObject = {"name": "web_browser"}
    assert violates(WEB, context(action=web))
    assert not violates(WEB, context(action={"name": "zoom"}))
    assert not violates(rule(None, None), context())
    with pytest.raises(ConditionError, match=r"state\.retrieval\.queried"):
        violates(WEB, {"action": web, "state": {}, "episode": {}})


BROKEN = {
    "unknown field": ("state.retreival.queried", "there is no field `retreival`"),
    "not a boolean": ("state.step", "gives a whole number, not true or false"),
    "mixed types": ("state.step > 'a'", "types do not fit together"),
    "unknown variable": ("stat.step > 1", "Undefined variable"),
    "division by zero": ("1 / state.step > 0", "division by zero"),
    "overflow": ("9223372036854775807 + 1 + state.step > 0", "verflow"),
    "index": ("state.tools.called[3] == 'x'", "index"),
    "bad pattern": ("action.text.matches('(')", "not a valid regex"),
}


@pytest.mark.parametrize(("source", "message"), BROKEN.values(), ids=BROKEN)
def test_a_broken_condition_is_an_error_that_names_it(source: str, message: str) -> None:
    with pytest.raises(ConditionError) as info:
        compile_condition(source).holds(context())
    assert message in str(info.value)
    assert source in str(info.value)
    judgement = explain(rule(source, "true"), context())
    assert judgement.verdict == "error"
    assert "rule a.b" in judgement.error


@pytest.mark.parametrize("source", ["", "1 +", "state.step >", "a b", "now( ", "'", "state.?x"])
def test_a_condition_that_does_not_parse_is_refused(source: str) -> None:
    with pytest.raises(ConditionError, match="does not parse"):
        compile_condition(source)


def test_a_parse_error_says_what_to_write_and_nothing_of_the_parser() -> None:
    with pytest.raises(ConditionError) as info:
        compile_condition('action.kind = "HINT"')
    assert str(info.value) == (
        'condition `action.kind = "HINT"` does not parse: `=` near `kind = "HINT"`: did you mean `==`?'
    )


def test_nested_list_macros_are_refused_before_they_can_run() -> None:
    ten = "[0,1,2,3,4,5,6,7,8,9]"
    assert compile_condition(f"{ten}.all(a, {ten}.all(b, a < 99 && b < 99))").holds({})
    with pytest.raises(ConditionError, match="list macros"):
        compile_condition(f"{ten}.all(a, {ten}.all(b, {ten} . exists ( c, c > 99)))")


def test_a_lone_surrogate_in_a_model_text_does_not_hide_a_decision_from_a_rule() -> None:
    action: JsonObject = {"name": "web_browser", "text": "\ud800", "arguments": {"q": ["\udfff"]}}
    assert judge(WEB, context(action=action)) == "violates"


def test_a_pattern_that_backtracks_elsewhere_is_fast_here() -> None:
    assert not compile_condition('action.text.matches("^(a+)+$")').holds(context(action={"text": "a" * 5000 + "b"}))


def test_compiling_twice_gives_the_same_object() -> None:
    assert compile_condition("state.step > 1") is compile_condition("state.step > 1")


def test_functions_are_listed_without_operators() -> None:
    assert compile_condition("!(size(state.tools.called) > 1) && 'a' in episode.tags").functions() == ("size",)
