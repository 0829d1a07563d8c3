"""Which decisions a rule must not fire on, and what each counts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ace.curator.checks.check import OWN_SOURCE
from ace.curator.checks.clean_weights import clean_weights, source_weights
from runtime.contracts.trace_event import Episode
from tests.ace.building import RETRIEVE, episode, web_episodes
from tests.ace.curator.checks.drafting import CLUSTER, EPISODES, SEEN, cluster_of, seen_of

STRANGER = tuple(episode(f"e-for{i}", RETRIEVE, RETRIEVE, sample=f"f{i}", source="upload:one") for i in range(20))


def test_decisions_of_successful_episodes_count_whole() -> None:
    clean = clean_weights(CLUSTER, SEEN)
    assert (len(clean.weights), set(clean.weights.values())) == (12, {1.0})
    assert (clean.kind, clean.capped) == ("successful episodes", "")


def test_a_success_with_the_very_failure_is_no_clean_one() -> None:
    assert len(clean_weights(CLUSTER, seen_of(EPISODES, succeeded=frozenset(SEEN.episodes))).weights) == 12


@pytest.mark.parametrize(
    ("episodes", "kind"),
    [
        pytest.param(EPISODES, "episodes without this failure (none succeeded)", id="some without this failure"),
        pytest.param(EPISODES[:6], "the same episodes that are not cited (all failed)", id="all have it"),
    ],
)
def test_without_a_success_others_stand_in(episodes: tuple[Episode, ...], kind: str) -> None:
    clean = clean_weights(cluster_of(episodes), seen_of(episodes, succeeded=frozenset()))
    assert clean.kind == kind
    assert clean.weights


def test_one_strangers_successes_count_a_third_and_none_is_dropped() -> None:
    episodes = (*EPISODES, *STRANGER)
    seen = seen_of(episodes)
    clean = clean_weights(cluster_of(episodes), seen)
    foreign = [
        weight
        for number, weight in clean.weights.items()
        if seen.recorded.decisions[number].episode.startswith("e-for")
    ]
    assert (len(foreign), len(clean.weights)) == (40, 52)
    assert sum(foreign) == pytest.approx(sum(clean.weights.values()) / 3)
    assert clean.capped == "40 from upload:one count as 6"


def test_successes_of_one_stranger_alone_say_nothing() -> None:
    episodes = (*web_episodes()[:6], *STRANGER)
    clean = clean_weights(cluster_of(episodes), seen_of(episodes))
    assert clean.kind == "the same episodes that are not cited (all failed)"
    assert clean.capped == "40 from upload:one count as 3"


@given(
    st.dictionaries(st.sampled_from([OWN_SOURCE, "a", "b", "c", "d", "e"]), st.integers(1, 500), min_size=1, max_size=6)
)
def test_no_outside_source_gives_more_than_a_third_and_own_ones_count_whole(counts: dict[str, int]) -> None:
    weights = source_weights(counts)
    total = sum(counts[name] * weights[name] for name in counts)
    assert set(weights) == set(counts)
    assert weights.get(OWN_SOURCE, 1.0) == 1.0
    for name in counts.keys() - {OWN_SOURCE}:
        assert 0 <= weights[name] <= 1
        assert counts[name] * weights[name] <= total / 3 + 1e-6
    largest = max((counts[name] for name in counts.keys() - {OWN_SOURCE}), default=0)
    if largest * 3 <= sum(counts.values()):
        assert set(weights.values()) == {1.0}
