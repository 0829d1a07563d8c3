"""How a registry grows by a run: known failures stay, like ones join, the rest waits in the pool until it is born."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from analyzers.clusters.partition import Group, PartitionSettings, partition
from analyzers.clusters.recluster import recluster
from analyzers.clusters.registry import (
    KEPT_EPISODES,
    KnownCluster,
    Registry,
    block_of,
    fresh_id,
    with_births,
    with_vectors,
)
from analyzers.clusters.seen_run import SeenRun, Traits
from analyzers.clusters.signature_vectors import signature_vectors
from analyzers.clusters.text_vectors import Embedding, TextVectors
from analyzers.finding import SEVERITY_WEIGHT
from analyzers.signatures import Signature

# Stricter than the partition's cut: what joins by itself is not looked at again until the next re-clustering.
JOIN_COSINE = 0.80
# The pool is re-clustered by itself beyond so many signatures, and again whenever it has doubled since.
POOL_BOUND = 200


def record_run(
    registry: Registry, seen: SeenRun, traits: Mapping[Signature, Traits], embedding: Embedding | None
) -> Registry:
    """Return `registry` with the run in it, re-clustered when that is due. The same run twice changes nothing.

    A signature that is known stays where it is. A new one joins the nearest medoid of its block at a cosine of 0.80 or
    more; the others are grouped among themselves and wait. Without `embedding`, or under 20 failures in all, every
    signature is a cluster of its own.
    """
    grown = grow(registry, seen, traits, embedding)
    is_due = embedding is not None and (_were_never_compared(registry, grown) or has_outgrown(grown))
    return recluster(grown, embedding, seen.run) if is_due else grown


def has_outgrown(registry: Registry) -> bool:
    """Return True when more signatures wait than the bound, and twice as many as after the last re-clustering."""
    return registry.pool_size > max(POOL_BOUND, 2 * registry.pool_after)


def _were_never_compared(registry: Registry, grown: Registry) -> bool:
    """True when clusters were founded by signature alone, for want of failures or of an embedder, and now need not."""
    if registry.embedder or not registry.clusters or not has_enough(grown):
        return False
    active = list(grown.active)
    return len({cluster.block for cluster in active}) < len(active)


def has_enough(registry: Registry) -> bool:
    """Return True when there are failures enough (20) for vectors to be worth their while."""
    return sum(registry.weights.values()) >= PartitionSettings().few


def grow(
    registry: Registry, seen: SeenRun, traits: Mapping[Signature, Traits], embedding: Embedding | None
) -> Registry:
    """Return `registry` with the run in it; no cluster that it had is split, merged or renamed."""
    grown = _with_run(registry, seen, traits)
    new = sorted(key for key in seen.failures if key not in registry.places)
    if embedding is None or not new or not has_enough(grown):
        return with_births(_found(grown, [Group(key, (key,)) for key in new], seen.run), seen.run)
    stored = registry.clusters if registry.embedder in ("", embedding.name) else ()
    vectors = TextVectors(embedding.embed, stored)
    joined, rest = _join(grown, new, vectors)
    # A run older than all that is remembered is forgotten at once: then it alone knows how often.
    here = {key: sum(item.failures for item in seen.failures[key]) for key in rest}
    counted = {key: grown.weights.get(key, here[key]) for key in rest}
    groups = partition(counted, vectors, replace(PartitionSettings(), few=0))
    grown = _found(_with_members(grown, joined), groups, seen.run)
    return with_births(with_vectors(grown, vectors, embedding.name), seen.run)


def _with_run(registry: Registry, seen: SeenRun, traits: Mapping[Signature, Traits]) -> Registry:
    others = [run for run in registry.runs if run.run != seen.run]
    runs = sorted([*others, seen], key=lambda run: (run.created, run.run))
    while len(runs) > 1 and sum(len(run.episodes) for run in runs) > KEPT_EPISODES:
        runs.pop(0)
    known = dict(registry.traits)
    for key, found in traits.items():
        before = known.get(key, found)
        worse = SEVERITY_WEIGHT[found.severity] > SEVERITY_WEIGHT[before.severity]
        known[key] = found._replace(example=before.example) if worse else before
    return replace(registry, runs=tuple(runs), traits=known)


def _join(
    registry: Registry, new: Sequence[Signature], vectors: TextVectors
) -> tuple[dict[str, list[Signature]], list[Signature]]:
    """Return the new members by cluster id, and the signatures that no medoid is near to."""
    import numpy as np

    near: dict[tuple[str, str, str], list[KnownCluster]] = defaultdict(list)
    for cluster in registry.active:
        near[cluster.block].append(cluster)
    joined: dict[str, list[Signature]] = defaultdict(list)
    rest: list[Signature] = []
    for block in sorted({block_of(key) for key in new}):
        keys = [key for key in new if block_of(key) == block]
        if block not in near:
            rest += keys
            continue
        medoids = signature_vectors([cluster.medoid for cluster in near[block]], vectors)
        cosines = np.round(signature_vectors(keys, vectors) @ medoids.T, 6)
        # Clusters are by id, so that the first of equals is always the same one.
        for key, row in zip(keys, cosines, strict=True):
            best = int(np.argmax(row))
            if row[best] >= JOIN_COSINE:
                joined[near[block][best].id].append(key)
            else:
                rest.append(key)
    return joined, rest


def _with_members(registry: Registry, joined: Mapping[str, Iterable[Signature]]) -> Registry:
    clusters = [
        replace(cluster, members=tuple(sorted([*cluster.members, *joined[cluster.id]])))
        if cluster.id in joined
        else cluster
        for cluster in registry.clusters
    ]
    return replace(registry, clusters=tuple(clusters))


def _found(registry: Registry, groups: Sequence[Group], run: str) -> Registry:
    clusters = list(registry.clusters)
    used = {cluster.id for cluster in clusters}
    for group in groups:
        name = fresh_id(group.medoid, used)
        used.add(name)
        clusters.append(KnownCluster(name, group.medoid, group.members, first_seen=run))
    return replace(registry, clusters=tuple(sorted(clusters, key=lambda cluster: cluster.id)))
