"""Parse errors in plain words."""

import cel
import pytest

from runtime.rules.explain_parse_error import explain_parse_error

SAID = {
    "empty": ("  ", "it is empty"),
    "assignment": ('action.kind = "HINT"', '`=` near `kind = "HINT"`: did you mean `==`?'),
    "three signs": ("a === b", "`===` near `=== b`: did you mean `==`?"),
    "arrow": ("a => 1", "did you mean `>=`?"),
    "and": ("a > 1 and b", "`and` near `1 and b`: did you mean `&&`?"),
    "or": ("a or b", "did you mean `||`?"),
    "not": ("not a.b", "`not` near `not a`: did you mean `!`?"),
    "not in": ('"x" not in a', "did you mean `!(... in ...)`?"),
    "is": ("a is b", "did you mean `==`?"),
    "single &": ("a & b", "`&` near `a & b`: did you mean `&&`?"),
    "single |": ("a | b", "did you mean `||`?"),
    "unequal": ("a <> b", "did you mean `!=`?"),
    "never closed": ("a && (b || c", "`(` near `&& (b` is never closed; add `)`"),
    "list never closed": ('a in ["x", "y"', "is never closed; add `]`"),
    "closes nothing": ("a > 1)", "`)` near `1)` closes nothing; delete it or add `(`"),
    "wrong bracket": ('a in ["x")', "`)`"),
    "open quote": ('a == "HINT', 'a quote is open at `"HINT`'),
    "two kinds of quote": ("a == 'HINT\"", "a quote is open at `'HINT\"`; each ' needs a second one"),
    "typographic quote": ("a == “x”", "`“` near `== “x` is a typographic quote"),
    "ends too early": ("a >", "it ends too early, something is missing behind `>`"),
    "half a choice": ("a ? b", "`? :` needs both values"),
    "two values": ("a b", "`b` near `a b` is not expected there"),
    "second line": ("a &&\n b c", "`c` near `b c` is not expected there"),
    "no sign of CEL": ("a # b", "`#` near `a # b` is no sign of a condition"),
    "reserved": ("if a", "near `if a`: this word is reserved"),
    "has of no field": ("has(x)", "`has(...)` takes a field"),
    "macro without a name": ("a.all(1, true)", "a list macro starts with a name for the element"),
    "constant beside": ("a = True", "`True` near `= True`: did you mean `true`?"),
}


def parser_text(source: str) -> str:
    with pytest.raises(ValueError, match="Failed to parse") as info:
        cel.compile(source)
    return str(info.value)


@pytest.mark.parametrize(("source", "message"), SAID.values(), ids=SAID)
def test_the_mistake_is_named_near_its_text(source: str, message: str) -> None:
    said = explain_parse_error(source, parser_text(source)).text
    assert message in said
    assert not [word for word in ("<input>", "Syntax error", "EOF", "IDENTIFIER", "expecting", "\n") if word in said]


def test_several_mistakes_are_said_in_order_but_not_without_end() -> None:
    source = "a = 1 and b = 2 or c = 3"
    said = explain_parse_error(source, parser_text(source)).text
    assert [part.split(" near")[0] for part in said.split("; ")] == ["`=`", "`and`", "`=`"]


def test_words_in_texts_and_below_a_field_are_no_mistakes() -> None:
    source = 'a == "x = y and (z" && b.and == 1 c'
    assert explain_parse_error(source, parser_text(source)).text.startswith("`c` near `1 c` is not expected")


def test_what_the_parser_says_otherwise_is_not_lost_in_silence() -> None:
    assert explain_parse_error("a", "too deep").text == "it cannot be read; simplify `a`"
