"""What to do instead of a violating action: what clean decisions do in such a state."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from ace.curator.conditions.candidate import Candidate
from ace.curator.conditions.what_is_meant import actions_meant
from ace.playbook.condition_tree import split_at
from analyzers.intervals import wilson
from runtime.contracts.errors import ConditionError
from runtime.contracts.json_types import JsonObject, as_object
from runtime.rules.condition_tokens import tokens_of
from runtime.rules.evaluate_condition import compile_condition
from runtime.rules.fields_read import fields_read

_NEAREST = 20
_ENDS_LESSON = re.compile("reveal|answer", re.IGNORECASE)


class _Parts(NamedTuple):
    """A candidate's condition: what it says of which action, of the state before it, and what it requires."""

    of_action: tuple[str, ...]
    of_state: tuple[str, ...]
    require: str

    @property
    def requires_state(self) -> bool:
        """True when what is required can come about before the action, and is no property of it."""
        paths = fields_read(self.require)
        return bool(paths) and not any(path.startswith("action.") for path in paths)

    def is_like(self, context: JsonObject) -> bool:
        """True in a state in which the action would violate the candidate."""
        is_meant = all(_holds(part, context) is True for part in self.of_state)
        return is_meant and (not self.requires_state or _holds(self.require, context) is False)


def choose_otherwise(
    candidate: Candidate,
    clean: Sequence[JsonObject],
    actions: Iterable[str],
    *,
    cited: Sequence[JsonObject] = (),
) -> str | None:
    """Return the name of one of `actions` to take instead, None when the clean decisions show none.

    First an action the candidate itself asks for; then the one after which what it requires most surely held, where
    that can be brought about; then the one most often taken in states like the cited ones. Never an action the
    candidate is about, nor, unless it asks for it, one that gives the answer. `clean`: each episode's in order; with
    the `cited` decisions, those of the clean ones are looked at that are nearest to them in what their states say.
    """
    known = frozenset(actions)
    asked = () if actions_meant(candidate.when) else actions_meant(candidate.require)
    if asked:
        return next((name for name in asked if name in known), None)
    parts = _parts(candidate)
    like = [context for context in clean if parts.is_like(context)]
    usable = {name for context in like if (name := _name(context)) in known and _may_stand_in(parts, context)}
    near = nearest_states(like, cited) if cited else like
    return _bringing_about(parts, clean, usable) or _most_taken(candidate, near, usable)


def nearest_states(contexts: Sequence[JsonObject], cited: Sequence[JsonObject]) -> list[JsonObject]:
    """Return the contexts whose states agree most with what most `cited` states are; at least 20 where there are.

    Compared are texts and truth values, each with the value most of the cited have.
    """
    usual: dict[str, object] = {}
    for path in sorted({path for context in cited for path, _ in _leaves(context)}):
        counts = Counter(value for context in cited for name, value in _leaves(context) if name == path)
        usual[path] = min(counts, key=lambda value: (-counts[value], str(value)))
    agreeing = [sum(usual.get(path) == value for path, value in _leaves(context)) for context in contexts]
    bar = sorted(agreeing, reverse=True)[:_NEAREST][-1] if agreeing else 0
    return [context for context, number in zip(contexts, agreeing, strict=True) if number >= bar]


def _leaves(context: JsonObject) -> Iterator[tuple[str, str | bool]]:
    """Yield the texts and truth values of a state, with their paths."""
    open_objects = [("", as_object(context.get("state")))]
    while open_objects:
        above, node = open_objects.pop()
        for name, value in node.items():
            if isinstance(value, dict):
                open_objects.append((f"{above}{name}.", value))
            elif isinstance(value, str | bool):
                yield f"{above}{name}", value


def _parts(candidate: Candidate) -> _Parts:
    tokens = tuple(tokens_of(candidate.when))
    conjuncts = split_at(tokens, "&&") if len(split_at(tokens, "||")) == 1 else [tokens]
    sources = [candidate.when[part[0].start : part[-1].end] for part in conjuncts if part]
    of_state = tuple(one for one in sources if not any(path.startswith("action.") for path in fields_read(one)))
    of_action = tuple(one for one in sources if set(fields_read(one)) & {"action.name", "action.kind"})
    return _Parts(of_action, of_state, candidate.require)


def _may_stand_in(parts: _Parts, context: JsonObject) -> bool:
    if _ENDS_LESSON.search(_name(context)):
        return False
    return not parts.of_action or not all(_holds(one, context) is True for one in parts.of_action)


def _bringing_about(parts: _Parts, clean: Sequence[JsonObject], usable: Iterable[str]) -> str | None:
    """Return the action after which `require` most surely held one step later (lower end of its share)."""
    if not parts.requires_state:
        return None
    taken: Counter[str] = Counter()
    brought: Counter[str] = Counter()
    for before, after in _steps(clean):
        if parts.is_like(before):
            taken[_name(before)] += 1
            brought[_name(before)] += _holds(parts.require, after) is True
    ranked = sorted((-wilson(brought[name], taken[name]).low, name) for name in set(usable) & set(brought))
    return ranked[0][1] if ranked and ranked[0][0] < 0 else None


def _most_taken(candidate: Candidate, like: Iterable[JsonObject], usable: Iterable[str]) -> str | None:
    allowed = set(usable)
    taken = Counter(
        name
        for context in like
        if (name := _name(context)) in allowed
        and not (_holds(candidate.when, context) is True and _holds(candidate.require, context) is False)
    )
    return min(taken, key=lambda name: (-taken[name], name)) if taken else None


def _steps(clean: Sequence[JsonObject]) -> Iterator[tuple[JsonObject, JsonObject]]:
    """Yield decisions that follow each other in one episode."""
    for before, after in pairwise(clean):
        first, second = (as_object(one.get("state")).get("step") for one in (before, after))
        is_next = isinstance(first, int) and isinstance(second, int) and second == first + 1
        if is_next and before.get("episode") == after.get("episode"):
            yield before, after


def _name(context: JsonObject) -> str:
    name = as_object(context.get("action")).get("name")
    return name if isinstance(name, str) else ""


def _holds(source: str, context: JsonObject) -> bool | None:
    try:
        return compile_condition(source).holds(context)
    except ConditionError:
        return None
