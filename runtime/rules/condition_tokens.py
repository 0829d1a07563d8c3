"""The words and signs of a CEL condition, for checks that need no parser of their own."""

import ast
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

MACROS = frozenset({"all", "exists", "exists_one", "filter", "map"})
_TOKEN = re.compile(
    r"""(?P<string>[rRbB]{0,2}(?:\"{3}.*?\"{3}|'{3}.*?'{3}|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'))
    | (?P<comment>//[^\n]*) | (?P<number>\d[\w.]*) | (?P<name>[A-Za-z_]\w*)
    | (?P<sign>==|!=|&&|\|\||<=|>=|\S)
    """,
    re.VERBOSE | re.DOTALL,
)


class Token(NamedTuple):
    """One token. `kind` is string, number, name or sign; `start` is its offset in the source."""

    kind: str
    text: str
    start: int = 0

    @property
    def end(self) -> int:
        """The offset behind the token."""
        return self.start + len(self.text)


def tokens_of(source: str) -> Iterator[Token]:
    """Yield the tokens of `source` in order, comments left out. Text that is no CEL comes as signs of one character."""
    for match in _TOKEN.finditer(source):
        kind = match.lastgroup or ""
        if kind != "comment":
            yield Token(kind, match.group(), match.start())


def text_at(tokens: Sequence[Token], index: int) -> str:
    """Return the text of the token at `index`, empty outside of the list."""
    return tokens[index].text if 0 <= index < len(tokens) else ""


def text_of_literal(literal: str) -> str | None:
    """Return the text a string literal stands for; None for bytes and for escapes that only CEL knows."""
    try:
        value = ast.literal_eval(literal)
    except (ValueError, SyntaxError):
        return None
    return value if isinstance(value, str) else None
