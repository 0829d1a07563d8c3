"""Conditions as trees: negation reaches the tests, constants go, what is no conjunction is not taken for one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ace.playbook.condition_tree import Leaf, Tree, opposite, parts_of, split_at, tree_of, without_brackets
from runtime.rules.condition_tokens import tokens_of


def shown(tree: Tree) -> str:
    """Return a tree as text: `and(a, !b)`."""
    if isinstance(tree, Leaf):
        return ("" if tree.is_true else "!") + "".join(token.text for token in tree.tokens)
    return f"{tree.word}({', '.join(shown(part) for part in tree.parts)})"


def tree(source: str) -> Tree:
    """Return the tree of a condition."""
    return tree_of(tuple(tokens_of(source)))


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a && b && (c && d)", "and(a, b, c, d)"),
        ("a || b && c", "or(a, and(b, c))"),
        ("!(a || !b && c)", "and(!a, or(b, !c))"),
        ("a && true", "a"),
        ("a || true", "true"),
        ("a && !true", "!true"),
        ("a == true", "a"),
        ("a != true", "!a"),
        ("!(false == a)", "a"),
        ("(a > 1) == false", "!a>1"),
        ("true == a < b", "true==a<b"),
        ("!a == b", "!a==b"),
        ("a ? b && c : d", "a?b&&c:d"),
        ("a && ", "a&&"),
        ("", ""),
    ],
)
def test_trees(source: str, expected: str) -> None:
    assert shown(tree(source)) == expected


SOURCES = st.recursive(
    st.sampled_from("abcd"),
    lambda inner: st.one_of(
        inner.map(lambda one: f"!({one})"), st.tuples(inner, st.sampled_from(("&&", "||")), inner).map(" ".join)
    ),
    max_leaves=5,
)


def _value(node: Tree, values: dict[str, bool]) -> bool:
    if isinstance(node, Leaf):
        name = "".join(token.text for token in node.tokens).replace("!", " not ").replace("&&", " and ")
        return bool(eval(name.replace("||", " or "), {}, dict(values))) is node.is_true
    parts = [_value(part, values) for part in node.parts]
    return all(parts) if node.word == "and" else any(parts)


@given(SOURCES, st.fixed_dictionaries({name: st.booleans() for name in "abcd"}))
def test_a_tree_is_true_when_its_condition_is_and_its_opposite_when_it_is_not(
    source: str, values: dict[str, bool]
) -> None:
    python = source.replace("!", " not ").replace("&&", " and ").replace("||", " or ")
    expected = bool(eval(python, {}, dict(values)))
    assert _value(tree(source), values) is expected
    assert _value(opposite(tree(source)), values) is not expected


def test_parts_of_a_group_and_of_anything_else() -> None:
    assert [shown(part) for part in parts_of(tree("a && (b || c)"), "and")] == ["a", "or(b, c)"]
    assert [shown(part) for part in parts_of(tree("a && b"), "or")] == ["and(a, b)"]
    assert parts_of(tree("true"), "and") == ()
    assert parts_of(tree("false"), "or") == ()
    assert [shown(part) for part in parts_of(tree("false"), "and")] == ["false"]


def test_a_sign_inside_of_brackets_or_of_a_text_does_not_part() -> None:
    tokens = tuple(tokens_of('a && (b && c) && f("x && y")'))
    assert ["".join(token.text for token in part) for part in split_at(tokens, "&&")] == [
        "a",
        "(b&&c)",
        'f("x && y")',
    ]


@pytest.mark.parametrize(("source", "expected"), [("((a))", "a"), ("(a) && (b)", "(a)&&(b)"), ("a", "a")])
def test_brackets_around_all_of_it_go(source: str, expected: str) -> None:
    assert "".join(token.text for token in without_brackets(tuple(tokens_of(source)))) == expected
