"""The best and the worst trace of one sample a cluster was seen in, and where they part. Pure."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import zip_longest
from typing import Literal, NamedTuple, TypeAlias

from analyzers.clusters.cluster import Cluster
from analyzers.clusters.seen_run import decided_episodes, episode_score
from runtime.contracts.json_types import canonical_json
from runtime.contracts.trace_event import Episode, Step

PartsBy: TypeAlias = Literal["action", "result", "reply", "end"]


class Trace(NamedTuple):
    """One trace: the run it is of, its own score (0-1, None without one), and how often the failure is in it."""

    run: str
    episode: Episode
    failures: int

    @property
    def score(self) -> float | None:
        """Its own score."""
        return episode_score(self.episode)


class Pair(NamedTuple):
    """Two traces of one sample. `failing`: the steps of the worst one with the failure."""

    sample: str
    best: Trace
    worst: Trace
    failing: frozenset[int]


class Parting(NamedTuple):
    """The first step at which two traces differ: in what was done, in what came of it, in what was replied."""

    step: int
    by: PartsBy


def choose_pair(
    cluster: Cluster, run: str, episodes: Sequence[Episode], elsewhere: Callable[[str], Trace | None]
) -> Pair | None:
    """Return the pair that shows most, None where no trace of a failing sample is better than another.

    The worst has the most failures, then the lowest score; the best has none, or fewer, or a higher score. Samples
    whose traces differ most come first. `elsewhere` finds a trace without the failure in another run, by sample.
    """
    count = Counter(finding.episode for finding in cluster.findings)
    traces = [Trace(run, episode, count[episode.header.episode]) for episode in decided_episodes(episodes)]
    pairs = []
    for sample in cluster.samples:
        own = sorted((item for item in traces if item.episode.header.sample == sample), key=_badness)
        if own and own[-1].failures and _badness(own[0])[:2] < _badness(own[-1])[:2]:
            pairs.append(_pair(cluster, sample, own[0], own[-1]))
    if pairs:
        return max(pairs, key=lambda pair: (pair.best.failures == 0, *_gap(pair)))
    for sample in cluster.samples:
        own = sorted((item for item in traces if item.episode.header.sample == sample), key=_badness)
        better = elsewhere(sample) if own else None
        if better is not None:
            return _pair(cluster, sample, better, own[-1])
    return None


def _pair(cluster: Cluster, sample: str, best: Trace, worst: Trace) -> Pair:
    name = worst.episode.header.episode
    return Pair(sample, best, worst, frozenset(item.step for item in cluster.findings if item.episode == name))


def _badness(trace: Trace) -> tuple[int, float, str]:
    return trace.failures, -(trace.score or 0.0), trace.episode.header.episode


def _gap(pair: Pair) -> tuple[float, int]:
    return (pair.best.score or 0.0) - (pair.worst.score or 0.0), pair.worst.failures - pair.best.failures


def where_they_part(one: Iterable[Step], two: Iterable[Step]) -> Parting | None:
    """Return the first difference of two traces; how something was worded is none. None where they are alike."""
    for place, (left, right) in enumerate(zip_longest(one, two)):
        if left is None or right is None:
            return Parting(place, "end")
        if _action(left) != _action(right):
            return Parting(place, "action")
        if _result(left) != _result(right):
            return Parting(place, "result")
        if _reply(left) != _reply(right):
            return Parting(place, "reply")
    return None


def _action(step: Step) -> tuple[object, ...]:
    action = step.taken or step.proposed or {}
    return (
        step.speaker,
        action.get("action"),
        action.get("tool"),
        canonical_json(action.get("arguments") or {}),
        action.get("hint_level"),
    )


def _result(step: Step) -> tuple[object, ...]:
    return (None,) if step.card is None else (step.card.name, step.card.ok, step.card.error_class)


def _reply(step: Step) -> tuple[object, ...]:
    return (None,) if step.student is None else (step.student.performance, step.student.choice)
