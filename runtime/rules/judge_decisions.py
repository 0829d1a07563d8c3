"""Many rules on many decisions: which decisions a rule speaks about at all is looked up before it is evaluated.

Most conditions say `action.kind == "..."` or `action.name in [...]` beside other things. Where that part is false, so
is the whole, whatever the rest says; the decisions are sorted by kind and name once for all rules.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from runtime.contracts.errors import ConditionError
from runtime.contracts.rule import Rule
from runtime.rules.condition_tokens import Token, text_at, tokens_of
from runtime.rules.evaluate_condition import Judgement, compile_condition, explain
from runtime.rules.native_condition import split_conjuncts
from runtime.rules.native_operand import read_operand

# Decision numbers by the text of a field; under None those where it is no text.
_ByText: TypeAlias = Mapping[str | None, Sequence[int]]
FIELDS = ("kind", "name")


@dataclass(frozen=True)
class Decisions:
    """Condition contexts, and their numbers by `action.kind` and `action.name`."""

    contexts: Sequence[Mapping[str, object]]
    by_field: Mapping[str, _ByText]


class Numbered(NamedTuple):
    """What a rule says of the decision with this number."""

    number: int
    judgement: Judgement


class Guard(NamedTuple):
    """`action.<field>` must be one of `texts`, or the condition is false."""

    field: str
    texts: frozenset[str]


def prepare(contexts: Sequence[Mapping[str, object]]) -> Decisions:
    """Return the contexts, numbered from 0, for any number of rules."""
    by_field: dict[str, defaultdict[str | None, list[int]]] = {field: defaultdict(list) for field in FIELDS}
    for number, context in enumerate(contexts):
        action = context.get("action")
        for field, numbers in by_field.items():
            value = action.get(field) if isinstance(action, Mapping) else None
            numbers[value if isinstance(value, str) else None].append(number)
    return Decisions(contexts, by_field)


def explain_each(rule: Rule, decisions: Decisions) -> Iterator[Numbered]:
    """Yield what `explain` says of each decision on which the rule is not silent, by number."""
    if rule.when is None or rule.require is None:
        return
    for number in _spoken_of(rule.when, decisions):
        judged = explain(rule, decisions.contexts[number])
        if judged.verdict != "silent":
            yield Numbered(number, judged)


def _spoken_of(when: str, decisions: Decisions) -> Sequence[int]:
    guard = find_guard(when)
    if guard is None:
        return range(len(decisions.contexts))
    numbers = decisions.by_field[guard.field]
    found = [numbers[text] for text in (*guard.texts, None) if text in numbers]
    return found[0] if len(found) == 1 else sorted(number for some in found for number in some)


@lru_cache(maxsize=8192)
def find_guard(when: str) -> Guard | None:
    """Return the first part of `when` that asks for certain kinds or names of action, None when there is none.

    A condition with a list macro has none: how long a list may be is checked before anything else. One that does not
    parse has none either; its evaluation says what is wrong.
    """
    try:
        if compile_condition(when).macros:
            return None
    except ConditionError:
        return None
    guards = (_guard(part) for part in split_conjuncts(tuple(tokens_of(when))))
    return next((guard for guard in guards if guard is not None), None)


def _guard(tokens: Sequence[Token]) -> Guard | None:
    field = text_at(tokens, 2)
    is_field = [token.text for token in tokens[:2]] == ["action", "."] and field in FIELDS
    if not is_field or text_at(tokens, 3) not in {"==", "in"}:
        return None
    operand = read_operand(tokens[4:], frozenset())
    if operand is None:
        return None
    if text_at(tokens, 3) == "in":
        return None if operand.texts is None else Guard(field, operand.texts)
    is_text = operand.is_literal and isinstance(operand.value, str)
    return Guard(field, frozenset({str(operand.value)})) if is_text else None
