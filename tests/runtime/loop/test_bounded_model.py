"""Budgets that cut in the middle of an episode: each ends it as budget_spent and is named."""

import asyncio
import time

import pytest

from runtime.contracts.errors import BudgetSpentError
from runtime.contracts.ports import ChatMessage, EpisodeJob, ModelReply, ModelRequest
from runtime.contracts.state import Budgets
from runtime.contracts.trace_event import ControllerInfo, Episode
from runtime.loop.bounded_model import BoundedModel, bounded, refuse_overlong, within_seconds
from runtime.models.scripted import Scripted
from tests.runtime.builders import LOOK, PROBE, READ, REVEAL, SAMPLE, forever, parts, tutor

HINT = '{"action":"HINT","hint_level":%d,"text":"Look: the meniscus climbs the wall. (%d)"}'
HINTS = [HINT % (level, level) for level in (1, 2, 3)]
REQUEST = ModelRequest((ChatMessage("user", "x"),), {}, 1)


class Hanging:
    """A controller whose server accepts the request and never answers."""

    def __init__(self) -> None:
        self.was_cancelled = False

    @property
    def info(self) -> ControllerInfo:
        """Who this would be."""
        return ControllerInfo("scripted", "hanging", simulated=True)

    async def complete(self, request: ModelRequest) -> ModelReply:
        """Wait for ever."""
        try:
            await asyncio.sleep(600)
        except asyncio.CancelledError:
            self.was_cancelled = True
            raise
        return ModelReply("")


class Costly:
    """A controller that always asks and takes 0.4 US dollars for it."""

    @property
    def info(self) -> ControllerInfo:
        """Who this is."""
        return ControllerInfo("scripted", "costly", simulated=True)

    async def complete(self, request: ModelRequest) -> ModelReply:
        """Ask a probe."""
        return ModelReply(PROBE, cost_usd=0.4)


class Failing(Hanging):
    """A controller whose own time limit runs out."""

    async def complete(self, request: ModelRequest) -> ModelReply:
        """Raise."""
        raise TimeoutError("its own")


def _ending(episode: Episode) -> tuple[str, str]:
    assert episode.outcome is not None
    return episode.outcome.terminal, episode.outcome.message


@pytest.mark.parametrize("who", ["controller", "solver"])
async def test_a_model_that_hangs_is_cut_off_by_the_budget_of_seconds(who: str) -> None:
    hanging = Hanging()
    budgets = Budgets(seconds=0.2)
    agent = (
        tutor(hanging, budgets=budgets) if who == "controller" else tutor([*HINTS, REVEAL], hanging, budgets=budgets)
    )
    started = time.monotonic()
    episode = await agent.run(SAMPLE, EpisodeJob(seed=3))
    assert time.monotonic() - started < 2
    assert _ending(episode) == ("budget_spent", "the budget of seconds (0.2) was used up")
    assert hanging.was_cancelled
    assert len(episode.steps) == (0 if who == "controller" else 3)
    assert not episode.is_infrastructure_error


async def test_the_budget_of_cost_ends_the_episode_after_the_step_that_used_it_up() -> None:
    episode = await tutor(Costly(), budgets=Budgets(cost_usd=1.0)).run(SAMPLE, EpisodeJob(seed=3))
    assert _ending(episode) == ("budget_spent", "the budget of cost (1 USD) was used up")
    assert len(episode.steps) == 3
    assert episode.outcome is not None
    assert episode.outcome.spent["cost_usd"] == pytest.approx(1.2)


async def test_the_budget_of_steps_is_named() -> None:
    episode = await tutor(forever(LOOK), budgets=Budgets(steps=2)).run(SAMPLE, EpisodeJob(seed=3))
    assert _ending(episode) == ("budget_spent", "the budget of steps (2) was used up")


async def test_the_budget_of_tool_calls_blocks_further_ones_and_the_tutor_may_still_answer() -> None:
    script = [LOOK, READ, PROBE, PROBE]
    budgets = Budgets(tool_calls=1, student_turns=1)
    episode = await tutor(script, budgets=budgets).run(SAMPLE, EpisodeJob(seed=3))
    assert [step.card is not None for step in episode.steps] == [True, False, False]
    assert "all 1 tool calls are used" in episode.steps[1].shown
    assert _ending(episode)[0] == "responded"


async def test_a_prompt_that_cannot_be_made_to_fit_ends_the_episode() -> None:
    episode = await tutor(forever(LOOK), budgets=Budgets(context_tokens=100)).run(SAMPLE, EpisodeJob(seed=3))
    terminal, message = _ending(episode)
    assert terminal == "budget_spent"
    assert message.startswith("the budget of context tokens (100; the next prompt needs about ")
    assert episode.steps == ()


def test_a_prompt_within_the_budget_is_not_refused() -> None:
    refuse_overlong([ChatMessage("user", "x" * 4 * 564)], 500)
    with pytest.raises(BudgetSpentError, match="context tokens"):
        refuse_overlong([ChatMessage("user", "x" * 4 * 565)], 500)


async def test_a_models_own_timeout_is_not_taken_for_the_budget() -> None:
    model = BoundedModel(Failing(), asyncio.get_running_loop().time() + 60, "seconds (60)")
    with pytest.raises(TimeoutError, match="its own"):
        await model.complete(REQUEST)


async def test_without_a_budget_of_seconds_models_are_asked_as_they_are() -> None:
    made = parts((), budgets=Budgets(seconds=None))
    assert within_seconds(made) is made
    bounded = within_seconds(parts((PROBE,)))
    assert bounded.controller.info == Scripted(()).info
    assert (await bounded.controller.complete(REQUEST)).text == PROBE


def test_without_a_limit_the_model_is_asked_itself() -> None:
    model = Scripted([])
    assert bounded(model, None) is model
