"""Findings grouped into failures worth a rule, by signature alone: the same partition whatever the order."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import astuple

from analyzers.clusters.cluster import Cluster
from analyzers.finding import SEVERITY_WEIGHT, Finding
from analyzers.signatures import Signature, signature, signature_id


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
