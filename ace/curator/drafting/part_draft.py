"""A draft for a cluster no condition tells whole: a rule against a part of it, with the counts that speak for it."""

from ace.curator.checks.decision_verdicts import DecisionVerdicts
from ace.curator.checks.part_of_failures import is_by_numbers, part_figures
from ace.curator.conditions.choose_otherwise import choose_otherwise
from ace.curator.conditions.rule_words import candidate_rule_words
from ace.curator.draft import CuratorInput, Draft, Refused
from ace.curator.drafting.find_part import find_part
from ace.curator.drafting.found_remedy import free_id
from ace.curator.drafting.rule_drafts import draft_of, new_rule, stronger_rule
from ace.curator.drafting.shown_decisions import Shown
from ace.curator.facts.same_action import SameAction, counts_in_words, same_action
from ace.curator.facts.stand_ins import stand_ins
from ace.curator.own_words import rationale_of
from ace.curator.remedies import Remedy
from analyzers.clusters.cluster import Cluster
from runtime.contracts.rule import Rule

NO_ONE_ACTION = "its decisions are not of one action, so that bands of numbers tell no part of it"
NO_BAND = "no band of its action's numbers holds hardly any other decision on cases not used to find it"


def part_draft(seen: CuratorInput, cluster: Cluster, shown: Shown) -> Draft | Refused | str:
    """Return a rule against a part of the cluster's failures, or why there is none.

    A rule in force that speaks against such a part already becomes a gate.
    """
    recorded = DecisionVerdicts(seen.episodes)
    same = same_action(cluster, recorded, seen.episodes, seen.found)
    if same is None:
        return NO_ONE_ACTION
    broken = next((rule for rule in seen.rules if _is_part(rule, same, recorded, seen)), None)
    if broken is not None:
        return stronger_rule(seen, cluster, broken)
    found = find_part(same, recorded, seen.episodes, seen.context)
    if found is None:
        return NO_BAND
    otherwise = choose_otherwise(found, shown.clean, stand_ins(seen, cluster), cited=shown.cited)
    title, text = candidate_rule_words(found, seen.context, otherwise)
    remedy = Remedy(free_id(seen, cluster, found.when), title, text, found.when, found.require, otherwise)
    made = new_rule(seen, remedy, cluster)
    if not _is_part(made, same, recorded, seen):
        return NO_BAND
    counts = counts_in_words(made, same, recorded)
    made = made.model_copy(update={"rationale": f"{rationale_of(cluster)} {counts}"})
    share = f"{found.fired} of its {found.cited} failing decisions"
    return draft_of(seen, cluster, None, made, f"{cluster.name}: {share} are told by numbers of the action. {counts}")


def _is_part(rule: Rule, same: SameAction, recorded: DecisionVerdicts, seen: CuratorInput) -> bool:
    if rule.agent != seen.agent or rule.safety or not is_by_numbers(rule, same.action, seen.context):
        return False
    return part_figures(rule, same, recorded, seen.episodes).passes
