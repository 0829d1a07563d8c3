"""Search a part of the decisions for an action with up to two predicates that tells the failures from the rest."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ace.curator.checks.check import MAX_FALSE_FIRING, MIN_TRUE_FIRING
from ace.curator.conditions.place import Placed, place
from ace.curator.conditions.predicates import ACTION_FIELDS, Predicate, Rows, predicates_of
from ace.curator.conditions.recorded import Recorded
from runtime.contracts.condition_context import ContextField

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_KEPT = 60


class Found(NamedTuple):
    """A condition: CEL of the action (empty: any), the predicates, and how many of that length were tried."""

    action: str
    predicates: tuple[Predicate, ...]
    tried: int

    @property
    def placed(self) -> Placed:
        """Its two conditions."""
        return place(self.action, self.predicates)

    @property
    def preference(self) -> tuple[int, ...]:
        """Smaller is better among those that tell as much: the predicates' own, added up."""
        return tuple(map(sum, zip(*(one.preference for one in self.predicates), strict=True)))


class _Counts(NamedTuple):
    """How often each of n predicates (`one`), and each two of them (`two`, n x n), are true in some rows."""

    one: "NDArray[np.float32]"
    two: "NDArray[np.float32]"


class _Beside(NamedTuple):
    """What an action is combined with: n predicates, how often they are true with it, and the bars.

    `tried`: how many different ones there were, those included that are true of too few.
    `cited` and `alike` are how many rows there are of each; a condition must fire on `enough` cited decisions and on
    at most `bar` clean ones.
    """

    tried: int
    kept: list[Predicate]
    fired: _Counts
    alarms: _Counts
    fired_alike: _Counts
    cited: int
    alike: int
    enough: float
    bar: float


def search(
    recorded: Recorded, inside: "NDArray[np.bool_]", actions: Sequence[str], fields: Sequence[ContextField]
) -> tuple[Found, ...]:
    """Return the conditions that come nearest to the bars of the static check among the rows `inside`, best first.

    `actions`: conditions on the action to begin with; any action is tried where these name several.
    """
    rows = Rows(recorded.is_cited & inside, recorded.alike & inside, ~recorded.is_cited & inside)
    known = sorted(
        predicates_of(recorded.table, rows, fields), key=lambda one: (one.preference, _states(recorded, one), one)
    )
    ranked: list[tuple[float, int, Found]] = []
    # A condition on any action rules out all but what it asks for: only where no one action is cited.
    has_one = any(" == " in action for action in actions)
    for number, action in enumerate(actions if has_one else (*actions, "")):
        beside = _beside(recorded, inside, action, [one for one in known if _fits(one, action)])
        if beside.kept:
            ranked += [(-gain, number, found) for gain, found in (*_ones(beside, action), *_twos(beside, action))]
    ranked.sort(key=lambda item: (round(item[0], 6), item[1], item[2].preference, item[2].placed))
    return (*(found for _, _, found in ranked[:_KEPT]), *(Found(action, (), 1) for action in actions))


def _states(recorded: Recorded, one: Predicate) -> int:
    """Return in how many clean decisions it is true, whatever the action: how much it would rule out elsewhere."""
    import numpy as np

    return int(np.count_nonzero(recorded.table.is_true(one.fails) & ~recorded.is_cited))


def _fits(one: Predicate, action: str) -> bool:
    """What the action is says `action`; where it says nothing, a predicate may say what it should have been."""
    if not one.path.startswith("action."):
        return True
    if one.path not in ACTION_FIELDS:
        return bool(action) or one.kind == "truth"
    if one.kind == "fields":
        # With one action meant it is a roundabout way to name it.
        return " in [" in action or action.startswith("action.kind")
    return not action and " != " in one.fails


