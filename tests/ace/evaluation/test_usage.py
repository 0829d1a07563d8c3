"""What episodes cost."""

from dataclasses import replace

import pytest

from ace.evaluation.usage import Ceilings, Usage, ceiling_reached, usage_of
from runtime.contracts.ports import EpisodeJob
from tests.ace.evaluation.scripted_agent import plain_samples, scripted_episode

SAMPLE = plain_samples(1)[0]


def test_sums_are_of_outcomes_and_model_seconds_of_attempts() -> None:
    episodes = [scripted_episode(SAMPLE, EpisodeJob(), "solved", tokens=100, seconds=1.5, usd=0.25) for _ in range(3)]
    usage = usage_of(episodes)
    assert usage == Usage(3, 270, 30, 0.75, 4.5)
    assert usage.tokens == 300


def test_what_came_on_top_and_both_together() -> None:
    first, second = Usage(1, 10, 2, 0.1, 1.0), Usage(2, 5, 1, 0.2, 0.5)
    assert first.plus(second).minus(first) == second
    assert first.plus(second).tokens == 18


def test_a_cut_off_episode_has_no_figures() -> None:
    assert usage_of([replace(scripted_episode(SAMPLE, EpisodeJob(), "solved"), outcome=None)]) == Usage()


USED = Usage(model_calls=200, prompt_tokens=900, completion_tokens=100, usd=1.5)


@pytest.mark.parametrize(
    ("ceilings", "reached"),
    [
        pytest.param(Ceilings(), "", id="no ceiling"),
        pytest.param(Ceilings(201, 1001, 1.51, 3.1), "", id="all above"),
        pytest.param(Ceilings(calls=200), "200 model calls (gate.max_calls)", id="calls"),
        pytest.param(Ceilings(tokens=1000), "1000 tokens (gate.max_tokens)", id="tokens"),
        pytest.param(Ceilings(cost_usd=1.5), "1.5 USD (gate.max_cost_usd)", id="cost"),
        pytest.param(Ceilings(minutes=3), "3 minutes (gate.max_minutes)", id="minutes"),
    ],
)
def test_a_ceiling_is_reached_at_its_figure(ceilings: Ceilings, reached: str) -> None:
    assert ceiling_reached(ceilings, USED, 3.0) == reached
