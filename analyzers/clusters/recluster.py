"""All known failures grouped anew, and the ids carried over to what is mostly the same."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from analyzers.clusters.partition import Group, PartitionSettings, partition
from analyzers.clusters.registry import KnownCluster, Registry, fresh_id, with_births, with_vectors
from analyzers.clusters.text_vectors import Embedding, TextVectors
from analyzers.signatures import Signature

SAME_JACCARD = 0.5


class Overlap(NamedTuple):
    """What an old cluster and a new group have in common. Units: failures; `jaccard` 0-1, of failures."""

    old: int
    new: int
    shared: int
    jaccard: float


def recluster(registry: Registry, embedding: Embedding | None, run: str) -> Registry:
    """Return `registry` with its signatures grouped anew; `run` is recorded as the time of births and retirements.

    A group keeps the id of the cluster it shares at least half with (Jaccard over failures, best matching of all).
    Another cluster is retired, `merged_into` the group that took at least half of it. A group that is new and took the
    most of its failures from a cluster that is still there, or went elsewhere, is `split_from` that. Ids are never used
    again. Raises: ValueError without `embedding` when it made the clusters: all would fall apart.
    """
    if embedding is None and registry.embedder:
        raise ValueError(f"the clusters of {registry.agent} were made with {registry.embedder}, which is not here")
    weights = registry.weights
    few = PartitionSettings().few
    is_enough = embedding is not None and sum(weights.values()) >= few
    known = registry.clusters if embedding is not None and registry.embedder == embedding.name else ()
    vectors = TextVectors(embedding.embed, known) if embedding is not None and is_enough else None
    groups = partition(weights, vectors, replace(PartitionSettings(), few=0))
    old = tuple(registry.active)
    made = replace(registry, clusters=_carried_over(registry, old, groups, run))
    if vectors is not None and embedding is not None:
        made = with_vectors(made, vectors, embedding.name)
    made = with_births(made, run)
    return replace(made, pool_after=made.pool_size)


def _carried_over(
    registry: Registry, old: Sequence[KnownCluster], groups: Sequence[Group], run: str
) -> tuple[KnownCluster, ...]:
    overlaps = _overlaps(old, groups, registry.weights)
    kept = match(overlaps)
    homes = {place: _home(place, overlaps, registry.weights, old) for place in range(len(old)) if place not in kept}
    before = {new: old[place] for place, new in kept.items()}
    ids = _ids(registry, groups, {new: cluster.id for new, cluster in before.items()})
    clusters = [cluster for cluster in registry.clusters if not cluster.is_active]
    for place, home in homes.items():
        into = ids[home] if home is not None else ""
        clusters.append(replace(old[place], members=(), retired=run, merged_into=into))
    for place, group in enumerate(groups):
        if place in before:
            cluster = before[place]
        else:
            most = max((item for item in overlaps if item.new == place), key=lambda item: item.shared)
            is_piece = homes.get(most.old) != place
            parent = old[most.old].id if is_piece else ""
            cluster = KnownCluster(ids[place], group.medoid, (), first_seen=run, split_from=parent)
        clusters.append(replace(cluster, medoid=group.medoid, members=group.members))
    return tuple(sorted(clusters, key=lambda cluster: cluster.id))


def _overlaps(
    old: Sequence[KnownCluster], groups: Sequence[Group], weights: Mapping[Signature, int]
) -> tuple[Overlap, ...]:
    place_of = {member: place for place, group in enumerate(groups) for member in group.members}
    sizes = [sum(weights[member] for member in group.members) for group in groups]
    out = []
    for place, cluster in enumerate(old):
        shared: dict[int, int] = defaultdict(int)
        for member in cluster.members:
            shared[place_of[member]] += weights[member]
        size = sum(weights[member] for member in cluster.members)
        out += [Overlap(place, new, n, n / (size + sizes[new] - n)) for new, n in sorted(shared.items())]
    return tuple(out)


def match(overlaps: Sequence[Overlap]) -> dict[int, int]:
    """Return old -> new for the one-to-one matching with the largest sum of Jaccards, each at least 0.5.

    Source: Kuhn 1955 (Hungarian method), by connected component so that thousands of clusters stay cheap.
    """
    import numpy as np
    from scipy.optimize import linear_sum_assignment

    out: dict[int, int] = {}
    for edges in _components([item for item in overlaps if item.jaccard >= SAME_JACCARD]):
        rows, columns = sorted({item.old for item in edges}), sorted({item.new for item in edges})
        gain = np.zeros((len(rows), len(columns)))
        for item in edges:
            gain[rows.index(item.old), columns.index(item.new)] = item.jaccard
        for row, column in zip(*linear_sum_assignment(gain, maximize=True), strict=True):
            if gain[row, column] > 0:
                out[rows[row]] = columns[column]
    return out


def _components(edges: Sequence[Overlap]) -> list[list[Overlap]]:
    leader: dict[tuple[str, int], tuple[str, int]] = {}

    def find(node: tuple[str, int]) -> tuple[str, int]:
        while leader.setdefault(node, node) != node:
            node = leader[node]
        return node

    for item in edges:
        leader[find(("new", item.new))] = find(("old", item.old))
    groups: dict[tuple[str, int], list[Overlap]] = defaultdict(list)
    for item in edges:
        groups[find(("old", item.old))].append(item)
    return list(groups.values())


def _ids(registry: Registry, groups: Sequence[Group], kept: Mapping[int, str]) -> list[str]:
    used = {cluster.id for cluster in registry.clusters}
    out = []
    for place, group in enumerate(groups):
        name = kept.get(place) or fresh_id(group.medoid, used)
        used.add(name)
        out.append(name)
    return out


def _home(
    place: int, overlaps: Sequence[Overlap], weights: Mapping[Signature, int], old: Sequence[KnownCluster]
) -> int | None:
    """Return the group that took at least half of an old cluster, None when it was scattered."""
    size = sum(weights[member] for member in old[place].members)
    taken = [item for item in overlaps if item.old == place and 2 * item.shared >= size]
    return max(taken, key=lambda item: item.shared).new if taken else None
