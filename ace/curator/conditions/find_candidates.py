"""Find a condition that is true of a cluster's decisions and not of clean ones, and that holds on cases not seen."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ace.curator.checks.check import NOT_FOR_RULES
from ace.curator.conditions.candidate import Candidate
from ace.curator.conditions.place import place
from ace.curator.conditions.recorded import Figures, Recorded, actions_cited, recorded_decisions
from ace.curator.conditions.search import Found, search
from ace.curator.conditions.split_halves import group_of, split_halves
from analyzers.fisher import fisher_greater
from analyzers.intervals import wilson
from runtime.contracts.condition_context import ContextField
from runtime.contracts.json_types import JsonObject
from runtime.rules.check_condition import check_condition

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MAX_CHANCE = 0.01
"""How likely one of all conditions tried of its length may be as good by chance alone."""
MUCH_WORSE = 0.2
"""A condition that tells by so much less than the best is no alternative to it."""
MIN_PRECISION = 0.5
"""Of the decisions that took an action at least so many must have failed (lower end) before it is ruled out whole."""


class _Proven(NamedTuple):
    """A condition that met the bars on all decisions and on a half it was not found on.

    `fires`: on which rows. `states`: in how many clean decisions its predicates hold, whatever the action.
    """

    found: Found
    figures: Figures
    fires: bytes
    states: int

    @property
    def worth(self) -> float:
        return self.figures.tells_by - sum(one.cost for one in self.found.predicates)


def find_candidates(
    cited: Sequence[JsonObject],
    clean: Sequence[JsonObject],
    fields: Sequence[ContextField],
    *,
    groups: Sequence[str] = (),
    limit: int = 3,
) -> tuple[Candidate, ...]:
    """Return up to `limit` conditions that tell `cited` decisions from `clean` ones, best first; none is an answer.

    Each fires on at least 80% of the cited and at most 5% of the clean decisions. It was found on one half of the
    groups and kept these shares on the other, where one decision more or less is allowed, and it tells the cited from
    the clean decisions of the same actions better than chance does over all conditions that were tried. Best is what
    tells them apart most surely (`Figures.tells_by`), less what its parts cost (`Predicate.cost`). The order of the
    decisions makes no difference.

    Shapes: cited, clean: contexts {"action", "state", "episode"}; groups: a name for each, cited first, of what must
    not be in both halves (the case); without them the sample each context names. One group alone gives no candidate.
    Raises: ValueError when there are groups for only some of the decisions.
    """
    names = list(groups) or [group_of(context) for context in (*cited, *clean)]
    if len(names) != len(cited) + len(clean):
        raise ValueError(f"{len(names)} groups for {len(cited)} cited and {len(clean)} clean decisions; give one each")
    second = split_halves(names, len(cited)) if cited and clean else None
    if second is None:
        return ()
    usable = [field for field in fields if field.path not in NOT_FOR_RULES]
    recorded = recorded_decisions(cited, clean)
    actions = actions_cited(recorded, usable)
    proven = [
        item
        for inside in (~second, second)
        for found in search(recorded, inside, actions, usable)
        if (item := _prove(recorded, found, ~inside)) is not None
    ]
    order = {action: number for number, action in enumerate((*actions, ""))}
    proven.sort(
        key=lambda item: (
            -round(item.worth, 6),
            item.found.preference,
            item.states,
            order[item.found.action],
            len(item.found.placed.when + item.found.placed.require),
            item.found.placed,
        )
    )
    return tuple(_chosen(proven, usable, limit))


def _prove(recorded: Recorded, found: Found, outside: "NDArray[np.bool_]") -> _Proven | None:
    """Return the condition with its figures on all decisions, None when it does not hold."""
    import numpy as np

    violates = found.placed.violated(recorded.table)
    holding = place("", found.predicates).violated(recorded.table)
    alike = holding if recorded.is_unseen else violates
    figures = recorded.figures(violates, alike, np.ones_like(violates))
    if not figures.passes or not recorded.figures(violates, alike, outside).nearly_passes:
        return None
    if not _is_sure(found, figures) or (recorded.is_unseen and _leaves_out(recorded, found, figures)):
        return None
    return _Proven(found, figures, violates.tobytes(), int(np.count_nonzero(holding & ~recorded.is_cited)))


def _is_sure(found: Found, figures: Figures) -> bool:
    if not found.predicates:
        return wilson(figures.fired, figures.fired + figures.alarms).low >= MIN_PRECISION
    chance = fisher_greater(figures.fired, figures.cited, figures.alarms_alike, figures.alike)
    return chance * found.tried <= MAX_CHANCE and figures.tells_by > 0


def _leaves_out(recorded: Recorded, found: Found, figures: Figures) -> bool:
    """True when some failures with the action are let through, although no clean decision takes it."""
    import numpy as np

    if not found.action:
        return False
    return figures.fired < int(np.count_nonzero(recorded.table.is_true(found.action) & recorded.is_cited))


def _chosen(proven: Iterable[_Proven], fields: Sequence[ContextField], limit: int) -> Iterator[Candidate]:
    """Yield different conditions: none that fires where one before it does, or is one before it with more to it.

    An action is ruled out whole (`require` "false" and nothing else) only where nothing tells its uses apart.
    """
    taken: list[_Proven] = []
    for item in proven:
        if len(taken) == limit:
            return
        if taken and (not item.found.predicates or item.worth < taken[0].worth - MUCH_WORSE):
            continue
        if any(_is_same(item, other) for other in taken):
            continue
        placed = item.found.placed
        if check_condition(placed.when, fields) or check_condition(placed.require, fields):
            continue
        taken.append(item)
        yield Candidate(placed.when, placed.require, *item.figures[:4])


def _is_same(item: _Proven, other: _Proven) -> bool:
    paths, before = ({one.path for one in found.found.predicates} for found in (item, other))
    return item.fires == other.fires or (bool(before) and before <= paths)
