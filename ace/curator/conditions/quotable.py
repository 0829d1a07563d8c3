"""Which source may be quoted where a model reads it: none that holds words somebody made up."""

from collections.abc import Collection

from ace.playbook.condition_tree import Tokens
from runtime.rules.check_condition import FUNCTIONS
from runtime.rules.condition_tokens import ROOTS, text_at, text_of_literal, tokens_of
from runtime.rules.fields_read import references

_WORDS = FUNCTIONS | {"true", "false", "null", "in", "int", "uint", "double", "string", "bool", "list"}
# What an element of a list may be called: one letter says nothing, and these say nothing else.
_ELEMENTS = frozenset({"name", "tool", "item", "one"})
_SIGNS = frozenset("()[]{}.,<>?:+-*/%!") | {"==", "!=", "<=", ">=", "&&", "||"}


def is_quotable(source: str, paths: Collection[str], choices: Collection[str]) -> bool:
    """Return True when `source` names documented fields, functions and choices, numbers and signs, and nothing else.

    A text, an argument's name or an element's name could be a sentence to the model. So could a comment.
    """
    tokens = tuple(tokens_of(source, comments=True))
    of_fields = _of_fields(tokens, paths)
    return all(
        token.kind == "number"
        or (token.kind == "sign" and token.text in _SIGNS)
        or (token.kind == "string" and text_of_literal(token.text) in {"", *choices})
        or (token.kind == "name" and (index in of_fields or _says_nothing(token.text)))
        for index, token in enumerate(tokens)
    )


def _of_fields(tokens: Tokens, paths: Collection[str]) -> set[int]:
    """Return the indexes of the tokens that make up documented fields."""
    found: set[int] = set()
    for index, token in enumerate(tokens):
        if token.kind == "name" and token.text in ROOTS and text_at(tokens, index - 1) != ".":
            one = next(references(tokens[index:]), None)
            if one is not None and one.path in paths:
                found.update(range(index, index + one.after))
    return found


def _says_nothing(name: str) -> bool:
    return name in _WORDS or name in _ELEMENTS or (len(name) == 1 and name.isascii())
