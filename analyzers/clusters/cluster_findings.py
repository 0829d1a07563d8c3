"""Findings grouped into failures worth a rule: the same partition whatever the order."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import astuple

from analyzers.clusters.cluster import Cluster
from analyzers.clusters.lineage import grow
from analyzers.clusters.naming import template_name
from analyzers.clusters.registry import KnownCluster, Registry
from analyzers.clusters.seen_run import HERE, see_findings, traits_of
from analyzers.clusters.text_vectors import Embedding
from analyzers.finding import SEVERITY_WEIGHT, Finding
from analyzers.signatures import Signature, signature


def cluster_findings(
    findings: Iterable[Finding], known: Registry | None = None, embedding: Embedding | None = None
) -> tuple[Cluster, ...]:
    """Return the clusters of `findings`, highest rank first, equal ranks by id.

    Signatures that `known` has are in its clusters, under its ids and names. Others join them or each other where
    `embedding` says that they mean the same and there are failures enough; else each is a cluster of its own.
    """
    found = list(findings)
    registry = known or Registry("")
    if any(signature(finding) not in registry.places for finding in found):
        registry = grow(registry, see_findings(found), traits_of(found), embedding)
    groups: dict[str, list[Finding]] = defaultdict(list)
    for finding in found:
        groups[registry.places[signature(finding)].id].append(finding)
    clusters = [_cluster(place, groups[place.id]) for place in registry.clusters if place.id in groups]
    return tuple(sorted(clusters, key=lambda cluster: (-cluster.rank, cluster.id)))


def _cluster(place: KnownCluster, members: list[Finding]) -> Cluster:
    members = sorted(members, key=_order)
    worst = max(members, key=lambda finding: SEVERITY_WEIGHT[finding.severity])
    sources = {finding.episode: finding.source for finding in members}
    seen = Counter(signature(finding) for finding in members)
    template = template_name(place.medoid, dict(sorted(seen.items())), min(item.message for item in members))
    return Cluster(
        id=place.id,
        signature=place.medoid,
        name=place.model_name or template,
        detector=place.medoid.detector,
        severity=worst.severity,
        bucket=worst.bucket,
        failures=len(members),
        episodes=tuple(sorted(sources)),
        samples=_distinct(finding.sample for finding in members),
        cases=_distinct(finding.case for finding in members),
        sources=_distinct(sources.values()),
        largest_source_share=max(Counter(sources.values()).values()) / len(sources),
        findings=tuple(members),
        signatures=_distinct_signatures(seen),
        named_by="model" if place.model_name else "template",
        template_name=template,
        namer=place.namer,
        born="" if place.born == HERE else place.born,
        split_from=place.split_from,
        merged_into=place.merged_into,
    )


def _distinct_signatures(seen: Counter[Signature]) -> tuple[Signature, ...]:
    return tuple(sorted(seen))


def _distinct(values: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(set(values)))


def _order(finding: Finding) -> tuple[object, ...]:
    return (finding.episode, finding.step, *astuple(finding))
