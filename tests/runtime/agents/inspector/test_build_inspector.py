"""The inspector put together from a set-up."""

from pathlib import Path

from runtime.contracts.ports import EpisodeJob
from runtime.contracts.state import Budgets
from runtime.control.rerun_caller import RerunCaller
from runtime.control.settings import ControlSettings
from runtime.gates.settings import FixedGateSettings
from runtime.inspection.actions import TOOL_NAMES
from tests.runtime.agents.inspector.inspections import FIND, casting, inspector, report, view


def test_it_is_made_of_what_the_set_up_says(tmp_path: Path) -> None:
    agent = inspector(
        [], tmp_path, budgets=Budgets(steps=3), rules_tokens=50, gates=FixedGateSettings(report_check="observe")
    )
    assert tuple(agent.parts.tools) == TOOL_NAMES
    assert (agent.parts.base, agent.parts.budgets.steps, agent.parts.rules_token_budget) == (tmp_path, 3, 50)
    assert agent.parts.controller_sees is None
    assert agent.info.simulated


async def test_it_remembers_what_its_tools_found() -> None:
    agent = inspector([FIND, report(), FIND, report()], gates=FixedGateSettings(report_check="observe"))
    first, second = [await agent.run(casting(), EpisodeJob(trial=trial)) for trial in (0, 1)]
    cards = [episode.steps[0].card for episode in (first, second)]
    assert [card is not None and card.is_replayed for card in cards] == [False, True]
    await agent.aclose()


async def test_a_tool_that_a_person_must_allow_ends_it_waiting(tmp_path: Path) -> None:
    control = ControlSettings(tools={"view_candidate": "ask"}, folder=tmp_path)
    agent = inspector([FIND, view(1)], tmp_path, control=control)
    episode = await agent.run(casting(), EpisodeJob(run="r-1"))
    assert episode.is_waiting
    assert episode.outcome is not None
    assert isinstance(agent.parts.caller, RerunCaller)
    assert agent.parts.caller.caller.pending is not None
    assert agent.parts.caller.caller.pending.get(episode.outcome.error).tool == "view_candidate"
    assert "ace run --resume r-1 runs this inspection anew" in episode.outcome.message
    assert episode.outcome.scores == {}
