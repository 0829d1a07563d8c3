"""States come back from the first one and the patches, each checked by its hash."""

from dataclasses import replace

import pytest

from runtime.contracts.errors import TraceError
from runtime.contracts.ports import EpisodeJob
from runtime.contracts.trace_event import Episode
from runtime.loop.replay_states import RecordedState, recorded_states
from runtime.loop.run_episode import TutorAgent
from tests.runtime.builders import LOOK, PROBE, READ, REFUSE, SAMPLE, parts


async def recorded() -> Episode:
    return await TutorAgent(parts([READ, LOOK, PROBE, REFUSE])).run(SAMPLE, EpisodeJob())


async def test_every_state_is_put_together_and_has_its_hash() -> None:
    episode = await recorded()
    states = recorded_states(episode)
    assert len(states) == len(episode.steps) + 1
    assert all(state.is_exact for state in states)
    before, after = states[2].state(), states[3].state()
    assert (before.student.attempts, after.student.attempts) == (0, 1)
    assert [card.name for card in after.tool_results] == ["retrieve", "look"]
    assert after.retrieval.hits[0].citation == "card-meniscus"
    assert states[-1].state().terminal == "refused"


async def test_an_edited_patch_shows_from_the_next_state_on() -> None:
    episode = await recorded()
    step = episode.steps[1]
    edited = tuple({**op, "value": "x"} if op["path"] == "/route" else op for op in step.patch)
    edited = (*edited, {"op": "add", "path": "/notes/made", "value": "up"})
    states = recorded_states(
        replace(episode, steps=(episode.steps[0], replace(step, patch=edited), *episode.steps[2:]))
    )
    assert [state.is_exact for state in states] == [True, True, False, False, False]


async def test_a_patch_of_another_state_ends_the_row() -> None:
    episode = await recorded()
    broken = replace(episode.steps[1], patch=({"op": "remove", "path": "/nowhere"},))
    assert len(recorded_states(replace(episode, steps=(episode.steps[0], broken, *episode.steps[2:])))) == 2


async def test_a_record_without_a_first_state_gives_none() -> None:
    episode = await recorded()
    assert recorded_states(replace(episode, header=replace(episode.header, initial={}))) == ()


async def test_an_episode_without_steps_gives_its_first_state() -> None:
    episode = await recorded()
    (only,) = recorded_states(replace(episode, steps=()))
    assert only.is_exact
    assert only.state().student.level == "novice"


def test_what_is_no_state_is_refused_naming_the_field() -> None:
    with pytest.raises(TraceError, match=r"student"):
        RecordedState({"student": "a person"}, is_exact=True).state()
