"""The best and the worst trace of a sample, and where they part."""

from dataclasses import replace

import pytest

from ace.report.cluster_pair import Pair, Trace, choose_pair, where_they_part
from analyzers.clusters.cluster import Cluster
from runtime.contracts.trace_event import Episode, Step, StudentTurn
from tests.ace.building import RETRIEVE, WEB, WEB_AFTER, clusters_of, episode


def _cluster(*episodes: Episode) -> Cluster:
    return next(cluster for cluster in clusters_of(episodes) if cluster.detector == "web_before_local")


def _chosen(*episodes: Episode, elsewhere: Trace | None = None) -> Pair | None:
    return choose_pair(_cluster(*episodes), "r-1", episodes, lambda sample: elsewhere if sample == "s1" else None)


def test_a_trial_without_the_failure_is_set_against_the_worst() -> None:
    good = episode("e-good", RETRIEVE, sample="s1", trial=0)
    bad = episode("e-bad", WEB, sample="s1", trial=1, success=0.0)
    worse = episode("e-worse", WEB, WEB, sample="s1", trial=2, success=0.0)
    pair = _chosen(good, bad, worse)
    assert pair is not None
    assert (pair.best.episode.header.episode, pair.worst.episode.header.episode) == ("e-good", "e-worse")
    assert (pair.best.failures, pair.best.score, pair.failing) == (0, 1.0, frozenset({0, 1}))


def test_the_sample_whose_trials_differ_most_is_taken() -> None:
    found = [
        episode("e1", RETRIEVE, sample="s1", success=1.0),
        episode("e2", WEB, sample="s1", trial=1, success=1.0),
        episode("e3", RETRIEVE, sample="s2", success=1.0),
        episode("e4", WEB, sample="s2", trial=1, success=0.0),
        episode("e5", WEB, sample="s3", success=0.0),
    ]
    pair = _chosen(*found)
    assert pair is not None
    assert pair.sample == "s2"
    assert _chosen(*reversed(found)) == pair


def test_a_trace_of_another_run_stands_in_where_there_is_one_trial() -> None:
    other = Trace("r-0", episode("e-old", RETRIEVE, sample="s1"), 0)
    bad = episode("e-bad", WEB, sample="s1")
    assert _chosen(bad) is None
    pair = _chosen(bad, elsewhere=other)
    assert pair is not None
    assert (pair.best, pair.worst.run) == (other, "r-1")


def test_traces_that_are_as_bad_make_no_pair() -> None:
    one, two = (episode(f"e{trial}", WEB, sample="s1", trial=trial, success=0.0) for trial in (0, 1))
    assert _chosen(one, two) is None


def test_what_was_cut_off_is_never_the_best() -> None:
    assert _chosen(episode("e1", WEB, sample="s1"), episode("e2", RETRIEVE, sample="s1", trial=1, ending="")) is None


def _steps() -> tuple[Step, ...]:
    return episode("e", RETRIEVE, WEB_AFTER).steps


def _changed(place: int, **fields: object) -> tuple[Step, ...]:
    steps = list(_steps())
    steps[place] = replace(steps[place], **fields)  # type: ignore[arg-type]
    return tuple(steps)


@pytest.mark.parametrize(
    ("other", "place", "by"),
    [
        (_changed(1, taken={"action": "HINT", "text": "x"}), 1, "action"),
        (_changed(0, speaker="another"), 0, "action"),
        (_changed(1, student=StudentTurn("A", "A", "correct")), 1, "reply"),
        (_steps()[:1], 1, "end"),
    ],
    ids=["action", "speaker", "reply", "end"],
)
def test_where_traces_part(other: tuple[Step, ...], place: int, by: str) -> None:
    assert where_they_part(_steps(), other) == (place, by)


def test_other_words_are_no_parting() -> None:
    hint = {"action": "HINT", "hint_level": 1}
    assert where_they_part(_changed(0, taken={**hint, "text": "a"}), _changed(0, taken={**hint, "text": "b"})) is None
    assert where_they_part((), ()) is None
