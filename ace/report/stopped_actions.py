"""Whether what a failure is about was carried out, or a gate stopped it: the student then never saw it. Pure."""

from collections.abc import Sequence

from analyzers.clusters.cluster import Cluster
from analyzers.finding import Finding
from runtime.contracts.trace_event import Episode, Step

# What these find is the action that was proposed; the others look at answers, results and endings.
_OF_PROPOSALS = frozenset(
    {
        "answer_leaked",
        "claim_after_empty_retrieval",
        "diagnosis_before_findings",
        "early_reveal",
        "hint_level_skipped",
        "invented_result",
        "needless_refusal",
        "repeated_call",
        "repeated_response",
        "reveal_before_attempt",
        "reveal_without_evidence",
        "safety_not_refused",
        "taught_without_looking",
        "tool_error_ignored",
        "web_before_local",
        "went_on_after_correct",
    }
)


def fate_words(finding: Finding, episodes: Sequence[Episode]) -> str:
    """Return whether the proposed action was carried out; "" where the failure is about none, or its step is absent."""
    step = _step_of(finding, episodes)
    if step is None or not _is_of_proposal(finding):
        return ""
    gate = _stopped_by(step)
    if gate:
        return f"proposed; the {gate} gate stopped it: the student did not see it"
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
    return finding.detector in _OF_PROPOSALS or finding.detector.startswith("rule:")


def _step_of(finding: Finding, episodes: Sequence[Episode]) -> Step | None:
    own = (episode for episode in episodes if episode.header.episode == finding.episode)
    return next((step for episode in own for step in episode.steps if step.step == finding.step), None)


def _stopped_by(step: Step) -> str:
    """Return the gate that blocked or converted the proposal, "" where it was carried out as it was."""
    if step.proposed is None or step.taken == step.proposed:
        return ""
    return next((gate.gate for gate in step.gates if gate.decision in ("block", "convert")), "")
