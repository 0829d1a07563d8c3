"""Whether what a failure is about was carried out, or a gate stopped it. Pure."""

from collections.abc import Sequence
from functools import cache

from analyzers.clusters.cluster import Cluster
from analyzers.detectors.registry import DETECTORS
from analyzers.finding import Finding
from runtime.contracts.trace_event import Episode, Step


def fate_words(finding: Finding, episodes: Sequence[Episode]) -> str:
    """Return whether the proposed action was carried out; "" where the failure is about none, or its step is absent."""
    step = _step_of(finding, episodes)
    if step is None or not _is_of_proposal(finding):
        return ""
    gate = _stopped_by(step)
    if gate:
        return f"proposed; the {gate} gate stopped it: it was not carried out"
    return "carried out" if step.taken is not None else "proposed; not carried out"


def stopped_count(cluster: Cluster, episodes: Sequence[Episode]) -> int:
    """Return how many of the cluster's failures are proposals that a gate stopped."""
    by_id = {episode.header.episode: episode for episode in episodes}
    found = ((finding, by_id.get(finding.episode)) for finding in cluster.findings)
    return sum("gate stopped it" in fate_words(finding, (one,)) for finding, one in found if one is not None)


def stopped_words(cluster: Cluster, episodes: Sequence[Episode]) -> str:
    """Return ` (15 stopped by a gate)`, "" where none was."""
    count = stopped_count(cluster, episodes)
    return f" ({count} stopped by a gate)" if count else ""


def _is_of_proposal(finding: Finding) -> bool:
    return finding.detector in _of_proposals() or finding.detector.startswith("rule:")


@cache
def _of_proposals() -> frozenset[str]:
    """Return the names of the detectors that find an action which was proposed."""
    return frozenset(detector.name for detector in DETECTORS if detector.of_proposal)


def _step_of(finding: Finding, episodes: Sequence[Episode]) -> Step | None:
    own = (episode for episode in episodes if episode.header.episode == finding.episode)
    return next((step for episode in own for step in episode.steps if step.step == finding.step), None)


def _stopped_by(step: Step) -> str:
    """Return the gate that blocked or converted the proposal, "" where it was carried out as it was."""
    if step.proposed is None or step.taken == step.proposed:
        return ""
    return next((gate.gate for gate in step.gates if gate.decision in ("block", "convert")), "")
