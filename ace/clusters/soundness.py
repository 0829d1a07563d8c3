"""What must hold in a registry of clusters whoever wrote it: else grouping anew would fail, or lose failures."""

from array import array
from collections import Counter
from collections.abc import Sequence
from math import hypot

from analyzers.clusters.registry import KnownCluster, Registry, block_of

# How far the length of a stored vector may be from 1.
_LENGTH_SLACK = 0.01


def check_sound(registry: Registry) -> None:
    """Raise ValueError, naming what is wrong first, when `registry` contradicts itself."""
    check_once([cluster.id for cluster in registry.clusters], "cluster id")
    check_once([member for cluster in registry.clusters for member in cluster.members], "signature")
    check_once([run.run for run in registry.runs], "run")
    for cluster in registry.clusters:
        _check_members(cluster)
    for run in registry.runs:
        stray = next((key for key in run.failures if key not in registry.places), None)
        if stray is not None:
            raise ValueError(f"{run.run} has a failure that is in no cluster: {stray.detector}: {stray.message[:80]}")
    _check_vectors(registry)


def check_once(names: Sequence[object], what: str) -> None:
    """Raise ValueError when one of `names` is there twice."""
    twice = [name for name, count in Counter(names).items() if count > 1]
    if twice:
        raise ValueError(f"{what} {twice[0]!r} is there twice")


def _check_members(cluster: KnownCluster) -> None:
    if not cluster.is_active:
        if cluster.members:
            raise ValueError(f"{cluster.id} is retired and has members")
        return
    if cluster.medoid not in cluster.members:
        raise ValueError(f"the medoid of {cluster.id} is not among its members")
    if any(block_of(member) != cluster.block for member in cluster.members):
        raise ValueError(f"the members of {cluster.id} are of several detectors, tools or rules")


def _check_vectors(registry: Registry) -> None:
    lengths = set()
    for cluster in registry.clusters:
        if not cluster.vector:
            continue
        if len(cluster.vector) % 4:
            raise ValueError(f"the vector of {cluster.id} is cut off")
        numbers = array("f", cluster.vector)
        lengths.add(len(numbers))
        # A length that is no number is not near 1 either.
        if not abs(hypot(*numbers) - 1) <= _LENGTH_SLACK:
            raise ValueError(f"the vector of {cluster.id} is not of length 1")
    if len(lengths) > 1:
        raise ValueError(f"the vectors are of several widths: {', '.join(map(str, sorted(lengths)))}")
