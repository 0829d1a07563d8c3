"""The words and signs of a CEL condition, for checks that need no parser of their own."""

import ast
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

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
    """Yield the tokens of `source` in order. Text that is no CEL comes as signs of one character.

    Comments come only where asked for, with the kind `comment`.
    """
    for match in _TOKEN.finditer(source):
        kind = match.lastgroup or ""
        if comments or kind != "comment":
            yield Token(kind, match.group(), match.start())


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
    try:
        value = ast.literal_eval(literal)
    except (ValueError, SyntaxError):
        return None
    return value if isinstance(value, str) else None
