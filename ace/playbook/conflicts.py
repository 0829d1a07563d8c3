"""Conflicts: rules that together leave an agent nothing to do in a state it has been in. Pure.

Two rules can each be harmless and together forbid everything. In every recorded state some action must satisfy all
rules; where none does, the smallest set of rules that is enough for that is named, with the state.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ace.playbook.recorded_decisions import Decision, distinct, fields_used, key_of, value_at
from runtime.contracts.condition_context import ContextField, default_context
from runtime.contracts.json_types import JsonObject, as_object
from runtime.contracts.rule import Rule
from runtime.rules.evaluate_condition import judge
from runtime.rules.judge_decisions import find_guard

MAX_ACTIONS = 400
MAX_EVALUATIONS = 400_000


@dataclass(frozen=True)
class Conflict:
    """`rules`: ids, sorted, none of which could be left out. In `states` recorded states they forbid every action.

    `episode` and `step` are of the first such state, `values` what it has in the fields these rules look at (as JSON).
    """

    rules: tuple[str, ...]
    episode: str
    step: int
    values: Mapping[str, str]
    states: int


@dataclass(frozen=True)
class ConflictSearch:
    """What was found, and how much was looked at: of `states` recorded states `looked_at`, with `actions` actions."""

    conflicts: tuple[Conflict, ...]
    states: int
    looked_at: int
    actions: int

    @property
    def is_whole(self) -> bool:
        """True when every recorded state was looked at."""
        return self.looked_at == self.states


def candidate_actions(
    names: Iterable[str], fields: Iterable[ContextField], recorded: Sequence[Decision], rules: Iterable[Rule]
) -> tuple[JsonObject, ...]:
    """Return what an agent could do, as conditions see it: each of `names` with defaults, and as it was recorded.

    Recorded actions that `rules` cannot tell apart count once. At most MAX_ACTIONS.
    """
    table = tuple(fields)
    kinds = next((field.choices for field in table if field.path == "action.kind"), ())
    known = tuple(dict.fromkeys(names))
    # A tool's kind is the one that is no name of an action itself.
    others = [kind for kind in kinds if kind not in known]
    plain = as_object(default_context(table).get("action"))
    bare = [{**plain, "name": name, "kind": name if name in kinds or not others else others[0]} for name in known]
    seen = [as_object(decision.context.get("action")) for decision in recorded]
    paths = [path for path in fields_used(rules) if path.split(".", 1)[0] == "action"]
    paths = sorted({*paths, "action.name", "action.kind"})
    unique: dict[tuple[str, ...], JsonObject] = {}
    for action in (*bare, *(action for action in seen if action.get("name") in known)):
        unique.setdefault(key_of({"action": action}, paths), action)
    return tuple(unique.values())[:MAX_ACTIONS]


def find_conflicts(
    rules: Sequence[Rule], recorded: Sequence[Decision], actions: Sequence[JsonObject]
) -> ConflictSearch:
    """Return each smallest set of `rules` that forbids every one of `actions` in a recorded state.

    Rules without conditions forbid nothing; a condition that cannot be evaluated neither. Of several sets in one state
    the one is named that does without the rules that come first in `rules`. States that differ only in what no rule
    looks at count once. The search ends after MAX_EVALUATIONS evaluations.
    """
    checked = [rule for rule in rules if rule.is_checked]
    used = fields_used(checked)
    states = distinct(recorded, [path for path in used if path.split(".", 1)[0] != "action"])
    search = _Search(checked, actions)
    found: dict[tuple[str, ...], Conflict] = {}
    looked_at = len(states)
    for number, state in enumerate(states if actions else ()):
        if search.evaluations >= MAX_EVALUATIONS:
            looked_at = number
            break
        together = search.forbidding(state.first.context)
        if together:
            ids = tuple(sorted(rule.id for rule in together))
            old = found.get(ids)
            found[ids] = _counted(old) if old else _conflict(together, ids, state.first)
    return ConflictSearch(tuple(found.values()), len(states), looked_at, len(actions))


def _conflict(together: Sequence[Rule], ids: tuple[str, ...], state: Decision) -> Conflict:
    paths = [path for path in fields_used(together) if path.split(".", 1)[0] != "action"]
    values = {path: value_at(state.context, path) for path in paths}
    return Conflict(ids, state.episode, state.step, values, 1)


def _counted(conflict: Conflict) -> Conflict:
    return Conflict(conflict.rules, conflict.episode, conflict.step, conflict.values, conflict.states + 1)


class _Search:
    """The rules that may speak about each action, found once; the action that was free last is tried first."""

    def __init__(self, rules: Sequence[Rule], actions: Sequence[JsonObject]) -> None:
        self.rules = rules
        self.options = [(action, [rule for rule in rules if _may_speak(rule, action)]) for action in actions]
        self.evaluations = 0

    def forbidding(self, context: Mapping[str, object]) -> list[Rule]:
        """Return a smallest set of rules that forbids every action in this state; empty when one is free."""
        for place, option in enumerate(self.options):
            if not self._forbidden_by(context, option, find_all=False):
                self.options.insert(0, self.options.pop(place))
                return []
        against = [self._forbidden_by(context, option, find_all=True) for option in self.options]
        kept = {rule_id for ids in against for rule_id in ids}
        for rule in self.rules:
            if rule.id in kept and all(ids & (kept - {rule.id}) for ids in against):
                kept.remove(rule.id)
        return [rule for rule in self.rules if rule.id in kept]

    def _forbidden_by(
        self, context: Mapping[str, object], option: tuple[JsonObject, list[Rule]], *, find_all: bool
    ) -> set[str]:
        action, rules = option
        proposed = {**context, "action": action}
        forbidding: set[str] = set()
        for rule in rules:
            self.evaluations += 1
            if judge(rule, proposed) == "violates":
                forbidding.add(rule.id)
                if not find_all:
                    break
        return forbidding


def _may_speak(rule: Rule, action: JsonObject) -> bool:
    guard = find_guard(rule.when or "")
    value = None if guard is None else action.get(guard.field)
    return guard is None or not isinstance(value, str) or value in guard.texts
