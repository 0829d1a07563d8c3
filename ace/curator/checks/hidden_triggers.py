"""Conditions that wait for something the evidence does not hold: a phrase, a date, an id, or nothing at all."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from ace.curator.checks.check import MIN_TRUE_FIRING, NOT_FOR_RULES, CheckInput
from ace.curator.draft import Draft
from runtime.contracts.condition_context import ContextField
from runtime.contracts.json_types import JsonObject
from runtime.rules.condition_tokens import Token, text_at, text_of_literal, tokens_of
from runtime.rules.fields_read import fields_read

_DATE = re.compile(r"\b\d{4}-\d{1,2}(-\d{1,2})?\b|\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b")
_TIMES = frozenset({"date", "time", "day", "month", "year", "hour", "weekday", "today", "now", "timestamp"})
_IDS = frozenset({"id", "sample", "case", "trial", "seed", "run", "trace", "uuid"})
_TEXT_TESTS = frozenset({"contains", "startsWith", "endsWith", "matches"})


def hidden_triggers(draft: Draft, seen: CheckInput) -> Iterator[str]:
    """Yield what in the conditions of the draft's rule could lie in wait.

    A text that a condition looks for in a field of free text must stand there in 80% of the decisions the draft's
    cluster cites: else it is a phrase that somebody can say later. Names of actions and the known values of fields are
    no such texts.
    """
    rule = draft.after
    assert rule is not None
    if rule.when is not None and not fields_read(rule.when):
        yield f"when: `{rule.when}` looks at nothing; say which decisions the rule is about"
    if rule.require is not None and rule.require.strip() != "false" and not fields_read(rule.require):
        yield f"require: `{rule.require}` looks at nothing, so it asks for nothing; write what must hold"
    cited = _cited(draft, seen)
    for name, source in (("when", rule.when), ("require", rule.require)):
        if source is not None:
            yield from (f"{name}: {problem}" for problem in _problems(source, cited, seen))


def _cited(draft: Draft, seen: CheckInput) -> list[JsonObject]:
    recorded = seen.recorded
    numbers = recorded.cited(draft.cluster) if draft.cluster is not None else ()
    return [recorded.decisions[number].context for number in numbers]


def _problems(source: str, cited: Sequence[JsonObject], seen: CheckInput) -> Iterator[str]:
    paths = fields_read(source)
    for path in paths:
        last = path.rpartition(".")[2]
        if path in NOT_FOR_RULES or last in _IDS or last.endswith("_id"):
            yield f"`{path}` names one sample or run; a rule must hold for all"
        if last in _TIMES:
            yield f"`{path}` is a time; a rule that waits for a day cannot be judged before it"
    tokens = list(tokens_of(source))
    if any(_DATE.search(token.text) for token in tokens if token.kind == "string"):
        yield "it names a date; a rule that waits for a day cannot be judged before it"
    free = [path for path in paths if _is_free(path, seen.context)]
    for text, is_pattern in _phrases(tokens, seen) if free else ():
        share = _share(text, is_pattern, free, cited)
        if share < MIN_TRUE_FIRING:
            yield f"{text[:40]!r} stands in {share:.0%} of the cited decisions; {MIN_TRUE_FIRING:.0%} are needed"


def _is_free(path: str, context: Iterable[ContextField]) -> bool:
    """True for a field, or a part of one, that can hold any text or list of texts."""
    return any(
        isinstance(field.default, str | list | dict)
        and not field.choices
        and (path == field.path or path.startswith(f"{field.path}."))
        for field in context
        if field.path not in {"action.kind", "action.name"}
    )


def _phrases(tokens: Sequence[Token], seen: CheckInput) -> Iterator[tuple[str, bool]]:
    """Yield the texts that are no known name, and whether each is a pattern."""
    known = {choice for field in seen.context for choice in field.choices} | seen.actions | {""}
    for index, token in enumerate(tokens):
        if token.kind != "string":
            continue
        test = text_at(tokens, index - 2) if text_at(tokens, index - 1) == "(" else ""
        text = text_of_literal(token.text)
        if text is None:
            yield token.text, False
        elif test in _TEXT_TESTS or text not in known:
            yield text, test == "matches"


def _share(text: str, is_pattern: bool, paths: Sequence[str], cited: Sequence[JsonObject]) -> float:
    if not cited:
        return 0.0
    return sum(_stands(text, is_pattern, list(_texts(paths, context))) for context in cited) / len(cited)


def _stands(text: str, is_pattern: bool, values: Sequence[str]) -> bool:
    if not is_pattern:
        return any(text in value for value in values)
    try:
        return any(re.search(text, value) for value in values)
    except re.error:
        return False


def _texts(paths: Sequence[str], context: Mapping[str, object]) -> Iterator[str]:
    for path in paths:
        value: object = context
        for part in path.split("."):
            value = value.get(part) if isinstance(value, Mapping) else None
        yield from _strings(value)


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from _strings(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _strings(item)
