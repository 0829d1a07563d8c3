"""What a cluster shows: its decisions, the clean ones, and how far each rule in force reaches. Pure."""

from dataclasses import dataclass

from ace.curator.draft import CuratorInput
from ace.curator.facts.clean_decisions import cited_cases, cited_decisions, clean_decisions
from ace.curator.facts.coverage import RuleFigures, rule_coverage, separates
from analyzers.clusters.cluster import Cluster
from runtime.contracts.json_types import JsonObject
from runtime.contracts.rule import Rule


@dataclass(frozen=True)
class Shown:
    """Contexts of the cited and of the clean decisions, the case of each (cited first), the figures of the rules."""

    cited: tuple[JsonObject, ...]
    clean: tuple[JsonObject, ...]
    cases: tuple[str, ...]
    figures: tuple[RuleFigures, ...]

    def is_told_by(self, rule: Rule) -> bool:
        """True when the rule's condition tells the cited decisions from the clean ones."""
        return any(separates(item) for item in rule_coverage([rule], self.cited, self.clean))


def shown_by(seen: CuratorInput, cluster: Cluster) -> Shown:
    """Return what `cluster` shows among the episodes a curator may see."""
    cited = cited_decisions(cluster, seen.episodes)
    clean = clean_decisions(cluster, seen.episodes, seen.succeeded, seen.found)
    cases = (*cited_cases(cluster, seen.episodes), *clean.cases)
    own = [rule for rule in seen.rules if rule.agent == seen.agent]
    return Shown(cited, clean.contexts, cases, rule_coverage(own, cited, clean.contexts))
