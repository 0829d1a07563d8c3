"""The decisions a rule must not fire on, and how much each counts: one stranger's successes must not carry a rule."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from ace.curator.checks.check import MAX_SOURCE_SHARE, OWN_SOURCE, CheckInput
from analyzers.clusters.cluster import Cluster


class CleanWeights(NamedTuple):
    """Decision number -> what it counts (0-1); in words of which episodes they are, and whose were weighed down."""

    weights: Mapping[int, float]
    kind: str
    capped: str


def clean_weights(cluster: Cluster, seen: CheckInput) -> CleanWeights:
    """Return the decisions of successful episodes without this failure.

    Where nothing succeeded, a condition that always fires would pass unnoticed; then episodes without this failure
    stand in, or else the decisions that are not cited, and `kind` says so. An outside source gives at most a third:
    its decisions count less, none is dropped, so that no order of names decides which ones count.
    """
    recorded = seen.recorded
    failing = seen.found.get(cluster.detector, frozenset()) | frozenset(cluster.episodes)
    succeeded = recorded.of_episodes(seen.succeeded - failing)
    weights, capped = _weighed(succeeded, seen)
    if weights:
        return CleanWeights(weights, "successful episodes", capped)
    why = "no success is of a source that counts" if succeeded else "none succeeded"
    weights, capped = _weighed(recorded.of_episodes(seen.episodes.keys() - failing), seen)
    if weights:
        return CleanWeights(weights, f"episodes without this failure ({why})", capped)
    cited = frozenset(recorded.cited(cluster))
    others = (number for number in range(len(recorded.decisions)) if number not in cited)
    weights, capped = _weighed(others, seen)
    return CleanWeights(weights, "the same episodes that are not cited (all failed)", capped)


def _weighed(numbers: Iterable[int], seen: CheckInput) -> tuple[dict[int, float], str]:
    sources = {number: seen.episodes[seen.recorded.decisions[number].episode].header.source for number in numbers}
    counts = Counter(sources.values())
    share = source_weights(counts)
    weights = {number: share[source] for number, source in sources.items() if share[source] > 0}
    lighter = [
        f"{counts[name]} from {name} count as {counts[name] * share[name]:.0f}"
        for name in sorted(counts)
        if share[name] < 1
    ]
    return weights, ", ".join(lighter)


def source_weights(counts: Mapping[str, int]) -> dict[str, float]:
    """Return what one decision of each source counts (0-1), so that no outside source gives more than a third.

    1 for our own samples. With one or two outside sources alone nothing is left to hold them against: 0.
    """
    total = sum(counts.values())
    outside = sorted((counts[name] for name in counts if name != OWN_SOURCE), reverse=True)
    cap = total * MAX_SOURCE_SHARE
    # With the largest j held to one cap, the rest makes up (3 - j) thirds.
    for held in range(3):
        cap = (total - sum(outside[:held])) / (1 / MAX_SOURCE_SHARE - held)
        if held >= len(outside) or outside[held] <= cap:
            break
    return {name: 1.0 if name == OWN_SOURCE else min(1.0, cap / count) for name, count in counts.items()}
