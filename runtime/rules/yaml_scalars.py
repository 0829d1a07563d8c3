"""How one YAML scalar is read: only what every YAML reader agrees on is a number or a boolean."""

import math
import re
from typing import Literal, NamedTuple, TypeAlias

ScalarKind: TypeAlias = Literal["value", "text", "date", "empty", "ambiguous"]

_CONSTANTS: dict[str, bool | None] = {"null": None, "true": True, "false": False}
_INT = re.compile(r"-?(?:0|[1-9][0-9]{0,17})")
_FLOAT = re.compile(r"-?(?:0|[1-9][0-9]{0,17})\.[0-9]{1,20}(?:e[-+][0-9]{1,3})?")
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
# What YAML 1.1 or 1.2 readers may turn into something other than this text. Readers differ in it, people are
# surprised by it (`no` is false, 12:30:45 is 45045, 010 is 8), so it has to be written in quotes.
_AMBIGUOUS = re.compile(
    r"""~ | = | << | [!&*]
    | (?i: null | true | false | yes | no | on | off | y | n )
    | [-+]?[0-9][0-9_]*(?:\.[0-9_]*)?(?:[eE][-+]?[0-9]+)?
    | [-+]?\.[0-9_]+(?:[eE][-+]?[0-9]+)?
    | [-+]?0[xXoObB][0-9a-fA-F_]+
    | [-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?
    | [-+]?\.(?i: inf | nan )
    | [0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt \t].*)?
    """,
    re.VERBOSE,
)


# No alternative above that begins with a letter is longer.
_LONGEST_WORD = len("false")


class Scalar(NamedTuple):
    """A plain scalar as read. `value` is None, a bool, an int, a float, or the text itself."""

    kind: ScalarKind
    value: object


def read_plain(text: str) -> Scalar:
    """Return what an unquoted scalar means; kind `ambiguous` when YAML readers would not agree on it."""
    if text == "":
        return Scalar("empty", None)
    if len(text) > _LONGEST_WORD and text[0].isalpha():
        return Scalar("text", text)
    if text in _CONSTANTS:
        return Scalar("value", _CONSTANTS[text])
    if not is_ambiguous(text):
        return Scalar("text", text)
    if _INT.fullmatch(text):
        return Scalar("value", int(text))
    if _FLOAT.fullmatch(text) and math.isfinite(float(text)):
        return Scalar("value", float(text))
    return Scalar("date" if _DATE.fullmatch(text) else "ambiguous", text)


def is_ambiguous(text: str) -> bool:
    """True when a text needs quotes to be read as that text by every YAML reader."""
    return _AMBIGUOUS.fullmatch(text) is not None
