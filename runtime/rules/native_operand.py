"""Parts of a condition as Python functions: fields, literals, comparisons. Only what CEL's own evaluation agrees with.

A function returns None where CEL has to be asked: a field that is not there, types that CEL treats in a way of its own.
"""

import math
import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from runtime.rules.condition_tokens import Token, text_at, text_of_literal

Context: TypeAlias = Mapping[str, object]
# True, False, or None where CEL has to be asked.
Truth: TypeAlias = Callable[[Context], bool | None]
Getter: TypeAlias = Callable[[Context], object]
Scalar: TypeAlias = str | bool | int | float

# Whole numbers up to here are the same as a float, and no sum of a few of them overflows CEL's 64 bits.
_EXACT = 2**53
_PLAIN = frozenset({str, bool, int, float, list, dict, type(None)})
_Order: TypeAlias = Callable[[object, object], bool]
_ORDER: Mapping[str, _Order] = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}  # type: ignore[dict-item]
_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}
RELATIONS = frozenset({*_TURNED, "in"})


class _Missing:
    """What a getter returns where there is nothing: equal to nothing, of no type CEL knows."""


MISSING = _Missing()


@dataclass(frozen=True)
class Operand:
    """One side of a comparison: a value known beforehand (`is_literal`), several of them, or what `get` finds."""

    get: Getter
    is_literal: bool = False
    value: Scalar = False
    texts: frozenset[str] | None = None


def read_operand(tokens: Sequence[Token], names: frozenset[str]) -> Operand | None:
    """Return the operand `tokens` are, None for what only CEL evaluates. `names`: the variables there are.

    A field (`state.step`), a text, number or truth value, a list of texts, `size(field)`, or whole numbers and fields
    joined with one + or -.
    """
    if len(tokens) == 1 or (len(tokens) == 2 and tokens[0].text == "-"):
        value = read_literal(tokens)
        if value is not None:
            return Operand(lambda context: value, True, value)
    if tokens and tokens[0].text == "[" and tokens[-1].text == "]":
        texts = _read_texts(tokens[1:-1])
        return None if texts is None else Operand(lambda context: MISSING, texts=texts)
    path = read_path(tokens, names)
    if path:
        return Operand(getter(path))
    if len(tokens) > 3 and [token.text for token in tokens[:2]] == ["size", "("] and tokens[-1].text == ")":
        path = read_path(tokens[2:-1], names)
        return Operand(_size_of(getter(path))) if path else None
    return _read_sum(tokens, names)


def read_literal(tokens: Sequence[Token]) -> Scalar | None:
    """Return the text, truth value, whole number or float that `tokens` are, None for every other literal."""
    token = tokens[-1]
    is_negative = len(tokens) == 2
    if token.text in {"true", "false"} and not is_negative:
        return token.text == "true"
    if token.kind == "string" and not is_negative:
        # Escapes and prefixes are CEL's own; U+FFFD stands there for what is no text.
        plain = token.text[0] in "\"'" and "\\" not in token.text and "�" not in token.text
        return text_of_literal(token.text) if plain else None
    if token.kind != "number" or token.text[-1] in "uU" or token.text[:2] in {"0x", "0X"}:
        return None
    number = float(token.text) if set(token.text) & set(".eE") else int(token.text)
    return None if abs(number) >= _EXACT else (-number if is_negative else number)


def read_path(tokens: Sequence[Token], names: frozenset[str]) -> tuple[str, ...]:
    """Return the field path `tokens` are (`state`, `tools`, `last`), empty when they are none."""
    is_path = len(tokens) % 2 == 1 and all(
        token.text == "." if index % 2 else token.kind == "name" for index, token in enumerate(tokens)
    )
    return tuple(token.text for token in tokens[::2]) if is_path and tokens[0].text in names else ()


def getter(path: tuple[str, ...]) -> Getter:
    """Return the function that finds the value at `path` of a context, MISSING where there is none."""
    first, *rest = path
    if len(rest) == 1:
        second = rest[0]

        def get_second(context: Context) -> object:
            try:
                return context[first][second]  # type: ignore[index]
            except (KeyError, TypeError, IndexError):
                return MISSING

        return get_second

    def get(context: Context) -> object:
        try:
            value = context[first]
            for name in rest:
                value = value[name]  # type: ignore[index]
        except (KeyError, TypeError, IndexError):
            return MISSING
        return value

    return get


