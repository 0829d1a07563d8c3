"""What an edit would let go in states that nobody recorded: recorded decisions with one or two fields changed."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, islice, product
from typing import TypeAlias

from ace.curator.checks.check import CheckInput
from ace.playbook.recorded_decisions import fields_used
from runtime.contracts.condition_context import ContextField
from runtime.contracts.json_types import JsonObject, canonical_json
from runtime.contracts.rule import Rule
from runtime.rules.condition_tokens import Token, text_of_literal, tokens_of
from runtime.rules.evaluate_condition import judge

# Recorded decisions that the two rules tell apart are few; of those with two fields changed there may be many.
MAX_CONTEXTS = 200
MAX_PAIRED = 40
_WHOLE = re.compile(r"\d+")

# Changes of a decision: field path -> value.
Change: TypeAlias = Mapping[str, object]


def find_exemption(before: Rule, after: Rule, seen: CheckInput) -> str:
    """Return what `after` lets go that `before` stops where fields are changed, empty when nothing.

    Changed is each field that either looks at, to each value it can have or that a condition compares it with; two
    together where only `after` looks at them. What may go is what a false alarm shows: a decision of a successful
    episode that `before` stops and `after` does not, with this value (of a number, with any).
    """
    if (before.when, before.require) == (after.when, after.require):
        return ""
    released = [
        seen.recorded.decisions[number].context
        for number in seen.recorded.of_episodes(seen.succeeded)
        if number in seen.recorded.violating(before) - seen.recorded.violating(after)
    ]
    contexts = [seen.recorded.decisions[numbers[0]].context for numbers in seen.recorded.alike(_fields(before, after))]
    for context, change in _changed(before, after, contexts[:MAX_CONTEXTS], seen.context):
        tried = _with(context, change)
        is_lost = judge(before, tried) == "violates" and judge(after, tried) != "violates"
        if is_lost and not any(_shows(one, change) for one in released):
            where = " and ".join(f"{path} is {canonical_json(value)}" for path, value in change.items())
            return f"lets go what {before.id} stops where {where}, which no false alarm shows"
    return ""


def _fields(*rules: Rule) -> tuple[str, ...]:
    return fields_used(rules)


def _changed(
    before: Rule, after: Rule, contexts: Sequence[JsonObject], fields: Iterable[ContextField]
) -> Iterator[tuple[JsonObject, Change]]:
    values = _values(_fields(before, after), _literals(before, after), fields)
    for context in contexts:
        yield from ((context, {path: value}) for path, each in values.items() for value in each)
    new = [path for path in _fields(after) if path not in _fields(before) and path in values]
    for context in islice(contexts, MAX_PAIRED):
        for left, right in combinations(new, 2):
            yield from ((context, {left: a, right: b}) for a, b in product(values[left], values[right]))


def _literals(*rules: Rule) -> list[Token]:
    sources = [source for rule in rules for source in (rule.when, rule.require) if source]
    return [token for source in sources for token in tokens_of(source) if token.kind in {"string", "number"}]


def _values(paths: Iterable[str], literals: Sequence[Token], fields: Iterable[ContextField]) -> dict[str, list[object]]:
    """Return the values to try at each path; a group of fields (`action.arguments`) has none."""
    numbers = sorted({int(token.text) for token in literals if _WHOLE.fullmatch(token.text)})
    texts = [text for token in literals if token.kind == "string" and (text := text_of_literal(token.text)) is not None]
    table = {field.path: field for field in fields}
    return {path: list(_values_of(table[path], numbers, texts)) for path in paths if path in table}


def _values_of(field: ContextField, numbers: Sequence[int], texts: Sequence[str]) -> Iterator[object]:
    default = field.default
    if isinstance(default, bool):
        yield from (True, False)
    elif isinstance(default, int | float):
        kind = type(default)
        yield from sorted({kind(value) for number in (0, *numbers) for value in (number - 1, number, number + 1)})
    elif isinstance(default, str):
        yield from field.choices or (*dict.fromkeys(texts), "else")
    elif isinstance(default, list):
        yield []
        yield from ([text] for text in (field.choices or (*dict.fromkeys(texts), "else")))


def _with(context: JsonObject, change: Change) -> JsonObject:
    for path, value in change.items():
        context = _set(context, path.split("."), value)
    return context


def _set(node: Mapping[str, object], parts: Sequence[str], value: object) -> JsonObject:
    if len(parts) == 1:
        return {**node, parts[0]: value}
    inner = node.get(parts[0])
    return {**node, parts[0]: _set(inner if isinstance(inner, Mapping) else {}, parts[1:], value)}


def _shows(context: Mapping[str, object], change: Change) -> bool:
    return all(_has(context, path.split("."), value) for path, value in change.items())


def _has(node: object, parts: Sequence[str], value: object) -> bool:
    for part in parts:
        node = node.get(part) if isinstance(node, Mapping) else None
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return is_number or node == value
