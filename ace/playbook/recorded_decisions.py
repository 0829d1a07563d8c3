"""Recorded decisions, told apart by what some rules look at; nothing else makes a difference to them."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from runtime.contracts.json_types import JsonObject, canonical_json
from runtime.contracts.rule import Rule
from runtime.contracts.trace_event import Episode
from runtime.rules.fields_read import fields_read

# The values of some fields, absent ones included; equal keys give equal verdicts.
Key: TypeAlias = tuple[str, ...]
_ABSENT = ""


class Decision(NamedTuple):
    """One recorded decision; `context` is what conditions see: action, state, episode."""

    episode: str
    step: int
    context: JsonObject


@dataclass(frozen=True)
class DistinctDecision:
    """Decisions the rules cannot tell apart: the first of them, and how many there are."""

    first: Decision
    count: int


def decisions_of(episodes: Iterable[Episode]) -> Iterator[Decision]:
    """Yield every decision with a parsed action."""
    for episode in episodes:
        for step in episode.steps:
            if step.proposed is not None:
                context: JsonObject = {**step.context, "episode": episode.header.context}
                yield Decision(episode.header.episode, step.step, context)


def fields_used(rules: Iterable[Rule]) -> tuple[str, ...]:
    """Return the dotted paths the conditions of `rules` look at, sorted; of `a.b[i]` that is `a.b`."""
    sources = {source for rule in rules if rule.is_checked for source in (rule.when, rule.require) if source}
    return tuple(sorted({path for source in sources for path in fields_read(source)}))


def distinct(decisions: Iterable[Decision], paths: Iterable[str]) -> tuple[DistinctDecision, ...]:
    """Return one decision for each different set of values at `paths`, in the order they were first seen."""
    listed = tuple(paths)
    first: dict[Key, Decision] = {}
    counts: dict[Key, int] = {}
    for decision in decisions:
        key = key_of(decision.context, listed)
        first.setdefault(key, decision)
        counts[key] = counts.get(key, 0) + 1
    return tuple(DistinctDecision(decision, counts[key]) for key, decision in first.items())


def key_of(context: Mapping[str, object], paths: Iterable[str]) -> Key:
    """Return the values at `paths` as text that is equal for equal values."""
    return tuple(value_at(context, path) for path in paths)


def value_at(context: Mapping[str, object], path: str) -> str:
    """Return the value at a dotted path as JSON, empty where there is none."""
    value: object = context
    for part in path.split("."):
        if not isinstance(value, Mapping) or part not in value:
            return _ABSENT
        value = value[part]
    return canonical_json(value)
