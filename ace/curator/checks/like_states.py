"""Actions put into other recorded states: where would a rule stop them?"""

from collections.abc import Mapping, Sequence

from ace.playbook.recorded_decisions import Decision, Key, distinct, fields_used, key_of
from runtime.contracts.rule import Rule
from runtime.rules.evaluate_condition import judge

# Of actions that a rule tells apart by what is written in them there may be thousands.
MAX_ACTIONS = 40


class LikeStates:
    """The states in which `rule` would stop one of the actions of `cited`; each kind of state is asked once."""

    def __init__(self, rule: Rule, cited: Sequence[Decision]) -> None:
        self._rule = rule
        self._fields = state_fields([rule])
        self._actions = unlike_actions([rule], cited)
        self._known: dict[Key, bool] = {}

    def has(self, context: Mapping[str, object]) -> bool:
        """True when the rule would stop one of the cited actions in this state."""
        key = key_of(context, self._fields)
        if key not in self._known:
            tried = ({**context, "action": action} for action in self._actions)
            self._known[key] = any(judge(self._rule, one) == "violates" for one in tried)
        return self._known[key]


def state_fields(rules: Sequence[Rule]) -> list[str]:
    """Return the paths of `state` and `episode` that the conditions look at."""
    return [path for path in fields_used(rules) if path.split(".", 1)[0] != "action"]


def unlike_actions(rules: Sequence[Rule], cited: Sequence[Decision]) -> list[object]:
    """Return at most MAX_ACTIONS actions of `cited`, of those that the rules cannot tell apart the first."""
    paths = [path for path in fields_used(rules) if path.split(".", 1)[0] == "action"]
    return [one.first.context.get("action") for one in distinct(cited, paths)[:MAX_ACTIONS]]
