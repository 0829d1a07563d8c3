"""What a model is told about one cluster: typed facts, each cut to a size; strangers' words only as JSON strings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from ace.curator.asking.data_block import Fact
from ace.curator.asking.fact_json import (
    band_json,
    can_go_json,
    candidate_json,
    cluster_json,
    coverage_json,
    earlier_json,
    pair_json,
    rejection_json,
    rule_json,
    title_json,
)
from ace.curator.asking.facts_of_part import facts_of_part
from ace.curator.asking.near_rules import Failing, by_nearness, common_actions, concerning, reaching
from ace.curator.conditions.candidate import Candidate
from ace.curator.conditions.find_candidates import find_candidates
from ace.curator.conditions.numeric_bands import numeric_bands
from ace.curator.draft import Attempt, CuratorInput, Draft
from ace.curator.facts.clean_decisions import cited_decisions, clean_decisions
from ace.curator.facts.contrast import contrast_pairs
from ace.curator.facts.coverage import RuleFigures, rule_coverage
from analyzers.clusters.cluster import Cluster

OPTIONAL = ("bands", "other_rules", "contrast", "coverage", "rejections", "rules", "can_go", "candidates")
"""Facts a question can do without, worth least first: what is left out when there is no room."""
NOTHING_SAID: Mapping[str, str] = MappingProxyType({})
MAX_PAIRS = 2
MAX_CANDIDATES = 3


@dataclass(frozen=True)
class ClusterFacts:
    """One cluster and what is told of it. `coverage` has the figures of every rule in force with a condition.

    `operations` are those that make sense here: an edit where a rule is shown in full, a deletion or merge where the
    recorded episodes speak for one. `candidates` are the conditions found by code, by the name they are told under;
    `says` is what each asks for in words.
    """

    cluster: Cluster
    facts: tuple[Fact, ...]
    coverage: tuple[RuleFigures, ...]
    operations: tuple[str, ...]
    candidates: Mapping[str, Candidate]
    says: Mapping[str, str]

    def told(self, more: Fact) -> tuple[Fact, ...]:
        """Return the facts in the order they are sent: the cluster last, for a small model copies what it read last."""
        offered = Fact("operations", (list(self.operations),), worth=9, keep=1)
        return (*self.facts, more, offered, Fact("cluster", (cluster_json(self.cluster),), worth=9, keep=1))


def facts_of(
    seen: CuratorInput, cluster: Cluster, can_go: Sequence[Draft] = (), without: frozenset[str] = frozenset()
) -> ClusterFacts:
    """Return what a model is told of `cluster`; the facts named in `without` are left out (for an ablation).

    `can_go`: deletions and merges that the recorded episodes speak for. No id of an episode or sample is told: a model
    has no use for it, and the same failures ask the same question.
    """
    cited = cited_decisions(cluster, seen.episodes)
    clean = clean_decisions(cluster, seen.episodes, seen.succeeded, seen.found).contexts
    coverage = rule_coverage(seen.rules, cited, clean)
    pairs = contrast_pairs(cluster, seen.episodes, seen.succeeded, seen.context, MAX_PAIRS)
    found = find_candidates(cited, clean, seen.context, limit=MAX_CANDIDATES)
    numbers = numeric_bands(cited, clean, seen.context)
    if not found or not numbers:
        part, banded = facts_of_part(seen, cluster)
        found, numbers = found or part, numbers or banded
    found = () if "candidates" in without else found
    candidates = {f"candidate {number}": item for number, item in enumerate(found, start=1)}
    named = tuple({"name": name, **candidate_json(item, seen.context)} for name, item in candidates.items())
    facts = (
        *_about_rules(seen, Failing(cluster, common_actions(cited)), coverage),
        Fact("can_go", tuple(can_go_json(draft) for draft in can_go), worth=6),
        Fact("contrast", tuple(pair_json(item) for item in pairs), worth=3),
        Fact("bands", tuple(band_json(item) for item in numbers), worth=1),
        Fact("candidates", named, worth=8),
    )
    told = tuple(fact for fact in facts if fact.name not in without)
    says = {str(item["name"]): str(item["says"]) for item in named}
    return ClusterFacts(cluster, told, coverage, _operations(told, can_go), candidates, says)


def _about_rules(seen: CuratorInput, failing: Failing, coverage: Sequence[RuleFigures]) -> tuple[Fact, ...]:
    """Safety rules by title first: the same in every question, so that a server need not read them anew."""
    changeable = {rule.id: rule for rule in seen.rules if not rule.safety}
    reach = {item.rule_id: item for item in coverage if item.rule_id in changeable}
    near, far = by_nearness(tuple(changeable.values()), failing, reach)
    rejections = concerning(seen, failing.cluster)
    return (
        Fact("fixed_rules", tuple(title_json(rule) for rule in seen.rules if rule.safety), worth=7),
        Fact("other_rules", tuple(title_json(rule) for rule in far), worth=2),
        Fact("rules", tuple(rule_json(rule) for rule in near), worth=6),
        Fact("coverage", tuple(coverage_json(item) for item in reaching(reach.values())), worth=4),
        Fact("rejections", tuple(rejection_json(item) for item in rejections), worth=5),
    )


def _operations(told: Sequence[Fact], can_go: Sequence[Draft]) -> tuple[str, ...]:
    kinds = {draft.op for draft in can_go} if any(fact.name == "can_go" for fact in told) else set()
    has_rules = any(fact.name == "rules" and fact.items for fact in told)
    return ("add", *(["edit"] if has_rules else []), *sorted(kinds), "none")


def earlier_answers(attempts: Sequence[Attempt], says: Mapping[str, str] = NOTHING_SAID) -> Fact:
    """Return the model's own answers so far and what was wrong with each, in the checks' words."""
    return Fact("earlier_answers", tuple(earlier_json(item, says) for item in attempts), worth=8)