def _beside(recorded: Recorded, inside: "NDArray[np.bool_]", action: str, allowed: Sequence[Predicate]) -> _Beside:
    import numpy as np

    table = recorded.table
    base = inside & table.is_true(action) if action else inside
    cited, clean, alike = recorded.is_cited & inside, ~recorded.is_cited & inside, recorded.alike & inside
    n_cited, n_clean, n_alike = (int(np.count_nonzero(rows)) for rows in (cited, clean, alike))
    # Where no clean decision takes the action, nothing is gained by letting some of the failures through.
    is_all_needed = bool(action) and recorded.is_unseen
    enough = max(1.0, float(np.count_nonzero(cited & base)) if is_all_needed else MIN_TRUE_FIRING * n_cited - 1)
    if not action:
        alike, n_alike = clean, n_clean
    compared = alike if recorded.is_unseen else alike & base
    tried, kept = _telling(recorded, (cited & base, compared, clean & base), enough, allowed)
    truth = np.array([table.is_true(one.fails) for one in kept], dtype=bool).reshape(len(kept), len(base))
    fired, alarms, fired_alike = (_count(truth, rows) for rows in (cited & base, clean & base, compared))
    return _Beside(
        tried, kept, fired, alarms, fired_alike, n_cited, max(n_alike, 1), enough, MAX_FALSE_FIRING * n_clean + 1
    )


def _telling(
    recorded: Recorded, rows: "tuple[NDArray[np.bool_], ...]", enough: float, allowed: Sequence[Predicate]
) -> tuple[int, list[Predicate]]:
    """Return how many different predicates there are, and those true of enough cited decisions (the first rows).

    Of those equal in all rows the first counts, and what is true of all of them tells nothing.
    """
    import numpy as np

    seen: dict[bytes, Predicate] = {}
    cited = rows[0]
    looked_at = np.logical_or.reduce(rows)
    everything = int(np.count_nonzero(looked_at))
    for one in allowed:
        true = recorded.table.is_true(one.fails) & looked_at
        if 0 < np.count_nonzero(true) < everything:
            seen.setdefault(np.packbits(true).tobytes(), one)
    kept = [one for one in seen.values() if np.count_nonzero(recorded.table.is_true(one.fails) & cited) >= enough]
    return len(seen), kept


def _count(truth: "NDArray[np.bool_]", rows: "NDArray[np.bool_]") -> _Counts:
    import numpy as np

    # Whole numbers below 2**24 are exact in float32, and a product of matrices is much faster in it.
    part = truth[:, rows].astype(np.float32)
    return _Counts(part.sum(axis=1), part @ part.T)


def _ones(beside: _Beside, action: str) -> Iterator[tuple[float, Found]]:
    """Yield the action with one predicate, and how much that tells by, its cost taken off."""
    import numpy as np

    cost = np.array([one.cost for one in beside.kept])
    gain = beside.fired.one / beside.cited - beside.fired_alike.one / beside.alike - cost
    for i in np.flatnonzero((beside.fired.one >= beside.enough) & (beside.alarms.one <= beside.bar)).tolist():
        if _can_stand(action, (beside.kept[i],)):
            yield float(gain[i]), Found(action, (beside.kept[i],), beside.tried)


def _twos(beside: _Beside, action: str) -> Iterator[tuple[float, Found]]:
    """Yield the same with two, where both matter: each alone fires on more of the decisions compared with."""
    import numpy as np

    cost = np.array([one.cost for one in beside.kept])
    alone = np.minimum(beside.fired_alike.one[:, None], beside.fired_alike.one[None, :])
    is_open = np.triu(beside.fired_alike.two < alone, 1) & (beside.fired.two >= beside.enough)
    gain = beside.fired.two / beside.cited - beside.fired_alike.two / beside.alike - (cost[:, None] + cost[None, :])
    gain[~(is_open & (beside.alarms.two <= beside.bar))] = -np.inf
    best = np.argsort(-gain, axis=None, kind="stable")[: 4 * _KEPT]
    for i, j in zip(*(index.tolist() for index in np.unravel_index(best, gain.shape)), strict=True):
        two = (beside.kept[i], beside.kept[j])
        if np.isfinite(gain[i, j]) and _can_stand(action, two):
            yield float(gain[i, j]), Found(action, two, beside.tried * (beside.tried - 1) // 2)


def _can_stand(action: str, predicates: Sequence[Predicate]) -> bool:
    """Without an action a condition must ask something of the action, or it would forbid every one.

    Which action it should be it may ask in some states only.
    """
    if action:
        return True
    asked = [one for one in predicates if one.path.startswith("action.")]
    return bool(asked) and (len(asked) < len(predicates) or all(one.kind == "truth" for one in asked))
