"""Findings grouped into failures worth a rule, by signature alone: the same partition whatever the order."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import astuple, dataclass

from analyzers.finding import SEVERITY_WEIGHT, Bucket, Finding, Severity
from analyzers.signatures import Signature, signature, signature_id
from runtime.contracts.json_types import JsonObject

# Fewer than these is an anecdote: nothing is drafted from it.
BORN_EPISODES = 3
BORN_SAMPLES = 2


@dataclass(frozen=True)
class Cluster:
    """One failure as often as it was seen.

    `failures` counts findings; `episodes`, `samples`, `cases` and `sources` are distinct and sorted;
    `largest_source_share` is the share (0-1) of the failing episodes that came from one source.
    """

    id: str
    signature: Signature
    name: str
    detector: str
    severity: Severity
    bucket: Bucket
    failures: int
    episodes: tuple[str, ...]
    samples: tuple[str, ...]
    cases: tuple[str, ...]
    sources: tuple[str, ...]
    largest_source_share: float
    findings: tuple[Finding, ...]

    @property
    def is_born(self) -> bool:
        """True when a rule may be drafted from it: at least 3 failing episodes from at least 2 samples."""
        return len(self.episodes) >= BORN_EPISODES and len(self.samples) >= BORN_SAMPLES

    @property
    def rank(self) -> int:
        """Failures x samples x severity weight (minor 1, major 3, critical 9); higher comes first."""
        return self.failures * len(self.samples) * SEVERITY_WEIGHT[self.severity]

    def to_json(self) -> JsonObject:
        """Return the cluster as a JSON object with its findings."""
        return {
            "id": self.id,
            "signature": self.signature._asdict(),
            "name": self.name,
            "detector": self.detector,
            "severity": self.severity,
            "bucket": self.bucket,
            "failures": self.failures,
            "episodes": list(self.episodes),
            "samples": list(self.samples),
            "cases": list(self.cases),
            "sources": list(self.sources),
            "largest_source_share": self.largest_source_share,
            "is_born": self.is_born,
            "rank": self.rank,
            "findings": [finding.to_json() for finding in self.findings],
        }


def cluster_findings(findings: Iterable[Finding]) -> tuple[Cluster, ...]:
    """Return the clusters of `findings`, highest rank first, equal ranks by id."""
    groups: dict[Signature, list[Finding]] = defaultdict(list)
    for finding in findings:
        groups[signature(finding)].append(finding)
    clusters = [_cluster(key, members) for key, members in groups.items()]
    return tuple(sorted(clusters, key=lambda cluster: (-cluster.rank, cluster.id)))


def _cluster(key: Signature, members: list[Finding]) -> Cluster:
    members = sorted(members, key=_order)
    worst = max(members, key=lambda finding: SEVERITY_WEIGHT[finding.severity])
    sources = {finding.episode: finding.source for finding in members}
    return Cluster(
        id=f"c-{signature_id(key)}",
        signature=key,
        name=_name(key),
        detector=key.detector,
        severity=worst.severity,
        bucket=worst.bucket,
        failures=len(members),
        episodes=tuple(sorted(sources)),
        samples=_distinct(finding.sample for finding in members),
        cases=_distinct(finding.case for finding in members),
        sources=_distinct(sources.values()),
        largest_source_share=max(Counter(sources.values()).values()) / len(sources),
        findings=tuple(members),
    )


def _name(key: Signature) -> str:
    where = f" ({key.tool})" if key.tool else ""
    return f"{key.detector}{where}: {key.message}"


def _distinct(values: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(set(values)))


def _order(finding: Finding) -> tuple[object, ...]:
    return (finding.episode, finding.step, *astuple(finding))
