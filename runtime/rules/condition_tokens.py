"""The words and signs of a CEL condition, for checks that need no parser of their own."""

import ast
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

ROOTS = ("action", "state", "episode")
"""What a condition may name fields of."""
MACROS = frozenset({"all", "exists", "exists_one", "filter", "map"})
_BRACKETS = {"(": ")", "[": "]", "{": "}"}
# As CEL's own lexer reads it: what is text here must be text there, or the checks look past it.
_TOKEN = re.compile(
    r"""(?P<string>[bB]?(?:
        [rR](?:\"{3}.*?\"{3} | '{3}.*?'{3} | "[^"\n]*" | '[^'\n]*')
        | \"{3}(?:\\.|[^\\])*?\"{3} | '{3}(?:\\.|[^\\])*?'{3} | "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*'))
    | (?P<comment>//[^\n]*)
    | (?P<number>0[xX][0-9a-fA-F]+[uU]?|(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?[uU]?) | (?P<name>[A-Za-z_]\w*)
    | (?P<sign>==|!=|&&|\|\||<=|>=|\S)
    """,
    re.VERBOSE | re.DOTALL,
)


class Token(NamedTuple):
    """One token. `kind` is string, number, name, sign or comment; `start` is its offset in the source."""

    kind: str
    text: str
    start: int = 0

    @property
    def end(self) -> int:
        """The offset behind the token."""
        return self.start + len(self.text)


def tokens_of(source: str, *, comments: bool = False) -> Iterator[Token]:
    """Return the tokens of `source` in order. Text that is no CEL comes as signs of one character.

    Comments come only where asked for, with the kind `comment`.
    """
    return (token for token in _all_tokens(source) if comments or token.kind != "comment")


# Several checks look at one condition right after each other.
@lru_cache(maxsize=64)
def _all_tokens(source: str) -> tuple[Token, ...]:
    return tuple(Token(match.lastgroup or "", match.group(), match.start()) for match in _TOKEN.finditer(source))


def text_at(tokens: Sequence[Token], index: int) -> str:
    """Return the text of the token at `index`, empty outside of the list."""
    return tokens[index].text if 0 <= index < len(tokens) else ""


def closing(tokens: Sequence[Token], opening: int) -> int:
    """Return the index of the bracket that closes the one at `opening`, or the number of tokens."""
    depth = 0
    for index in range(opening, len(tokens)):
        if tokens[index].text in _BRACKETS:
            depth += 1
        elif tokens[index].text in _BRACKETS.values():
            depth -= 1
        if depth == 0:
            return index
    return len(tokens)


def text_of_literal(literal: str) -> str | None:
    """Return the text a string literal stands for; None for bytes and for escapes that only CEL knows."""
    is_closed = len(literal) > 2 and literal[0] == literal[-1] != literal[1] and literal[0] in "\"'"
    if is_closed and "\\" not in literal and literal.isprintable():
        return literal[1:-1]
    try:
        value = ast.literal_eval(literal)
    except (ValueError, SyntaxError):
        return None
    return value if isinstance(value, str) else None
