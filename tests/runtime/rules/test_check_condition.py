"""Conditions checked when they are written."""

import pytest

from runtime.contracts.condition_context import TUTOR_CONTEXT
from runtime.rules.check_condition import check_condition

GOOD = [
    'action.name == "web_browser"',
    "state.retrieval.queried",
    "action.hint_level <= state.student.hint_level + 1",
    'action.kind == "REVEAL_ANSWER" && state.image.present',
    '"ct" in episode.tags && !(state.tools.last in ["zoom", "ocr"])',
    "state.tools.called.exists(name, name == 'retrieve')",
    "size(state.tools.called) > 2 || state.tools.failed.size() == 0",
    'has(action.arguments.query) && action.arguments.query.contains("x")',
    "state.retrieval.confidence < 0.5 && state.retrieval.confidence == 1",
    "action.text.contains(\"state.no.such\") && action.text != 'episode.bad == 1'",
    'action.text == r"action.\\d" || action.text == """ state.zz """',
    "state.step > 1 ? episode.unsafe_request : false",
    'action.name != "retrieve" && "HINT" == action.kind && state.tools.last == "" && episode.modality in ["CT", "MR"]',
    '"zoom" in state.tools.called && action.text == "retreive" && action.name.startsWith("web")',
]


@pytest.mark.parametrize("source", GOOD)
def test_good_condition_has_no_problems(source: str) -> None:
    assert check_condition(source, TUTOR_CONTEXT) == []


BAD = {
    "unknown field": ("state.retrieval.querried", "unknown field `state.retrieval.querried`; did you mean `state.retr"),
    "hidden by &&": ("false && state.zz", "unknown field `state.zz`"),
    "hidden by has": ("has(state.student.levle)", "did you mean `state.student.level`?"),
    "below a leaf": ("state.student.level.name == 'x'", "unknown field `state.student.level.name`"),
    "group": ("state.student == {}", "`state.student` is not a field, it is a group of fields"),
    "root alone": ("state == {}", "`state` is not a field"),
    "indexed": ('state["step"] > 1', "`state` is not a field, write its fields with dots"),
    "unknown variable": ("student.level == 'x'", "unknown variable `student`"),
    "shadowed root": ("[1].all(state, state > 0)", "`state` is used as the name of a list element"),
    "unknown function": ("action.text.toLower() == 'x'", "unknown function `toLower`"),
    "misspelt function": ("action.text.startWith('x')", "did you mean `startsWith`?"),
    "int with text": (
        "state.student.hint_level == '1'",
        "`state.student.hint_level` is a whole number and never equals '1'",
    ),
    "text with int": ("episode.organ != 1", "`episode.organ` is a text and never equals 1"),
    "text with boolean": ("action.kind == true", "`action.kind` is a text and never equals true"),
    "not a boolean": ("state.step + 1", "gives a whole number, not true or false"),
    "mixed numbers": ("state.step + 1.0 > 2.0", "types do not fit"),
    "mixed types behind a condition": ('action.kind == "HINT" && action.hint_level + "1" == "11"', "types do not fit"),
    "not a boolean behind a condition": ("state.image.present ? state.step : true", "gives a whole number"),
    "unguarded argument": ('action.arguments.query == "x"', "guard it with `has(...)`"),
    "misspelt tool": ('action.name == "retreive"', '`action.name` is never "retreive"; did you mean `retrieve`?'),
    "hidden by && and misspelt": ('false && "zooom" in state.tools.called', "did you mean `zoom`?"),
    "boolean of another language": ("state.answer_open == True", "unknown variable `True`; did you mean `true`?"),
    "length of another language": ("len(state.tools.called) > 1", "unknown function `len`; did you mean `size`?"),
    "text without quotes": ("action.kind == HINT", 'unknown variable `HINT`; write a text in quotes: "HINT"'),
    "list with text": ('state.tools.called == "zoom"', 'write `"zoom" in state.tools.called`'),
    "boolean with number": ("state.image.observed == 1", "write `state.image.observed` or `!state.image.observed`"),
    "contains of a list": (
        'state.tools.called.contains("zoom")',
        "`contains` takes a text; of a list write `x in list`",
    ),
    "size of a number": ("size(state.step) > 1", "`size` takes a text, a list or a mapping, nothing else"),
    "not of another language": ("not(state.answer_open)", "unknown function `not`; did you mean `!`?"),
    "assignment": ('action.kind = "HINT"', '`=` near `kind = "HINT"`: did you mean `==`?'),
    "syntax": ("state.step >", "does not parse"),
}


@pytest.mark.parametrize(("source", "message"), BAD.values(), ids=BAD)
def test_bad_condition_is_told_why(source: str, message: str) -> None:
    assert message in "\n".join(check_condition(source, TUTOR_CONTEXT))
