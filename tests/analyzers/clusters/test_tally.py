"""Counts by run and by sample, and how far trials differ."""

import pytest

from analyzers.clusters.registry import Registry
from analyzers.clusters.seen_run import SeenEpisode, SeenRun, Sighting
from analyzers.clusters.tally import recent_rank, sample_tallies, score_spread, tally, trend
from tests.analyzers.clusters.runs import key, recorded, seen

MESSAGE = "answered too late"


def test_a_run_is_counted_in_findings_episodes_and_samples() -> None:
    registry = recorded(seen("r-1", {MESSAGE: [0, 0, 1, 4]}), seen("r-2", {}, episodes=3))
    (cluster,) = registry.clusters
    assert trend(registry, cluster) == (("r-1", 4, 3, 8, 2), ("r-2", 0, 0, 3, 0))
    assert tally(registry.runs[0], cluster).failures == 4


def test_an_episode_with_two_members_counts_once() -> None:
    from dataclasses import replace

    registry = recorded(seen("r-1", {"one way": [0, 1], "other way": [1, 2]}))
    first, second = registry.clusters
    both = replace(first, members=(*first.members, *second.members))
    assert tally(registry.runs[0], both) == ("r-1", 4, 3, 8, 2)


def test_trials_of_a_sample_are_compared_with_each_other() -> None:
    registry = recorded(seen("r-1", {MESSAGE: [0, 1, 2]}))
    one, two = sample_tallies(registry.runs[0], registry.clusters[0])
    assert (one.sample, one.trials, one.trials_with, one.share) == ("s0", 2, 2, 1.0)
    assert (two.sample, two.share, two.spread) == ("s1", 0.5, 0.5)
    assert score_spread(registry, registry.clusters[0]) == pytest.approx(0.5)


def test_nothing_is_said_of_how_trials_differ_where_there_is_one() -> None:
    made = SeenRun("r-1", "", (SeenEpisode("s", 1.0),), {key(MESSAGE): (Sighting(0, 1),)})
    registry = recorded(made)
    assert score_spread(registry, registry.clusters[0]) is None
    assert score_spread(Registry("x"), registry.clusters[0]) is None


def test_a_rank_looks_at_the_last_runs() -> None:
    runs = [seen(f"r-{number}", {MESSAGE: [0, 2]}) for number in range(5)]
    registry = recorded(*runs)
    assert recent_rank(registry, registry.clusters[0]) == 10 * 2 * 3
    cured = recorded(*(seen(f"r-{number}", {}) for number in range(5, 10)), registry=registry)
    assert recent_rank(cured, cured.clusters[0]) == 0
