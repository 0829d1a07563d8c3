"""From a run's episodes to findings, clusters and rates."""

from collections.abc import Sequence
from dataclasses import dataclass

from ace.evaluation.score import Trial, score_episodes, solved_rate, success_rate
from analyzers.clusters.cluster import Cluster
from analyzers.clusters.cluster_findings import cluster_findings
from analyzers.detectors.registry import DETECTORS, Unanalyzed, run_detectors
from analyzers.finding import Finding
from analyzers.rates import Rate, finding_rates
from runtime.contracts.json_types import JsonObject
from runtime.contracts.rule import Rule
from runtime.contracts.trace_event import Episode


@dataclass(frozen=True)
class Analysis:
    """What a run shows of the episodes that count. An episode failed that was not solved or has a serious finding."""

    episodes: int
    undecided: int
    findings: tuple[Finding, ...]
    clusters: tuple[Cluster, ...]
    rates: dict[str, Rate]
    trials: tuple[Trial, ...]
    unanalyzed: tuple[Unanalyzed, ...]

    @property
    def failure_rate(self) -> float:
        """Share of decided episodes that did not succeed."""
        decided = self.episodes - self.undecided
        return 1.0 - success_rate(self.trials) if decided else 0.0

    def to_json(self) -> JsonObject:
        """Return the analysis as a JSON object."""
        return {
            "episodes": self.episodes,
            "undecided": self.undecided,
            "findings": len(self.findings),
            "failure_rate": round(self.failure_rate, 6),
            "solved_rate": round(solved_rate(self.trials), 6),
            "rates": {name: {"with": rate[0], "of": rate[1]} for name, rate in self.rates.items()},
            "clusters": [cluster.to_json() for cluster in self.clusters],
            "unanalyzed": [[item.detector, item.episode, item.reason] for item in self.unanalyzed],
        }


def analyze(episodes: Sequence[Episode], rules: Sequence[Rule], severity: str) -> Analysis:
    """Return findings of every written detector and every conditioned rule, their clusters and rates.

    Episodes that failed for infrastructure reasons are counted as undecided and found nothing in.
    """
    decided = [episode for episode in episodes if not episode.is_infrastructure_error]
    result = run_detectors(decided, rules)
    return Analysis(
        episodes=len(episodes),
        undecided=len(episodes) - len(decided),
        findings=result.findings,
        clusters=cluster_findings(result.findings),
        rates=finding_rates(decided, result.findings, [detector.name for detector in DETECTORS]),
        trials=score_episodes(decided, severity),
        unanalyzed=result.errors,
    )
