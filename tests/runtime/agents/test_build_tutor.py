"""The tutor put together from a set-up: it runs, with its own index and budgets."""

import shutil
from pathlib import Path

import pytest

from runtime.agents.agent_setup import AgentSetup
from runtime.agents.build_tutor import build_tutor
from runtime.artifacts.store import MemoryArtifactStore
from runtime.contracts.errors import RuntimeFault
from runtime.contracts.ports import EpisodeJob
from runtime.contracts.state import Budgets
from runtime.models.scripted import Scripted
from tests.runtime.builders import READ, SAMPLE, StepClock, forever

KNOWLEDGE = Path(__file__).parents[3] / "samples" / "knowledge"


def _setup(knowledge: tuple[Path, ...], tmp_path: Path) -> AgentSetup:
    return AgentSetup(
        controller=Scripted(forever(READ)),
        solver=Scripted(()),
        artifacts=MemoryArtifactStore(),
        clock=StepClock(),
        base=tmp_path,
        knowledge=knowledge,
        budgets=Budgets(steps=1),
        rules_tokens=50,
    )


async def test_the_tutor_searches_the_cards_it_was_given(tmp_path: Path) -> None:
    agent = build_tutor(_setup((KNOWLEDGE,), tmp_path))
    episode = await agent.run(SAMPLE, EpisodeJob())
    assert episode.steps[0].card is not None
    assert episode.steps[0].card.ok
    assert episode.outcome is not None
    assert episode.outcome.terminal == "budget_spent"
    assert agent.info.simulated
    assert agent.parts.rules_token_budget == 50


async def test_without_knowledge_there_is_no_index_and_the_episode_goes_on(tmp_path: Path) -> None:
    episode = await build_tutor(_setup((), tmp_path)).run(SAMPLE, EpisodeJob())
    assert episode.steps[0].card is not None
    assert episode.steps[0].card.error_class == "missing_dependency"
    assert episode.outcome is not None
    assert episode.outcome.terminal == "budget_spent"


@pytest.mark.parametrize(
    ("folders", "says"),
    [(("empty",), "no words to index"), (("gone",), "no such folder"), (("cards", "copy"), "share an id")],
    ids=["empty folder", "no folder", "the same cards twice"],
)
def test_cards_that_cannot_be_indexed_are_an_error_to_act_on(
    folders: tuple[str, ...], says: str, tmp_path: Path
) -> None:
    (tmp_path / "empty").mkdir()
    for name in ("cards", "copy"):
        shutil.copytree(KNOWLEDGE, tmp_path / name)
    with pytest.raises(RuntimeFault, match=says):
        build_tutor(_setup(tuple(tmp_path / name for name in folders), tmp_path))
