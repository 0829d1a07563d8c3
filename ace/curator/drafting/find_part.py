"""A condition for a part of the failures of one action: bands of its numbers in which hardly a decision is fine."""

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ace.curator.checks.decision_verdicts import DecisionVerdicts
from ace.curator.checks.part_of_failures import PURER_BY, is_own_number
from ace.curator.checks.plain_condition import is_plain_number
from ace.curator.conditions.candidate import Candidate
from ace.curator.conditions.decision_table import DecisionTable
from ace.curator.conditions.find_candidates import MAX_CHANCE
from ace.curator.conditions.like_cases import design_effect
from ace.curator.conditions.predicates import names_sample
from ace.curator.conditions.split_halves import split_halves
from ace.curator.drafting.band_cuts import BandChoice, choose_cuts
from ace.curator.drafting.from_bands import cut_condition
from ace.curator.facts.same_action import NOT_FAILING, SameAction, contexts_of
from analyzers.bands import BandReport, BandSettings, bands
from analyzers.fisher import fisher_greater
from analyzers.intervals import share_difference, wilson
from runtime.contracts.condition_context import ContextField
from runtime.contracts.json_types import JsonObject
from runtime.contracts.trace_event import Episode

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# Of the decisions that are fine at most 5% may be lost.
_CHOICE = BandChoice(keeps=0.95)


class _Counts(NamedTuple):
    """Of what a condition cuts off, and of the rest, how many decisions are fine and how many there are."""

    fine: int
    cut_off: int
    rest_fine: int
    rest: int

    @property
    def is_poor(self) -> bool:
        """True when of what is cut off at most half as much is fine as of all, with its whole interval."""
        base = (self.fine + self.rest_fine) / max(self.cut_off + self.rest, 1)
        return 0 < base < 1 and wilson(self.fine, self.cut_off).high <= base / PURER_BY

    @property
    def chance(self) -> float:
        """How likely as many failing ones would be among what is cut off, did it tell nothing."""
        return fisher_greater(self.cut_off - self.fine, self.cut_off, self.rest - self.rest_fine, self.rest)


class _Rows(NamedTuple):
    """Decisions of one action, the failing ones first, and the case of each."""

    table: DecisionTable
    is_failing: "NDArray[np.bool_]"
    cases: "NDArray[np.str_]"

    def counts(self, cut_off: "NDArray[np.bool_]", inside: "NDArray[np.bool_]") -> _Counts:
        """Return what is cut off `inside`, decisions of one case counted as far as they are not alike."""
        import numpy as np

        effect = design_effect(self.cases[inside], self.is_failing[inside], cut_off[inside])
        groups = (cut_off & ~self.is_failing, cut_off, ~cut_off & ~self.is_failing, ~cut_off)
        fine, every, rest_fine, rest = (int(np.count_nonzero(rows & inside)) for rows in groups)
        # Rounded against the condition.
        fewer = math.ceil(fine / effect), int(every / effect), int(rest_fine / effect), math.ceil(rest / effect)
        return _Counts(min(fewer[0], fewer[1]), *fewer[1:])


def find_part(
    same: SameAction,
    recorded: DecisionVerdicts,
    episodes: Mapping[str, Episode],
    fields: Sequence[ContextField],
) -> Candidate | None:
    """Return a condition on numbers of the action that is broken by a part of its failing decisions, None without one.

    Bands are made of one half of the cases, and cut off at an end where hardly a decision is fine, as far as 95% of
    those that are fine stay. Each part must hold on the other half: there what it cuts off is fine at most half as
    often as all, its whole interval, and by chance so only once in a hundred. Of what both halves give the one is
    taken that tells the failing decisions from the others most surely. `alarms` of `clean` are the others.
    """
    numbers = (*same.failing, *same.others)
    cases = [episodes[recorded.decisions[number].episode].header.case for number in numbers]
    return part_of(contexts_of(numbers, recorded), len(same.failing), cases, same.action, fields)


def part_of(
    contexts: Sequence[JsonObject], failing: int, cases: Sequence[str], action: str, fields: Sequence[ContextField]
) -> Candidate | None:
    """Return what `find_part` does, of the contexts of decisions (the first so many fail) and the case of each."""
    import numpy as np

    second = split_halves(cases, failing) if 0 < failing < len(contexts) else None
    usable = {field.path: field for field in fields if is_own_number(field) and not names_sample(field.path)}
    if second is None or not usable:
        return None
    rows = _Rows(DecisionTable(contexts), np.arange(len(contexts)) < failing, np.array(cases, dtype=np.str_))
    found = [
        _candidate(rows, parts, action)
        for inside in (~second, second)
        if (parts := tuple(_held(rows, _proposed(rows, inside, usable), ~inside)))
    ]
    return min(found, key=lambda one: (-_tells_by(one), len(one.require), one.require), default=None)


def _proposed(rows: _Rows, inside: "NDArray[np.bool_]", usable: Mapping[str, ContextField]) -> tuple[str, ...]:
    """Return conditions that decisions outside the poor bands meet, of the rows `inside` alone."""
    report = _report(rows, inside, tuple(usable))
    if report is None:
        return ()
    measures = [one for one in report.measures if 0 < one.true < one.n]
    cuts = choose_cuts(report, measures, _CHOICE)
    conditions = [cut_condition(cut, usable[cut.measure.name]) for cut in cuts]
    # A number that drafts are not written with would be refused later.
    return tuple(one for one in conditions if is_plain_number(one.rpartition(" ")[2]))


def _report(rows: _Rows, inside: "NDArray[np.bool_]", paths: Sequence[str]) -> BandReport | None:
    import numpy as np

    made = [
        {**rows.table.contexts[row], NOT_FAILING: not rows.is_failing[row]} for row in np.flatnonzero(inside).tolist()
    ]
    known = [
        path for path in paths if any(_is_number(rows.table, row, path) for row in np.flatnonzero(inside).tolist())
    ]
    return bands(made, NOT_FAILING, known, BandSettings()) if made and known else None


def _is_number(table: DecisionTable, row: int, path: str) -> bool:
    column = table.column(path)
    value = column.values[column.codes[row]]
    return isinstance(value, int | float) and not isinstance(value, bool)


def _held(rows: _Rows, parts: Sequence[str], outside: "NDArray[np.bool_]") -> Iterator[str]:
    """Yield the parts that hold on the rows `outside`, and on all."""
    import numpy as np

    for part in parts:
        cut_off = rows.table.is_false(part)
        there, everywhere = rows.counts(cut_off, outside), rows.counts(cut_off, np.ones_like(cut_off))
        if there.is_poor and everywhere.is_poor and there.chance * len(parts) <= MAX_CHANCE:
            yield part


def _candidate(rows: _Rows, parts: Sequence[str], action: str) -> Candidate:
    import numpy as np

    cut_off = np.logical_or.reduce([rows.table.is_false(part) for part in parts])
    groups = (cut_off & rows.is_failing, rows.is_failing, cut_off & ~rows.is_failing, ~rows.is_failing)
    counts = (int(np.count_nonzero(group)) for group in groups)
    return Candidate(f'action.name == "{action}"', " && ".join(parts), *counts)


def _tells_by(one: Candidate) -> float:
    return share_difference((one.fired, one.cited), (one.alarms, one.clean)).low
