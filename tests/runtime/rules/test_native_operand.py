"""Sides of comparisons, and what is left to CEL."""

import pytest

from runtime.rules.condition_tokens import ROOTS, tokens_of
from runtime.rules.native_operand import MISSING, compare, getter, read_literal, read_operand, read_path


@pytest.mark.parametrize(
    ("text", "value"),
    [("true", True), ('"a b"', "a b"), ("-3", -3), ("1.5", 1.5), ("1e2", 100.0), ("'\"'", '"')],
)
def test_literals(text: str, value: object) -> None:
    read = read_literal(tuple(tokens_of(text)))
    assert read == value
    assert type(read) is type(value)


@pytest.mark.parametrize(
    "text", ["null", "1u", "0x1", "9007199254740992", r'"\n"', "r'a'", "b'a'", '"\ufffd"', "-true"]
)
def test_literals_of_cels_own_are_none(text: str) -> None:
    assert read_literal(tuple(tokens_of(text))) is None


def test_a_path_is_names_joined_by_dots_from_a_known_variable() -> None:
    assert read_path(tuple(tokens_of("state.tools.last")), frozenset(ROOTS)) == ("state", "tools", "last")
    for other in ("other.a", "state.", "state[0]", "state.a.b()", ""):
        assert read_path(tuple(tokens_of(other)), frozenset(ROOTS)) == ()


def test_what_is_not_there_is_missing_and_never_equal() -> None:
    assert getter(("state", "a"))({"state": {"a": None}}) is None
    odd: list[object] = [{}, 3, None, "text", []]
    contexts: list[dict[str, object]] = [{}, *({"state": value} for value in odd)]
    for context in contexts:
        assert getter(("state", "a"))(context) is MISSING
        assert getter(("state", "a", "b"))(context) is MISSING


@pytest.mark.parametrize(
    ("source", "value", "truth"),
    [
        ("state.a == 1", True, False),
        ("state.a == 1", 1.0, True),
        ("state.a == 1.0", 1, True),
        ("state.a != 'x'", None, True),
        ("1 < state.a", 2, True),
        ("state.a < 'b'", "a", True),
        ("state.a < 'é'", "a", None),
        ("state.a < true", False, None),
        ("state.a < 1", float("nan"), None),
        ("state.a < 1", 2**60, None),
        ("state.a in ['x', 'y']", "x", True),
        ("state.a in ['x', 'y']", 1, None),
        ("'x' in state.a", ["x", 1], True),
        ("'x' in state.a", {"x": 1}, None),
        ("size(state.a) == 2", "ab", True),
        ("size(state.a) == 1", "é", None),
        ("state.a + 1 == 3", 2, True),
        ("state.a + 1 == 3", 2.0, None),
        ("state.a - 1 == 0", 2**60, None),
    ],
)
def test_a_comparison_is_sure_or_leaves_it_to_cel(source: str, value: object, truth: bool | None) -> None:
    tokens = list(tokens_of(source))
    sign = next(index for index, token in enumerate(tokens) if token.text in {"==", "!=", "<", "in"})
    left, right = read_operand(tokens[:sign], frozenset(ROOTS)), read_operand(tokens[sign + 1 :], frozenset(ROOTS))
    assert left is not None
    assert right is not None
    test = compare(left, tokens[sign].text, right)
    assert test is not None
    assert test({"state": {"a": value}}) is truth
    assert test({"state": {}}) is None
