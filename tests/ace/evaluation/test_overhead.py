"""Cost and latency may not grow by more than a tenth."""

import pytest

from ace.evaluation.overhead import EpisodePair, cost_guard, episode_pairs, latency_guard
from runtime.contracts.ports import EpisodeJob
from runtime.contracts.trace_event import Episode
from tests.ace.evaluation.scripted_agent import Ending, plain_samples, scripted_episode


def arm(run: str, count: int = 20, tokens: int = 1000, seconds: float = 0.0, usd: float = 0.0) -> list[Episode]:
    return [
        scripted_episode(sample, EpisodeJob(run=run), "solved", tokens=tokens, seconds=seconds, usd=usd)
        for sample in plain_samples(count)
    ]


def names(*arms: list[Episode]) -> set[str]:
    return {episode.header.episode for one in arms for episode in one}


@pytest.mark.parametrize(
    ("tokens", "status"), [(900, "held"), (1000, "held"), (1100, "held"), (1101, "failed"), (2000, "failed")]
)
def test_tokens_count_where_no_price_is_known(tokens: int, status: str) -> None:
    guard = cost_guard(episode_pairs(arm("a"), arm("b", tokens=tokens)))
    assert guard.status == status
    assert "tokens an episode" in guard.detail


def test_dollars_count_where_prices_are_known() -> None:
    guard = cost_guard(episode_pairs(arm("a", usd=0.01), arm("b", tokens=5000, usd=0.0101)))
    assert (guard.status, guard.detail) == ("held", "0.01 -> 0.0101 USD an episode (+1.0%; at most +10%).")


def test_few_pairs_or_no_figures_are_not_measured() -> None:
    few = cost_guard(episode_pairs(arm("a", 19), arm("b", 19, tokens=9000)))
    assert (few.status, few.detail) == ("not measured", "19 pairs of episodes, and 20 are needed.")
    free = [scripted_episode(sample, EpisodeJob(), "solved", tokens=0) for sample in plain_samples(20)]
    unpriced = [EpisodePair(one, one) for one in free]
    assert cost_guard(unpriced).status == "not measured"


@pytest.mark.parametrize(("seconds", "status"), [(2.2, "held"), (2.3, "failed")])
def test_latency_is_of_pairs_that_ran_side_by_side(seconds: float, status: str) -> None:
    before, after = arm("a", seconds=2.0), arm("b", seconds=seconds)
    pairs = episode_pairs(before, after)
    guard = latency_guard(pairs, names(before, after))
    assert (guard.status, "model seconds an episode" in guard.detail) == (status, True)
    earlier = latency_guard(pairs, names(after))
    assert (earlier.status, "run earlier" in earlier.detail) == ("not measured", True)


def test_latency_without_model_time_or_with_few_pairs_is_not_measured() -> None:
    before, after = arm("a"), arm("b")
    assert latency_guard(episode_pairs(before, after), names(before, after)).detail == "No model time was recorded."
    assert "3 pairs" in latency_guard(episode_pairs(before[:3], after[:3]), names(before, after)).detail


@pytest.mark.parametrize("ending", ["error", "waits"])
def test_an_episode_without_an_end_is_in_no_pair(ending: Ending) -> None:
    before, after = arm("a", 3), arm("b", 3)
    after[1] = scripted_episode(plain_samples(3)[1], EpisodeJob(run="b"), ending)
    assert [pair.before.header.sample for pair in episode_pairs(before, after)] == ["s00", "s02"]
    assert len(episode_pairs(before, after[:1])) == 1
