"""The decisions a cluster cites, and those a rule for it must not fire on. Pure."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from ace.curator.evidence_tests import decision_contexts
from analyzers.clusters.cluster import Cluster
from runtime.contracts.json_types import JsonObject
from runtime.contracts.trace_event import Episode


class CleanDecisions(NamedTuple):
    """Contexts of decisions, in words of which episodes they are, and the case of each (as many as contexts)."""

    contexts: tuple[JsonObject, ...]
    kind: str
    cases: tuple[str, ...]


def cited_decisions(cluster: Cluster, episodes: Mapping[str, Episode]) -> tuple[JsonObject, ...]:
    """Return the contexts of the decisions `cluster` cites, each once, by episode and step."""
    return tuple(context for _, context in _cited(cluster, episodes))


def cited_cases(cluster: Cluster, episodes: Mapping[str, Episode]) -> tuple[str, ...]:
    """Return the case of each decision that `cited_decisions` returns, in the same order."""
    return tuple(case for case, _ in _cited(cluster, episodes))


def clean_decisions(
    cluster: Cluster,
    episodes: Mapping[str, Episode],
    succeeded: frozenset[str],
    found: Mapping[str, frozenset[str]],
) -> CleanDecisions:
    """Return the decisions of successful episodes without this failure.

    Where nothing succeeded, a condition that always fires would pass unnoticed; then episodes without this failure
    stand in, or else the decisions that are not cited, and `kind` says so. `found`: episodes by what was found there.
    """
    failing = found.get(cluster.detector, frozenset()) | frozenset(cluster.episodes)
    everything = frozenset(episodes)
    cited = {(finding.episode, finding.step) for finding in cluster.findings}
    for names, kind in (
        (succeeded & everything - failing, "successful episodes"),
        (everything - failing, "episodes without this failure (none succeeded)"),
        (everything, "the same episodes that are not cited (all failed)"),
    ):
        some = [
            (episodes[name].header.case, context)
            for name in sorted(names)
            for step, context in decision_contexts(episodes[name])
            if (name, step) not in cited
        ]
        if some:
            return CleanDecisions(tuple(context for _, context in some), kind, tuple(case for case, _ in some))
    return CleanDecisions((), "no episodes", ())


def _cited(cluster: Cluster, episodes: Mapping[str, Episode]) -> Iterator[tuple[str, JsonObject]]:
    cited = {(finding.episode, finding.step) for finding in cluster.findings}
    for name in sorted({name for name, _ in cited} & episodes.keys()):
        for step, context in decision_contexts(episodes[name]):
            if (name, step) in cited:
                yield episodes[name].header.case, context