def compare(left: Operand, sign: str, right: Operand) -> Truth | None:
    """Return the comparison as a function, None for one that only CEL evaluates."""
    if sign == "in":
        return _contained(left, right)
    if left.texts is not None or right.texts is not None:
        return None
    if left.is_literal and not right.is_literal:
        left, right, sign = right, left, _TURNED[sign]
    if sign not in {"==", "!="}:
        return _ordered(left.get, _ORDER[sign], right.get)
    if right.is_literal:
        return _equals_literal(left.get, right.value, sign == "==")
    return _equals(left.get, right.get, sign == "==")


def _equals_literal(get: Getter, wanted: Scalar, if_equal: bool) -> Truth:
    if isinstance(wanted, float):
        return _equals(get, lambda context: wanted, if_equal)
    kind = wanted.__class__

    def equals(context: Context) -> bool | None:
        value = get(context)
        if value.__class__ is kind:
            return (value == wanted) is if_equal
        if value.__class__ not in _PLAIN:
            return None
        # Values of other types are unequal, but for 1 == 1.0; to Python, True is a 1 too.
        is_equal = kind is int and value.__class__ is float and value == wanted
        return is_equal is if_equal

    return equals


def _equals(left: Getter, right: Getter, if_equal: bool) -> Truth:
    def equals(context: Context) -> bool | None:
        one, other = left(context), right(context)
        return (one == other) is if_equal if _are_comparable(one, other) else None

    return equals


def _ordered(left: Getter, order: _Order, right: Getter) -> Truth:
    def ordered(context: Context) -> bool | None:
        one, other = left(context), right(context)
        if one.__class__ is bool:
            return None
        return order(one, other) if _are_comparable(one, other) else None

    return ordered


def _are_comparable(one: object, other: object) -> bool:
    """True for two numbers that are exact, two texts of ASCII alone, or two truth values."""
    kind = one.__class__
    if kind is int or kind is float:
        return _is_exact(one) and _is_exact(other)
    if kind is str and other.__class__ is str:
        return one.isascii() and other.isascii()  # type: ignore[attr-defined]
    return kind is bool and other.__class__ is bool


def _is_exact(value: object) -> bool:
    if value.__class__ is int:
        return -_EXACT < value < _EXACT
    return value.__class__ is float and math.isfinite(value)


def _contained(left: Operand, right: Operand) -> Truth | None:
    if right.texts is not None and not left.is_literal and left.texts is None:
        return _one_of(left.get, right.texts)
    if left.is_literal and isinstance(left.value, str) and not right.is_literal and right.texts is None:
        return _holds_text(right.get, left.value)
    return None


def _one_of(get: Getter, texts: frozenset[str]) -> Truth:
    def one_of(context: Context) -> bool | None:
        value = get(context)
        return value in texts if value.__class__ is str else None

    return one_of


def _holds_text(get: Getter, text: str) -> Truth:
    def holds_text(context: Context) -> bool | None:
        value = get(context)
        return text in value if value.__class__ is list else None

    return holds_text


def _size_of(get: Getter) -> Getter:
    def size_of(context: Context) -> object:
        value = get(context)
        # CEL counts a text's bytes.
        is_countable = value.__class__ is list or (value.__class__ is str and value.isascii())
        return len(value) if is_countable else MISSING  # type: ignore[arg-type]

    return size_of


def _read_sum(tokens: Sequence[Token], names: frozenset[str]) -> Operand | None:
    signs = [index for index, token in enumerate(tokens) if token.text in {"+", "-"} and index > 0]
    if len(signs) != 1 or text_at(tokens, signs[0] - 1) in {"[", "(", ","}:
        return None
    left, right = (read_operand(part, names) for part in (tokens[: signs[0]], tokens[signs[0] + 1 :]))
    if left is None or right is None or left.texts is not None or right.texts is not None:
        return None
    is_plus, one, other = tokens[signs[0]].text == "+", left.get, right.get

    def add(context: Context) -> object:
        first, second = one(context), other(context)
        if first.__class__ is not int or second.__class__ is not int or not (_is_exact(first) and _is_exact(second)):
            return MISSING
        return first + second if is_plus else first - second

    return Operand(add)


def _read_texts(tokens: Sequence[Token]) -> frozenset[str] | None:
    texts = [read_literal([token]) for token in tokens[::2]]
    is_list = len(tokens) % 2 == 1 and all(token.text == "," for token in tokens[1::2])
    kept = frozenset(text for text in texts if isinstance(text, str))
    return kept if is_list and all(isinstance(text, str) for text in texts) else None
