"""What is to be left out, in which order, and about how many model calls that takes. Pure."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal, TypeAlias

from ace.curator.checks.decision_verdicts import DecisionVerdicts
from ace.cycle.ablation.earlier_runs import NO_DECISION, Earlier
from ace.cycle.ablation.weight import RuleWeight, changes_nothing
from ace.errors import NotFoundError
from runtime.contracts.rule import Rule
from runtime.rules.problem import did_you_mean

MOST_PAIRS = 10
Standing: TypeAlias = Literal["silent", "safety", "try"]
_ORDER: dict[Standing, int] = {"silent": 0, "safety": 1, "try": 2}


@dataclass(frozen=True)
class Planned:
    """One rule. `spoke`: recorded decisions its condition spoke on, None where it has none.

    `missing`: episodes of the arm without it that are not kept yet, 0 for what is not tried. `earlier`: what a silent
    rule says of decisions recorded without it.
    """

    rule: Rule
    standing: Standing
    spoke: int | None
    missing: int = 0
    earlier: Earlier = NO_DECISION


def chosen_rules(rules: Sequence[Rule], only: Sequence[str]) -> tuple[Rule, ...]:
    """Return the rules named by `only`, all of them when it is empty. Raises: NotFoundError for one not in force."""
    known = {rule.id for rule in rules}
    for name in only:
        if name not in known:
            remedy = did_you_mean(name, known) if known else "the playbook has none"
            raise NotFoundError(f"no rule {name!r} is in force for this agent; {remedy}")
    return tuple(rule for rule in rules if not only or rule.id in only)


def silent_rules(rules: Sequence[Rule], verdicts: DecisionVerdicts) -> tuple[Rule, ...]:
    """Return the checked rules whose condition spoke on no decision of `verdicts`; none when there is no decision."""
    if not verdicts.decisions:
        return ()
    return tuple(rule for rule in rules if rule.is_checked and not rule.safety and not verdicts.of_rule(rule))


def plan(
    rules: Sequence[Rule], verdicts: DecisionVerdicts, silent: Mapping[str, Earlier], missing: Callable[[Rule], int]
) -> tuple[Planned, ...]:
    """Return every rule, those that cost nothing first, then by what is to be run, then those that spoke most.

    A safety rule is never left out. `silent`: rules that are silent now, and what they say of decisions recorded
    without them; one that spoke there is silent because it is followed, so it is tried. `missing`: episodes to run
    before a rule is left out.
    """
    planned = [_planned(rule, verdicts, silent, missing) for rule in rules]
    return tuple(sorted(planned, key=lambda p: (_ORDER[p.standing], p.missing, -(p.spoke or 0), p.rule.id)))


def _planned(
    rule: Rule, verdicts: DecisionVerdicts, silent: Mapping[str, Earlier], missing: Callable[[Rule], int]
) -> Planned:
    spoke = len(verdicts.of_rule(rule)) if rule.is_checked else None
    if rule.safety:
        return Planned(rule, "safety", spoke)
    if rule.id in silent and not silent[rule.id].spoke:
        return Planned(rule, "silent", spoke, earlier=silent[rule.id])
    return Planned(rule, "try", spoke, missing(rule))


def plan_pairs(
    weights: Sequence[RuleWeight], rules: Sequence[Rule], verdicts: DecisionVerdicts
) -> tuple[tuple[RuleWeight, RuleWeight], ...]:
    """Return the pairs worth leaving out at once, at most ten, those that speak on most decisions together first.

    Two rules whose removal alone changes nothing may stand in for each other; two that carry weight may only work
    together. Other pairs can be told nothing new.
    """
    by_id = {rule.id: rule for rule in rules}

    def shared(pair: tuple[RuleWeight, RuleWeight]) -> int:
        first, second = (verdicts.of_rule(by_id[one.rule]).keys() for one in pair)
        return len(first & second)

    quiet = combinations([weight for weight in weights if changes_nothing(weight)], 2)
    heavy = combinations([weight for weight in weights if weight.word == "carries weight"], 2)
    found = sorted((*quiet, *heavy), key=lambda pair: (-shared(pair), pair[0].rule, pair[1].rule))
    return tuple(found[:MOST_PAIRS])
