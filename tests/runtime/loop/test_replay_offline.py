"""Offline parts have nothing that could be asked or run."""

import pytest

from runtime.artifacts.store import MemoryArtifactStore
from runtime.contracts.errors import ModelError, ToolError
from runtime.contracts.ports import EpisodeJob, ModelRequest, ToolContext
from runtime.contracts.tool_call import ToolSpec
from runtime.loop.replay_offline import offline_parts
from runtime.loop.run_episode import TutorAgent
from tests.runtime.builders import SAMPLE, StepClock

SPEC = ToolSpec("look", "Looks.", {"type": "object", "properties": {}})


async def test_no_model_answers_and_no_tool_runs() -> None:
    parts = offline_parts(MemoryArtifactStore(), [SPEC], StepClock())
    with pytest.raises(ModelError, match="asks no model"):
        await parts.controller.complete(ModelRequest((), {}, 0))
    assert parts.tools["look"].spec == SPEC
    assert parts.tools["look"].readiness().state == "missing"
    with pytest.raises(ToolError, match="a replay runs no tool"):
        parts.tools["look"].run({}, ToolContext("", parts.artifacts, None))


async def test_an_episode_of_them_alone_ends_as_an_infrastructure_error() -> None:
    episode = await TutorAgent(offline_parts(MemoryArtifactStore(), [SPEC], StepClock())).run(SAMPLE, EpisodeJob())
    assert episode.is_infrastructure_error
