"""The decisions a condition is looked for in, cited ones and clean ones, and how a condition does on them."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ace.curator.checks.check import MAX_FALSE_FIRING, MIN_TRUE_FIRING
from ace.curator.conditions.decision_table import DecisionTable
from ace.curator.conditions.predicates import ACTION_FIELDS, counted, quoted
from analyzers.intervals import share_difference
from runtime.contracts.condition_context import ContextField
from runtime.contracts.json_types import JsonObject

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# An action that fewer of the cited decisions took is no part of what they have in common.
RARE_ACTION = 0.05
MAX_ACTIONS = 4
# Fewer clean decisions of the same action tell nothing from chance.
MIN_ALIKE = 10


class Figures(NamedTuple):
    """On how many a condition fires: of the cited decisions, of the clean ones, of the clean ones alike in action."""

    fired: int
    cited: int
    alarms: int
    clean: int
    alarms_alike: int
    alike: int

    @property
    def passes(self) -> bool:
        """True when the bars of the static check are met."""
        return self.fired >= MIN_TRUE_FIRING * self.cited and self.alarms <= MAX_FALSE_FIRING * self.clean

    @property
    def nearly_passes(self) -> bool:
        """True when at most one decision more or less would meet the bars: in a half there may be only a few."""
        few = self.fired >= max(1.0, MIN_TRUE_FIRING * self.cited - 1)
        return few and self.alarms <= MAX_FALSE_FIRING * self.clean + 1

    @property
    def tells_by(self) -> float:
        """The lower end (95%) of how much larger the share is it fires on of the cited than of those alike, -1 to 1.

        Clean decisions of other actions say nothing of a condition beyond its action, however many they are.
        """
        return share_difference((self.fired, self.cited), (self.alarms_alike, self.alike)).low


class Recorded(NamedTuple):
    """A table whose first rows are the cited decisions.

    `alike`: the clean ones with an action that is often cited. Where there are hardly any (`is_unseen`), all clean
    ones: then the state the action is taken in is compared with the states there are, so that no more is ruled out than
    was seen.
    """

    table: DecisionTable
    is_cited: "NDArray[np.bool_]"
    alike: "NDArray[np.bool_]"
    is_unseen: bool

    def figures(
        self, violates: "NDArray[np.bool_]", alike: "NDArray[np.bool_]", inside: "NDArray[np.bool_]"
    ) -> Figures:
        """Return how a condition does that fires on the rows of `violates`, looking at those `inside` alone.

        `alike`: where it fires, whatever the action.
        """
        import numpy as np

        groups = (self.is_cited & inside, violates), (~self.is_cited & inside, violates), (self.alike & inside, alike)
        return Figures(*(int(np.count_nonzero(mask)) for rows, true in groups for mask in (rows & true, rows)))


def recorded_decisions(cited: Sequence[JsonObject], clean: Sequence[JsonObject]) -> Recorded:
    """Return the table of both, and which of the clean decisions are to be compared with the cited ones."""
    import numpy as np

    table = DecisionTable((*cited, *clean))
    is_cited = np.arange(len(table.contexts)) < len(cited)
    alike = ~is_cited
    for path in ACTION_FIELDS:
        names = _common(table, is_cited, path)
        if names:
            alike = ~is_cited & table.is_true(f"{path} in {quoted(names)}")
            break
    is_unseen = int(np.count_nonzero(alike)) < MIN_ALIKE
    return Recorded(table, is_cited, ~is_cited if is_unseen else alike, is_unseen)


def actions_cited(recorded: Recorded, fields: Iterable[ContextField]) -> tuple[str, ...]:
    """Return conditions on the action that most cited decisions meet, the narrowest first.

    One name or kind where one is meant, else a list of up to four of them.
    """
    known = {field.path for field in fields}
    single, several = [], []
    for path in ACTION_FIELDS:
        names = _common(recorded.table, recorded.is_cited, path) if path in known else ()
        if len(names) == 1:
            single.append(f'{path} == "{names[0]}"')
        elif 1 < len(names) <= MAX_ACTIONS:
            several.append(f"{path} in {quoted(names)}")
    return (*single, *several)


def _common(table: DecisionTable, mask: "NDArray[np.bool_]", path: str) -> tuple[str, ...]:
    counts = counted(table, mask, path)
    named = {name: number for name, number in counts.items() if name and not set(name) & set('"\\\n')}
    return tuple(sorted(name for name, number in named.items() if number >= RARE_ACTION * counts.total()))
