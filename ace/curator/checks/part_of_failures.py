"""The second way a condition tells failures: a part of them, by numbers of one action, and hardly a fine decision.

Where the failures of one action have no one thing in common, most of them cannot be told, but some can.
"""

import math
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from ace.curator.checks.check import MAX_FALSE_FIRING, NOT_FOR_RULES
from ace.curator.checks.decision_verdicts import DecisionVerdicts
from ace.curator.conditions.like_cases import design_effect
from ace.curator.conditions.what_is_meant import actions_meant
from ace.curator.facts.same_action import SameAction
from analyzers.intervals import wilson
from runtime.contracts.condition_context import ContextField
from runtime.contracts.rule import Rule
from runtime.contracts.trace_event import Episode
from runtime.rules.fields_read import fields_read

MIN_PART = 10
MIN_PART_SHARE = 0.10
MIN_PART_CASES = 5
# How many times purer what the rule speaks against must be than all decisions of the action, its whole interval.
PURER_BY = 2.0
_ABOUT = frozenset({"action.name", "action.kind"})


class PartFigures(NamedTuple):
    """A rule fires on `fired` of the `failing` decisions of an action, of so many cases, and on `alarms` of the others.

    `alarm_weight` and `weight` are what those alarms and all others count (an outside source counts less). `effect`: by
    how much smaller the numbers count because decisions of one case are alike (`design_effect`).
    """

    fired: int
    failing: int
    cases: int
    alarms: int
    others: int
    alarm_weight: float
    weight: float
    effect: float = 1.0

    @property
    def passes(self) -> bool:
        """True when the part is large enough, is no single case's, and hardly anything in it is fine."""
        is_enough = self.fired >= max(MIN_PART, MIN_PART_SHARE * self.failing) and self.cases >= MIN_PART_CASES
        return is_enough and self.alarm_weight <= MAX_FALSE_FIRING * self.weight and self.is_purer

    @property
    def is_purer(self) -> bool:
        """True when the 95% interval of its failing share lies wholly above the base rate.

        That is twice the rate, or what is fine at most half as common as over all.
        """
        base = self.failing / (self.failing + self.weight) if self.weight else 1.0
        if not 0 < base < 1:
            return False
        # Rounded against the rule.
        fired, alarms = int(self.fired / self.effect), math.ceil(self.alarm_weight / self.effect - 1e-9)
        low = wilson(fired, fired + alarms).low
        return low >= base * PURER_BY or 1 - low <= (1 - base) / PURER_BY

    @property
    def words(self) -> str:
        """The figures as text."""
        share = self.alarms / self.others if self.others else 1.0
        return (
            f"of the same action it fires on {self.alarms} of {self.others} decisions that are not cited ({share:.1%})"
        )


def part_figures(
    rule: Rule, same: SameAction, recorded: DecisionVerdicts, episodes: Mapping[str, Episode]
) -> PartFigures:
    """Return on how many failing and other decisions of the action `rule` fires."""
    import numpy as np

    against = recorded.violating(rule)
    numbers = (*same.failing, *same.others)
    cases = [episodes[recorded.decisions[number].episode].header.case for number in numbers]
    is_failing = np.arange(len(numbers)) < len(same.failing)
    is_fired = np.array([number in against for number in numbers], dtype=bool)
    alarms = against & same.others.keys()
    return PartFigures(
        fired=int(np.count_nonzero(is_fired & is_failing)),
        failing=len(same.failing),
        cases=len({case for case, row in zip(cases, is_fired & is_failing, strict=True) if row}),
        alarms=len(alarms),
        others=len(same.others),
        alarm_weight=sum(same.others[number] for number in alarms),
        weight=sum(same.others.values()),
        effect=design_effect(cases, is_failing, is_fired),
    )


def is_by_numbers(rule: Rule, action: str, fields: Iterable[ContextField]) -> bool:
    """Return True when the rule is about `action` alone, whenever it is taken, and asks for numbers of its own."""
    if rule.when is None or rule.require is None:
        return False
    asked = set(fields_read(rule.require))
    numbers = {field.path for field in fields if is_own_number(field)}
    return (
        set(fields_read(rule.when)) <= _ABOUT
        and actions_meant(rule.when) == (action,)
        and bool(asked)
        and asked <= numbers
    )


def is_own_number(field: ContextField) -> bool:
    """Return True for a number that an action itself has."""
    is_number = isinstance(field.default, int | float) and not isinstance(field.default, bool)
    return is_number and field.path.startswith("action.") and field.path not in NOT_FOR_RULES
