"""The common shapes of conditions as Python functions, ten to fifty times faster than asking CEL.

Native are `&&`, `||`, `!`, brackets, a field that is true or false, `has(field)`, comparisons of fields and literals
(==, !=, <, <=, >, >=), `field in ["a", "b"]`, `"a" in field`, `size(field)`, whole numbers joined with one + or -,
`contains`, `startsWith`, `endsWith` of a literal, and `exists` and `all` over a field.
Everything else, and every value that CEL treats in a way of its own, is unknown; a condition whose truth depends on
something unknown is CEL's to evaluate, with its errors. So a native answer is always CEL's answer.
"""

from collections.abc import Callable, Mapping, Sequence

from runtime.rules.condition_tokens import ROOTS, Token, closing, text_at, tokens_of
from runtime.rules.native_operand import (
    MISSING,
    RELATIONS,
    Context,
    Getter,
    Truth,
    compare,
    getter,
    read_literal,
    read_operand,
    read_path,
)

_TEXT_TESTS: Mapping[str, Callable[[str, str], bool]] = {
    "contains": lambda text, part: part in text,
    "startsWith": lambda text, part: text.startswith(part),
    "endsWith": lambda text, part: text.endswith(part),
}


def compile_native(source: str) -> Truth | None:
    """Return what evaluates `source`, a condition that parses, as far as Python can; None when it can say nothing.

    The result says True or False where CEL would, and None where CEL has to be asked.
    """
    return _compile(tuple(tokens_of(source)), frozenset(ROOTS))


def split_conjuncts(tokens: Sequence[Token]) -> list[Sequence[Token]]:
    """Return the parts that `&&` joins outside of all brackets: where one is false, the whole is."""
    signs = _outer_signs(tokens)
    return [tokens] if {"?", "||"} & set(signs.values()) else _split(tokens, signs, "&&")


def split_disjuncts(tokens: Sequence[Token]) -> list[Sequence[Token]]:
    """Return the parts that `||` joins outside of all brackets: where one is true, the whole is."""
    signs = _outer_signs(tokens)
    return [tokens] if "?" in signs.values() else _split(tokens, signs, "||")


def _compile(tokens: Sequence[Token], names: frozenset[str]) -> Truth | None:
    """Return the function of an expression, None when it is always unknown."""
    signs = _outer_signs(tokens)
    if "?" in signs.values():
        return None
    for sign, decisive in (("||", True), ("&&", False)):
        if sign in signs.values():
            return _join([_compile(part, names) for part in _split(tokens, signs, sign)], decisive)
    relations = [index for index, text in signs.items() if text in RELATIONS]
    if relations:
        return _relation(tokens, relations, names)
    return _single(tokens, names)


def _outer_signs(tokens: Sequence[Token]) -> dict[int, str]:
    """Return the operators outside of all brackets by index."""
    out, index = {}, 0
    while index < len(tokens):
        token = tokens[index]
        if token.kind == "sign" and token.text in {"(", "[", "{"}:
            index = closing(tokens, index)
        elif token.kind == "sign" or token.text == "in":
            out[index] = token.text
        index += 1
    return out


def _split(tokens: Sequence[Token], signs: Mapping[int, str], sign: str) -> list[Sequence[Token]]:
    ends = [index for index, text in signs.items() if text == sign]
    return [tokens[start:end] for start, end in zip([0, *(end + 1 for end in ends)], [*ends, len(tokens)], strict=True)]


def _join(parts: Sequence[Truth | None], decisive: bool) -> Truth | None:
    """`||` is true (`&&` false) as soon as one part is, whatever the others say, even where one is an error."""
    known = tuple(part for part in parts if part is not None)
    has_unknown = len(known) < len(parts)
    if not known:
        return None

    def join(context: Context) -> bool | None:
        is_unknown = has_unknown
        for part in known:
            value = part(context)
            if value is decisive:
                return decisive
            if value is None:
                is_unknown = True
        return None if is_unknown else not decisive

    return join


def _relation(tokens: Sequence[Token], relations: Sequence[int], names: frozenset[str]) -> Truth | None:
    if len(relations) > 1:
        return None
    sign = relations[0]
    left, right = read_operand(tokens[:sign], names), read_operand(tokens[sign + 1 :], names)
    return None if left is None or right is None else compare(left, tokens[sign].text, right)


def _single(tokens: Sequence[Token], names: frozenset[str]) -> Truth | None:
    """A negation, brackets, a literal, a call, or a field that is true or false."""
    first = text_at(tokens, 0)
    if first == "!":
        return _negated(_compile(tokens[1:], names))
    if first == "(" and closing(tokens, 0) == len(tokens) - 1:
        return _compile(tokens[1:-1], names)
    if len(tokens) == 1 and first in {"true", "false"}:
        is_true = first == "true"
        return lambda context: is_true
    path = read_path(tokens, names)
    if path:
        return _truth_of(getter(path))
    if text_at(tokens, len(tokens) - 1) == ")":
        return _call(tokens, names)
    return None


def _truth_of(get: Getter) -> Truth:
    def truth_of(context: Context) -> bool | None:
        value = get(context)
        return value if value is True or value is False else None

    return truth_of


def _negated(inner: Truth | None) -> Truth | None:
    if inner is None:
        return None

    def negated(context: Context) -> bool | None:
        value = inner(context)
        return None if value is None else not value

    return negated


def _call(tokens: Sequence[Token], names: frozenset[str]) -> Truth | None:
    """`has(field)`, `field.contains("text")`, `field.exists(name, test of name)`."""
    opening = next(index for index, token in enumerate(tokens) if token.text == "(")
    if closing(tokens, opening) != len(tokens) - 1:
        return None
    name, inside = text_at(tokens, opening - 1), tokens[opening + 1 : -1]
    if name == "has" and opening == 1:
        path = read_path(inside, names)
        return _has(getter(path[:-1]), path[-1]) if len(path) > 1 else None
    path = read_path(tokens[: opening - 2], names) if text_at(tokens, opening - 2) == "." else ()
    if not path:
        return None
    if name in _TEXT_TESTS and len(inside) == 1:
        part = read_literal(inside)
        return _text_test(getter(path), _TEXT_TESTS[name], part) if isinstance(part, str) else None
    if name in {"exists", "all"} and text_at(inside, 1) == "," and inside[0].kind == "name":
        return _over_elements(getter(path), name == "exists", inside, names)
    return None


def _has(get: Getter, name: str) -> Truth:
    def has(context: Context) -> bool | None:
        parent = get(context)
        return name in parent if parent.__class__ is dict else None

    return has


def _text_test(get: Getter, test: Callable[[str, str], bool], part: str) -> Truth:
    def text_test(context: Context) -> bool | None:
        text = get(context)
        return test(text, part) if text.__class__ is str else None

    return text_test


def _over_elements(get: Getter, decisive: bool, inside: Sequence[Token], names: frozenset[str]) -> Truth | None:
    bound = inside[0].text
    test = None if bound in names else _compile(inside[2:], names | {bound})
    if test is None:
        return None

    def over_elements(context: Context) -> bool | None:
        values = get(context)
        if values is MISSING or values.__class__ is not list:
            return None
        for value in values:
            found = test({**context, bound: value})
            if found is not (not decisive):
                # Decided, or unknown: unlike `&&` and `||`, CEL's macros end at the first element that is an error.
                return found
        return not decisive

    return over_elements
