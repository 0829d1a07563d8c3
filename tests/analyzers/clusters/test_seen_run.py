"""What is kept of a run: decided episodes and where each failure was seen, in no order of arrival."""

import random
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzers.clusters.seen_run import HERE, episode_score, see_findings, see_run, traits_of
from analyzers.finding import Finding
from analyzers.signatures import signature
from runtime.contracts.trace_event import Episode, Outcome

Make = Callable[..., Finding]


def _named(episode: Episode, name: str, sample: str) -> Episode:
    header = replace(episode.header, episode=name, sample=sample)
    outcome = replace(episode.outcome, scores={"success": 1.0}) if episode.outcome else None
    return replace(episode, header=header, outcome=outcome)


def test_only_decided_episodes_count(episode: Callable[..., Episode], finding: Make) -> None:
    whole = _named(episode(), "e0", "s0")
    broken = _named(episode(outcome=Outcome("r1", "e1", "infrastructure_error", "", {})), "e1", "s1")
    cut = _named(episode(is_cut_off=True), "e2", "s2")
    found = [finding(0, sample="s0"), finding(1, sample="s1"), finding(0, sample="s0", step=3)]
    run = see_run("r-1", "2026", [broken, cut, whole], found)
    assert [item.sample for item in run.episodes] == ["s0"]
    assert run.episodes[0].score == 1.0
    assert [tuple(item) for sightings in run.failures.values() for item in sightings] == [(0, 2)]


@pytest.mark.parametrize(
    ("scores", "score"),
    [({"reward": 0.25, "success": 1.0}, 1.0), ({"reward": 0.25}, 0.25), ({"seconds": 3.0}, None), ({}, None),
     ({"reward": 37.0}, None), ({"reward": -1.0}, None), ({"score": float("nan")}, None)],
    ids=["success-first", "reward", "no-score", "nothing", "another-scale", "negative", "nan"],
)  # fmt: skip
def test_the_score_is_the_records_own(
    scores: dict[str, float], score: float | None, episode: Callable[..., Episode]
) -> None:
    assert episode_score(episode(outcome=Outcome("r1", "e1", "completed", "", scores))) == score


def test_a_cut_off_episode_has_no_score(episode: Callable[..., Episode]) -> None:
    assert episode_score(episode(is_cut_off=True)) is None


@given(st.lists(st.integers(0, 9), max_size=12), st.randoms(use_true_random=False))
def test_the_order_of_the_findings_changes_nothing(numbers: list[int], shuffle: random.Random) -> None:
    base = Finding("d", "e", "s", "c", 0, "design", "minor", "m", "q")
    found = [
        replace(base, detector="ab"[n % 2], episode=f"e{n}", message=f"said {n} x{'y' * n}", step=n) for n in numbers
    ]
    other = found.copy()
    shuffle.shuffle(other)
    assert see_findings(found) == see_findings(other)
    assert see_findings(found).run == HERE
    assert traits_of(found) == traits_of(other)
    assert sum(item.failures for group in see_findings(found).failures.values() for item in group) == len(found)


def test_a_signatures_traits_are_its_worst_and_an_example(finding: Make) -> None:
    found = [finding(2, severity="minor"), finding(1, severity="critical", bucket="verification")]
    (traits,) = traits_of(found).values()
    assert traits == ("critical", "verification", "asked the web 1 times")
    assert list(traits_of(found)) == [signature(found[0])]
