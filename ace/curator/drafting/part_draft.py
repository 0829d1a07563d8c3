"""A draft for a cluster no condition tells whole: a rule against a part of it, with the counts that speak for it."""

from typing import NamedTuple

from ace.curator.checks.check import CheckInput
from ace.curator.checks.part_of_failures import is_by_numbers, part_figures
from ace.curator.checks.replacement import find_replacement
from ace.curator.conditions.candidate import Candidate
from ace.curator.conditions.choose_otherwise import choose_otherwise
from ace.curator.conditions.rule_words import candidate_rule_words
from ace.curator.draft import CuratorInput, Draft, Refused
from ace.curator.drafting.find_part import find_part
from ace.curator.drafting.found_remedy import free_id
from ace.curator.drafting.rule_drafts import draft_of, new_rule, stronger_rule
from ace.curator.drafting.shown_decisions import Shown
from ace.curator.facts.same_action import SameAction, counts_in_words, same_action
from ace.curator.facts.stand_ins import stand_ins
from ace.curator.remedies import Remedy
from analyzers.clusters.cluster import Cluster
from runtime.contracts.rule import Rule

NO_ONE_ACTION = "its decisions are not of one action, so that bands of numbers tell no part of it"
NO_BAND = "no band of its action's numbers is nearly free of other decisions on cases not used to find it"


def part_draft(seen: CuratorInput, cluster: Cluster, shown: Shown) -> Draft | Refused | str:
    """Return a rule against a part of the cluster's failures, or why there is none.

    A rule in force that speaks against such a part already becomes a gate.
    """
    looked_at = _looked_at(seen)
    same = same_action(cluster, looked_at.recorded, seen.episodes, seen.found)
    if same is None:
        return NO_ONE_ACTION
    broken = next((rule for rule in _own(seen) if rule.enforce != "gate" and _is_part(rule, same, looked_at)), None)
    if broken is not None:
        return stronger_rule(seen, cluster, broken)
    found = find_part(same, looked_at.recorded, seen.episodes, seen.context)
    return NO_BAND if found is None else _draft(seen, cluster, _Part(found, same), looked_at, shown)


def _own(seen: CuratorInput) -> list[Rule]:
    return [rule for rule in seen.rules if rule.agent == seen.agent]


def _looked_at(seen: CuratorInput) -> CheckInput:
    return CheckInput(
        episodes=seen.episodes,
        succeeded=seen.succeeded,
        found=seen.found,
        context=seen.context,
        actions=frozenset(seen.actions),
        rules=seen.rules,
    )


class _Part(NamedTuple):
    """A condition found, with the decisions it was found in."""

    found: Candidate
    same: SameAction


def _draft(seen: CuratorInput, cluster: Cluster, part: _Part, looked_at: CheckInput, shown: Shown) -> Draft | str:
    """Return the draft, with what is done instead only where nothing speaks against that."""
    chosen = choose_otherwise(part.found, shown.clean, stand_ins(seen, cluster), cited=shown.cited)
    for otherwise in dict.fromkeys((chosen, None)):
        made = _rule(seen, cluster, part.found, otherwise)
        if not _is_part(made, part.same, looked_at):
            return NO_BAND
        counts = counts_in_words(made, part.same, looked_at.recorded)
        told = made.model_copy(update={"rationale": f"{made.rationale} {counts}"})
        share = f"{part.found.fired} of its {part.found.cited} failing decisions"
        why = f"{cluster.name}: {share} are told by numbers of the action. {counts}"
        draft = draft_of(seen, cluster, None, told, why)
        if not find_replacement(draft, looked_at).problems:
            break
    return draft


def _rule(seen: CuratorInput, cluster: Cluster, found: Candidate, otherwise: str | None) -> Rule:
    title, text = candidate_rule_words(found, seen.context, otherwise)
    remedy = Remedy(free_id(seen, cluster, found.when), title, text, found.when, found.require, otherwise)
    return new_rule(seen, remedy, cluster)


def _is_part(rule: Rule, same: SameAction, seen: CheckInput) -> bool:
    """Return True for a rule that speaks against a part of the failing decisions, by the bars of its check."""
    if rule.safety or not is_by_numbers(rule, same.action, seen.context):
        return False
    return part_figures(rule, same, seen.recorded, seen.episodes).passes
