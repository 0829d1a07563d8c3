"""A miss says where, what is nearest, and what differs, in few lines that a terminal can show."""

from dataclasses import replace

import pytest

from runtime.contracts.ports import ChatMessage, EpisodeJob, ModelRequest
from runtime.contracts.trace_event import Episode
from runtime.loop.replay_miss import DIFF_LINES, prompt_miss
from runtime.loop.replay_setup import Setup, load_setup
from runtime.loop.replay_states import recorded_states
from runtime.loop.run_episode import TutorAgent
from tests.runtime.builders import LOOK, PROBE, REFUSE, SAMPLE, parts


@pytest.fixture
async def recorded() -> tuple[Episode, Setup]:
    """An episode of three steps and its set-up."""
    these = parts([LOOK, PROBE, REFUSE])
    episode = await TutorAgent(these).run(SAMPLE, EpisodeJob())
    return episode, load_setup(episode.header.setup, these.artifacts)


def asking(*texts: str) -> ModelRequest:
    return ModelRequest(tuple(ChatMessage("user", text) for text in texts), {}, 0)


async def test_the_recorded_prompt_is_set_against_the_one_asked(recorded: tuple[Episode, Setup]) -> None:
    episode, setup = recorded
    message = await prompt_miss(episode, setup, SAMPLE, 1, asking("Write \x1b[31mred"))
    first, *lines = message.split("\n")
    assert first.startswith("step 1, attempt 0: the prompt asked now (decide, ")
    assert first.endswith("nearest recorded: step 1, attempt 0 (decide):")
    assert lines[:2] == ["--- recorded", "+++ now"]
    assert lines[-1].startswith("... "), "a long difference is cut"
    assert len(lines) == DIFF_LINES + 1
    assert "\x1b" not in message


async def test_with_equal_states_the_instructions_are_blamed(recorded: tuple[Episode, Setup]) -> None:
    episode, _ = recorded
    request = replace(asking("x"), state=recorded_states(episode)[0].state())
    message = await prompt_miss(episode, None, SAMPLE, 0, request)
    assert "the state is the recorded one: the instructions, rules, tools or templates have changed" in message


async def test_with_other_states_the_places_are_named(recorded: tuple[Episode, Setup]) -> None:
    episode, _ = recorded
    request = replace(asking("x"), state=recorded_states(episode)[1].state())
    message = await prompt_miss(episode, None, SAMPLE, 0, request)
    assert "the state differs:" in message
    assert "add /tool_calls/- " in message


async def test_a_record_without_states_says_so(recorded: tuple[Episode, Setup]) -> None:
    episode, setup = recorded
    bare = replace(episode, header=replace(episode.header, initial={}))
    assert "holds no state to compare with" in await prompt_miss(bare, setup, SAMPLE, 0, asking("x"))
    assert "neither the recorded prompt nor a state" in await prompt_miss(episode, None, SAMPLE, 0, asking("x"))
