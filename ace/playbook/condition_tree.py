"""A condition as a tree of "and" and "or" over single tests; negation is pushed down to the tests. Pure."""

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias

from runtime.rules.condition_tokens import Token, closing, text_at

Tokens: TypeAlias = Sequence[Token]
RELATIONS = ("==", "!=", "<=", ">=", "<", ">", "in")
_MAX_DEPTH = 6


class Leaf(NamedTuple):
    """One test, and whether it is meant to be true."""

    tokens: tuple[Token, ...]
    is_true: bool = True

    @property
    def constant(self) -> bool | None:
        """What it is whatever the decision; None for a test of something."""
        text = self.tokens[0].text if len(self.tokens) == 1 else ""
        return (text == "true") is self.is_true if text in {"true", "false"} else None


class Group(NamedTuple):
    """Two or more parts that must all, or of which one must, be true. No part is a group of the same word."""

    word: Literal["and", "or"]
    parts: tuple["Tree", ...]


Tree: TypeAlias = Leaf | Group


def tree_of(tokens: Tokens, *, is_true: bool = True, depth: int = 0) -> Tree:
    """Return what the expression, or its opposite, asks for. Total: what is no "and", "or" or "not" is one test."""
    tokens = without_brackets(tokens)
    whole = Leaf(tuple(tokens), is_true)
    # `a ? b && c : d` is no conjunction, though "&&" stands outside of all brackets.
    if depth >= _MAX_DEPTH or not tokens or len(split_at(tokens, "?")) > 1:
        return whole
    for sign in ("||", "&&"):
        parts = split_at(tokens, sign)
        if len(parts) > 1:
            if not all(parts):
                return whole
            trees = [tree_of(part, is_true=is_true, depth=depth + 1) for part in parts]
            return group_of("or" if (sign == "||") is is_true else "and", trees)
    has_relation = any(len(split_at(tokens, sign)) > 1 for sign in RELATIONS)
    if tokens[0].text == "!" and not has_relation:
        return tree_of(tokens[1:], is_true=not is_true, depth=depth + 1)
    compared = _compared_with_truth(tokens)
    if compared is not None:
        return tree_of(compared.tokens, is_true=compared.is_true is is_true, depth=depth + 1)
    return whole


def group_of(word: Literal["and", "or"], parts: Sequence[Tree]) -> Tree:
    """Return the parts joined; constants that change nothing are left out, one that settles it stands for all."""
    flat: list[Tree] = []
    for part in parts:
        flat += part.parts if isinstance(part, Group) and part.word == word else [part]
    for part in flat:
        if isinstance(part, Leaf) and part.constant is (word == "or"):
            return part
    left = [part for part in flat if not (isinstance(part, Leaf) and part.constant is not None)]
    if not left:
        return flat[0]
    return left[0] if len(left) == 1 else Group(word, tuple(left))


def opposite(tree: Tree) -> Tree:
    """Return what is true exactly when `tree` is not."""
    if isinstance(tree, Leaf):
        return Leaf(tree.tokens, not tree.is_true)
    return Group("or" if tree.word == "and" else "and", tuple(opposite(part) for part in tree.parts))


def parts_of(tree: Tree, word: Literal["and", "or"]) -> tuple[Tree, ...]:
    """Return the parts of a group of `word`; of anything else itself, of the constant that adds nothing none."""
    if isinstance(tree, Leaf):
        return () if tree.constant is (word == "and") else (tree,)
    return tree.parts if tree.word == word else (tree,)


def split_at(tokens: Tokens, sign: str) -> list[Tokens]:
    """Return the parts that `sign` joins outside of all brackets."""
    parts: list[Tokens] = []
    start = index = 0
    while index < len(tokens):
        token = tokens[index]
        if token.kind == "sign" and token.text in {"(", "[", "{"}:
            index = closing(tokens, index)
        elif token.text == sign and token.kind != "string":
            parts.append(tokens[start:index])
            start = index + 1
        index += 1
    return [*parts, tokens[start:]]


def without_brackets(tokens: Tokens) -> Tokens:
    """Return the tokens without brackets around all of them."""
    while text_at(tokens, 0) == "(" and closing(tokens, 0) == len(tokens) - 1:
        tokens = tokens[1:-1]
    return tokens


def _compared_with_truth(tokens: Tokens) -> Leaf | None:
    """Return what `a == true`, `a != false` or `true == a` asks of `a`; None for anything else."""
    for sign in ("==", "!="):
        parts = split_at(tokens, sign)
        if len(parts) != 2 or not all(parts):
            continue
        left, right = parts
        # Relations are read from the left: `true == a < b` compares `true == a` with b.
        if Leaf(tuple(right)).constant is None and not any(len(split_at(right, one)) > 1 for one in RELATIONS):
            left, right = right, left
        value = Leaf(tuple(right)).constant
        if value is not None:
            return Leaf(tuple(left), value is (sign == "=="))
    return None
