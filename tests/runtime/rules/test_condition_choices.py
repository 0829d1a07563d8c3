"""Texts compared with fields of fixed values."""

import pytest

from runtime.contracts.condition_context import TUTOR_ACTION_NAMES, TUTOR_CONTEXT
from runtime.rules.condition_choices import GATE_WORDS, unknown_choices, wrong_otherwise
from runtime.rules.condition_tokens import tokens_of
from runtime.rules.evaluate_condition import compile_condition

CHOICES = {field.path: field.choices for field in TUTOR_CONTEXT if field.choices}


def problems(source: str) -> list[str]:
    compile_condition(source)
    return list(unknown_choices(list(tokens_of(source)), CHOICES))


MISSPELT = {
    "equal": ('action.name == "retreive"', '`action.name` is never "retreive"; did you mean `retrieve`?'),
    "unequal": ("action.kind != 'HNIT'", '`action.kind` is never "HNIT"; did you mean `HINT`?'),
    "literal first": ('"zoomm" == action.name', "did you mean `zoom`?"),
    "one of a list": ('action.name in ["zoom", "orc"]', '`action.name` is never "orc"'),
    "other case": ('action.kind == "hint"', "did you mean `HINT`?"),
    "in a list field": ('"retreive" in state.tools.called', "did you mean `retrieve`?"),
    "negated": ('!("retreive" in state.tools.failed)', "`state.tools.failed` is never"),
    "element of a list field": ('state.tools.called[0] == "zom"', "did you mean `zoom`?"),
    "whole list field": ('state.tools.called == ["zom"]', "did you mean `zoom`?"),
    "list macro on a field": ('state.tools.called.exists(t, t == "zom")', "did you mean `zoom`?"),
    "list macro on a list": ('["zoom", "orc"].exists(t, t in state.tools.called)', 'is never "orc"'),
    "list macro compares a list": ('state.tools.called.all(t, t in ["zom"])', "did you mean `zoom`?"),
    "level": ('state.student.level == "novise"', "did you mean `novice`?"),
    "performance": ('state.student.performance == "right"', "use one of: correct, none, partial, wrong"),
    "modality": ('episode.modality == "ct"', "did you mean `CT`?"),
    "last": ('state.tools.last == "web"', '`state.tools.last` is never "web"'),
    "error class": ('state.tools.last_error == "time_out"', "did you mean `timeout`?"),
    "value of another field": ('action.kind == "web_browser"', "did you mean to look at `action.name`?"),
    "action never empty": ('action.kind == ""', '`action.kind` is never ""; use one of: ASK_PROBE'),
}


@pytest.mark.parametrize(("source", "message"), MISSPELT.values(), ids=MISSPELT)
def test_a_text_that_is_never_equal_is_named_with_the_nearest(source: str, message: str) -> None:
    found = problems(source)
    assert len(found) == 1
    assert message in found[0]


@pytest.mark.parametrize(
    "source",
    [
        'action.name == "retrieve" && state.tools.last == "" && episode.modality in ["CT", ""]',
        'action.name.startsWith("web") && action.text == "retreive" && episode.organ == "livr"',
        'action.name + "x" == "zoomx" && "x" + action.name == "xzoom" && action.name == "zo" + "om"',
        'action.name == "zoom" ? action.text == "HNIT" : true',
        'action.arguments.name == "orc" && has(action.arguments.kind)',
        'action.kind == action.name && "state.tools.last" == action.text',
        '["orc"].exists(t, t == action.text) && state.tools.called.exists(t, t == "zoom" && action.text == "orc")',
        '"orc" in episode.tags && {"a": "orc"}["a"] == "orc"',
    ],
)
def test_near_misses_are_no_problem(source: str) -> None:
    assert problems(source) == []


USABLE = (*TUTOR_ACTION_NAMES, *GATE_WORDS)


@pytest.mark.parametrize("name", USABLE)
def test_known_actions_are_fine(name: str) -> None:
    assert wrong_otherwise(name, USABLE, TUTOR_ACTION_NAMES) == ""


@pytest.mark.parametrize(
    ("name", "remedy"),
    [("retreive", "did you mean `retrieve`?"), ("hint", "did you mean `HINT`?"), ("REQUEST_TOOL", "use one of: "),
     ("blok", "did you mean `block`?")],
)  # fmt: skip
def test_an_unknown_action_is_named_with_the_nearest(name: str, remedy: str) -> None:
    said = wrong_otherwise(name, USABLE, TUTOR_ACTION_NAMES)
    assert f"`{name}` is no action or tool of this agent; {remedy}" in said


@pytest.mark.parametrize("name", ["SUBMIT_REPORT", "convert"])
def test_a_known_action_that_code_cannot_take_is_no_misspelling(name: str) -> None:
    said = wrong_otherwise(name, ("KEEP", "DROP", "block"), ("SUBMIT_REPORT", "KEEP", "DROP"))
    assert said == f"`{name}` cannot take the place of anything for this agent; use one of KEEP, DROP, block"
