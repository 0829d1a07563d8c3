"""Where the parts of a condition go: `when` says which decisions are meant, `require` what an agent can see to."""

from collections.abc import Sequence
from functools import reduce
from typing import TYPE_CHECKING, NamedTuple

from ace.curator.conditions.decision_table import DecisionTable
from ace.curator.conditions.predicates import Predicate

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

NEVER = "false"


class Placed(NamedTuple):
    """A rule's conditions: all of `when` and none of `require` is true of a decision that violates it."""

    when_parts: tuple[str, ...]
    require_parts: tuple[str, ...]

    @property
    def when(self) -> str:
        """The condition a rule speaks on; "true" where it always does."""
        return " && ".join(self.when_parts) or "true"

    @property
    def require(self) -> str:
        """What must hold then; "false" where nothing makes it right."""
        return " || ".join(self.require_parts) or NEVER

    def violated(self, table: DecisionTable) -> "NDArray[np.bool_]":
        """Return which decisions of the table violate it: the same ones as `judge` says, errors included."""
        import numpy as np

        parts = [*map(table.is_true, self.when_parts), *map(table.is_false, self.require_parts)]
        return reduce(np.logical_and, parts, np.ones(len(table.contexts), dtype=bool))


def place(action: str, predicates: Sequence[Predicate]) -> Placed:
    """Return the conditions under which exactly the decisions with `action` and all `predicates` violate.

    `action` is CEL, empty where any action is meant. What describes the decision, the episode or the student goes into
    `when`. Of the rest one goes into `require`, turned round: a property of the action itself before what was done
    before it; two things that could have been done before become a choice, "unless a or b". With nothing left it is
    never right.
    """
    active = [one for one in predicates if not one.is_describing]
    of_action = [one for one in active if one.path.startswith("action.")]
    is_choice = len(active) > 1 and not of_action and not any(one.holds.startswith("!") for one in active)
    required = active if is_choice else (of_action or active)[-1:]
    when = [one.fails for one in predicates if one not in required]
    return Placed(tuple(part for part in (action, *when) if part), tuple(one.holds for one in required))
