"""Which values of the fields of two conditions can tell the conditions apart: those they name, and their neighbours."""

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from runtime.contracts.condition_context import ContextField
from runtime.rules.condition_tokens import Token, text_at, text_of_literal
from runtime.rules.fields_read import references

Kind: TypeAlias = Literal["truth", "number", "text", "list"]
Value: TypeAlias = bool | int | float | str | list[str] | None
_COMPARING = frozenset({"==", "!=", "<", "<=", ">", ">="})
_OTHERS = ("~one", "~two")
_LONGEST = 8


@dataclass
class _Related:
    """Fields that stand in one test with each other or with the same literals, and those literals."""

    paths: set[str] = field(default_factory=set)
    texts: set[str] = field(default_factory=set)
    numbers: set[float] = field(default_factory=set)


def values_to_try(tests: Iterable[Sequence[Token]], fields: Iterable[ContextField]) -> dict[str, tuple[Value, ...]]:
    """Return for each field the `tests` name the values to try, by its dotted path.

    Truths: both. Numbers: each that the field is compared with, and those just below and above. Texts: each, and two
    others. Lists: none, each text alone, two of them, and as many elements as a size is compared with. None: absent.
    `tests` are single comparisons; `fields` say of which type a field is, else its use does.
    """
    table = {one.path: one for one in fields}
    listed = [tuple(tokens) for tokens in tests]
    related = _joined(_related(tokens) for tokens in listed)
    kinds = {path: _kind(path, listed, table) for group in related for path in group.paths}
    return {path: _values(path, kinds[path], group, table) for group in related for path in sorted(group.paths)}


def literals_by_field(tests: Iterable[Sequence[Token]]) -> dict[str, frozenset[float | str]]:
    """Return the texts and numbers each field stands in one test with, by its dotted path."""
    out: dict[str, frozenset[float | str]] = {}
    for tokens in tests:
        found = _related(tokens)
        for path in found.paths:
            out[path] = out.get(path, frozenset()) | found.texts | found.numbers
    return out


def _related(tokens: Sequence[Token]) -> _Related:
    found = _Related({one.path for one in references(list(tokens))})
    for token in tokens:
        if token.kind == "string" and (text := text_of_literal(token.text)) is not None:
            found.texts.add(text)
        elif token.kind == "number" and (number := _number(token.text)) is not None:
            found.numbers.add(number)
    return found


def _number(text: str) -> float | None:
    try:
        value = ast.literal_eval(text.rstrip("uU"))
    except (ValueError, SyntaxError):
        return None
    return value if isinstance(value, int | float) else None


def _joined(found: Iterable[_Related]) -> list[_Related]:
    """Return the groups, those that share a field as one."""
    out: list[_Related] = []
    for one in found:
        if not one.paths:
            continue
        same = [other for other in out if other.paths & one.paths]
        out = [other for other in out if other not in same]
        out.append(
            _Related(
                one.paths.union(*(other.paths for other in same)),
                one.texts.union(*(other.texts for other in same)),
                one.numbers.union(*(other.numbers for other in same)),
            )
        )
    return out


def _kind(path: str, tests: Iterable[Sequence[Token]], table: Mapping[str, ContextField]) -> Kind:
    if path in table:
        return _kind_of(table[path].default)
    for tokens in tests:
        for one in references(list(tokens)):
            if one.path == path and (kind := _kind_used(tokens, path, one.after)) is not None:
                return kind
    return "truth"


def _kind_of(default: object) -> Kind:
    if isinstance(default, bool):
        return "truth"
    if isinstance(default, int | float):
        return "number"
    return "text" if isinstance(default, str) else "list"


def _kind_used(tokens: Sequence[Token], path: str, after: int) -> Kind | None:
    """Return the type that a field beside its sign must have, None where nothing tells."""
    before = after - 2 * path.count(".") - 2
    has_size = any(token.text == "size" for token in tokens)
    if has_size or text_at(tokens, before) == "in" or text_at(tokens, after) == "[":
        return "list"
    if text_at(tokens, after) == "." or any(token.kind == "string" for token in tokens):
        return "text"
    is_compared = any(token.text in _COMPARING for token in tokens)
    return "number" if is_compared and any(token.kind == "number" for token in tokens) else None


def _values(path: str, kind: Kind, group: _Related, table: Mapping[str, ContextField]) -> tuple[Value, ...]:
    known = table.get(path)
    # Below `action.arguments` nothing needs to be there.
    absent: tuple[Value, ...] = () if known is not None else (None,)
    if kind == "truth":
        return (*absent, False, True)
    if kind == "number":
        is_whole = known is None or isinstance(known.default, int)
        return (*absent, *_numbers(group.numbers, is_whole=is_whole))
    texts = _texts(group.texts, known)
    return (*absent, *(texts if kind == "text" else _lists(texts, group)))


def _texts(named: set[str], known: ContextField | None) -> tuple[str, ...]:
    others = _OTHERS if known is None or not known.choices else tuple(c for c in known.choices if c not in named)[:2]
    return (*sorted(named), *others)


def _numbers(named: set[float], *, is_whole: bool) -> tuple[float, ...]:
    step = 1 if is_whole else 0.01
    near = {number + way * step for number in (*named, 0) for way in (-1, 0, 1)}
    lowest = min(0.0, *named) if named else 0.0
    return tuple(sorted(number for number in near if number >= lowest))


def _lists(texts: Sequence[str], group: _Related) -> Iterator[list[str]]:
    yield []
    yield from ([text] for text in texts)
    yield from ([one, other] for at, one in enumerate(texts) for other in texts[at + 1 :])
    sizes = {int(number) + way for number in group.numbers for way in (0, 1) if number == int(number)}
    # Of one text: how many there are is all that these are for.
    yield from ([texts[-1]] * size for size in sorted(sizes) if 1 < size <= _LONGEST)
