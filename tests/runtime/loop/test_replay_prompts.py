"""The prompts of a recorded step are made again as they were sent, complaints and all, or marked as not confirmed."""

from dataclasses import replace

import pytest

from runtime.contracts.ports import ChatMessage, EpisodeJob, ModelReply, ModelRequest
from runtime.contracts.trace_event import ControllerInfo, Episode
from runtime.loop.replay_prompts import SeenPrompt, seen_prompts
from runtime.loop.replay_setup import Setup, load_setup
from runtime.loop.replay_states import recorded_states
from runtime.loop.run_episode import TutorAgent
from tests.runtime.builders import INSUFFICIENT, LOOK, PROBE, READ, REVEAL, SAMPLE, answer, parts, rule

HINT = '{"action":"HINT","hint_level":3,"text":"Compare the meniscus at the pleura on both sides."}'


class Heard:
    """A scripted controller that keeps what it was sent; its last text is said over and over."""

    def __init__(self, *script: str) -> None:
        self._script = [*script]
        self.sent: list[tuple[ChatMessage, ...]] = []

    @property
    def info(self) -> ControllerInfo:
        return ControllerInfo("scripted", "script", simulated=True)

    async def complete(self, request: ModelRequest) -> ModelReply:
        self.sent.append(request.messages)
        text = self._script.pop(0) if len(self._script) > 1 else self._script[0]
        return ModelReply(text, "length" if "cut" in text else "stop")


async def again(episode: Episode, setup: Setup) -> list[SeenPrompt]:
    states = recorded_states(episode)
    found: list[SeenPrompt] = []
    for step, state in zip(episode.steps, states, strict=False):
        found += await seen_prompts(step, state.state(), SAMPLE, setup)
    return found


async def test_what_was_sent_is_made_again_and_confirmed() -> None:
    deciding = Heard("not JSON", "[] cut", LOOK, READ, PROBE, HINT, REVEAL)
    solving = Heard(INSUFFICIENT, "?", answer("B"))
    these = parts(deciding, solving)
    rules = (rule(text="Look first."), rule("solve.short", text="Be short.", audience="solver"))
    episode = await TutorAgent(these).run(SAMPLE, EpisodeJob(rules=rules, seed=5))
    found = await again(episode, load_setup(episode.header.setup, these.artifacts))
    assert episode.outcome is not None
    assert episode.outcome.terminal == "answered"
    for purpose, heard in (("decide", deciding), ("solve", solving)):
        assert [prompt.messages for prompt in found if prompt.attempt.purpose == purpose] == heard.sent
    assert all(prompt.is_verified for prompt in found)


async def test_with_other_instructions_nothing_is_confirmed() -> None:
    these = parts([LOOK, PROBE, "bad", "worse", "worst"])
    episode = await TutorAgent(these).run(SAMPLE, EpisodeJob())
    setup = load_setup(episode.header.setup, these.artifacts)
    found = await again(episode, replace(setup, system=f"{setup.system} And smile."))
    assert [prompt.is_verified for prompt in found] == [False] * 5


@pytest.mark.parametrize("change", ["another case", "another question"])
async def test_a_changed_sample_is_not_confirmed_where_it_is_shown(change: str) -> None:
    these = parts([LOOK, PROBE, "bad", "worse", "worst"])
    episode = await TutorAgent(these).run(SAMPLE, EpisodeJob())
    setup = load_setup(episode.header.setup, these.artifacts)
    other = SAMPLE.model_copy(update={"organ": change})
    state = recorded_states(episode)[0].state()
    (prompt,) = await seen_prompts(episode.steps[0], state, other, setup)
    assert not prompt.is_verified
