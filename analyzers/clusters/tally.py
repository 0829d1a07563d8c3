"""How often a cluster was seen, run by run, and how far the trials of a sample differ where it was. Pure."""

from collections import defaultdict
from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

from analyzers.clusters.registry import KnownCluster, Registry, severity_of
from analyzers.clusters.seen_run import SeenEpisode, SeenRun
from analyzers.finding import SEVERITY_WEIGHT

# A rank looks at the last runs only: what was cured long ago is not urgent.
RECENT_RUNS = 5


class RunTally(NamedTuple):
    """One cluster in one run: findings, episodes with one of all that counted, and distinct samples with one."""

    run: str
    failures: int
    episodes_with: int
    episodes_total: int
    samples: int


class SampleTally(NamedTuple):
    """One cluster in the trials of one sample. `share` (0-1) of the trials show it.

    `spread`: standard deviation (0-0.5) of the trials' own scores; None with fewer than two that have one.
    """

    sample: str
    trials: int
    trials_with: int
    spread: float | None

    @property
    def share(self) -> float:
        """Share of the trials with this failure."""
        return self.trials_with / self.trials


def failing_places(run: SeenRun, cluster: KnownCluster) -> dict[int, int]:
    """Return failures by the place of the episode in the run."""
    out: dict[int, int] = defaultdict(int)
    for key in cluster.members:
        for sighting in run.failures.get(key, ()):
            out[sighting.episode] += sighting.failures
    return dict(sorted(out.items()))


def tally(run: SeenRun, cluster: KnownCluster) -> RunTally:
    """Return how often `cluster` was seen in `run`, which may be never."""
    places = failing_places(run, cluster)
    samples = {run.episodes[place].sample for place in places}
    return RunTally(run.run, sum(places.values()), len(places), len(run.episodes), len(samples))


def trend(registry: Registry, cluster: KnownCluster) -> tuple[RunTally, ...]:
    """Return the tally of every run that is remembered, oldest first."""
    return tuple(tally(run, cluster) for run in registry.runs)


def sample_tallies(run: SeenRun, cluster: KnownCluster) -> tuple[SampleTally, ...]:
    """Return the tally of each sample in which `cluster` was seen in `run`, most trials with it first."""
    places = failing_places(run, cluster)
    trials: dict[str, list[tuple[int, SeenEpisode]]] = defaultdict(list)
    for place, episode in enumerate(run.episodes):
        trials[episode.sample].append((place, episode))
    out = []
    for sample in sorted({run.episodes[place].sample for place in places}):
        scores = [episode.score for _, episode in trials[sample] if episode.score is not None]
        with_it = sum(place in places for place, _ in trials[sample])
        out.append(SampleTally(sample, len(trials[sample]), with_it, _deviation(scores)))
    return tuple(sorted(out, key=lambda item: (-item.trials_with, item.sample)))


def score_spread(registry: Registry, cluster: KnownCluster) -> float | None:
    """Return how far the scores of one sample's trials differ, over the samples with this failure in the last 5 runs.

    Units: root of the mean variance within a sample (0-0.5 for scores of 0-1); None where no sample had two trials.
    """
    recent = registry.runs[-RECENT_RUNS:]
    spreads = [item.spread for run in recent for item in sample_tallies(run, cluster) if item.spread is not None]
    return sqrt(sum(spread**2 for spread in spreads) / len(spreads)) if spreads else None


def recent_rank(registry: Registry, cluster: KnownCluster) -> int:
    """Return failures x samples x severity weight (minor 1, major 3, critical 9) over the last 5 runs together."""
    failures, samples = 0, set()
    for run in registry.runs[-RECENT_RUNS:]:
        places = failing_places(run, cluster)
        failures += sum(places.values())
        samples |= {run.episodes[place].sample for place in places}
    return failures * len(samples) * SEVERITY_WEIGHT[severity_of(registry, cluster)]


def _deviation(scores: Sequence[float]) -> float | None:
    if len(scores) < 2:
        return None
    mean = sum(scores) / len(scores)
    return sqrt(sum((score - mean) ** 2 for score in scores) / len(scores))
