"""Which actions can be taken in place of the ones a cluster cites. Pure."""

from collections.abc import Iterable

from ace.curator.draft import CuratorInput
from ace.curator.facts.typed_fields import action_name
from analyzers.clusters.cluster import Cluster
from runtime.contracts.trace_event import Step


def stand_ins(seen: CuratorInput, cluster: Cluster) -> tuple[str, ...]:
    """Return those of the agent's actions that were seen as the same kind of step as the cited ones.

    A step without an answer of the model is a part of a larger decision that code took apart, such as one item of a
    list: it cannot take the place of what the model proposes, nor the other way round.
    """
    cited = {(finding.episode, finding.step) for finding in cluster.findings}
    every = [(episode.header.episode, step) for episode in seen.episodes.values() for step in episode.steps]
    is_answer = any(step.attempts for name, step in every if (name, step.step) in cited)
    of_answers = _names(seen, (step for _, step in every if step.attempts))
    of_parts = _names(seen, (step for _, step in every if not step.attempts))
    if is_answer:
        return tuple(name for name in seen.usable if name in of_answers or name not in of_parts)
    return tuple(name for name in seen.usable if name in of_parts)


def _names(seen: CuratorInput, steps: Iterable[Step]) -> frozenset[str]:
    return frozenset(action_name(step.context, seen.context) for step in steps if step.proposed is not None)
