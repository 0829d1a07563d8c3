"""Which agents a repository has, and what makes its own another one."""

import asyncio
from pathlib import Path

import pytest

from ace.agents import NoModel, agent_named, configured_agent, fields_by_agent, known_agents, own_agent_hash
from ace.config.load import load_config
from ace.config.settings import Settings
from ace.errors import ConfigError, NotFoundError
from runtime.agents.registry import AGENTS
from runtime.contracts.errors import ModelError
from runtime.contracts.ports import ModelRequest
from runtime.contracts.trace_event import ControllerInfo

OWN = "agent: triage\nown_agent:\n  kind: command\n  command: [python3, agent.py]\n  tools: [look_up]\n"


def _settings(folder: Path, text: str) -> Settings:
    (folder / "ace.yaml").write_text(text, encoding="utf-8")
    return load_config(folder, {}, {}).settings


def test_without_a_section_there_are_the_shipped_ones() -> None:
    assert known_agents(Settings(), Path()) is AGENTS
    assert configured_agent(Settings(), Path()) is AGENTS["tutor"]


def test_the_own_agent_is_beside_the_shipped_ones(tmp_path: Path) -> None:
    settings = _settings(tmp_path, OWN)
    agents = known_agents(settings, tmp_path)
    assert agents.keys() == {*AGENTS, "triage"}
    assert configured_agent(settings, tmp_path).has_own_model
    assert settings.playbook == "playbooks/triage", "the default goes by the agent's name"
    assert "action.name" in [field.path for field in fields_by_agent(agents)["triage"]]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        pytest.param(
            OWN.replace("triage", "tutor"), r"agent 'tutor' comes with ACE, and `own_agent` describes", id="both"
        ),
        pytest.param(
            "agent: triage\n", r"agent 'triage' is not known: .*tutor.* described under `own_agent`.*init", id="neither"
        ),
    ],
)
def test_a_name_must_mean_one_agent(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        configured_agent(_settings(tmp_path, text), tmp_path)


def test_a_section_that_is_wrong_is_said_in_words_of_the_file(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"ace\.yaml: own_agent\.comand: no such setting; did you mean `command`"):
        _settings(tmp_path, OWN.replace("  command:", "  comand:"))
    with pytest.raises(ConfigError, match=r"own_agent: an agent of kind http needs url"):
        _settings(tmp_path, "agent: triage\nown_agent: {kind: http}\n")


def test_an_unknown_name_is_told_with_the_nearest(tmp_path: Path) -> None:
    agents = known_agents(_settings(tmp_path, OWN), tmp_path)
    assert agent_named("triage", agents).name == "triage"
    with pytest.raises(NotFoundError, match="agent 'triag' is not known here; did you mean `triage`"):
        agent_named("triag", agents)


def _hash(folder: Path, text: str = OWN) -> str:
    return own_agent_hash(_settings(folder, text), folder)


def test_the_agent_is_another_one_when_its_section_or_its_code_is(tmp_path: Path) -> None:
    (tmp_path / "agent.py").write_text("import parts\n", encoding="utf-8")
    (tmp_path / "parts.py").write_text("", encoding="utf-8")
    first = _hash(tmp_path)
    assert _hash(tmp_path) == first
    assert _hash(tmp_path, f"{OWN}  model: two\n") != first
    assert _hash(tmp_path, f"{OWN}  workers: 3\n") == first, "how many at once makes no other agent"
    (tmp_path / "unrelated.py").write_text("1", encoding="utf-8")
    assert _hash(tmp_path) == first
    (tmp_path / "parts.py").write_text("HABIT = 'other'\n", encoding="utf-8")
    second = _hash(tmp_path)
    assert second != first
    (tmp_path / "prompt.txt").write_text("Be kind.", encoding="utf-8")
    with_data = _hash(tmp_path, f"{OWN}  files: [prompt.txt]\n")
    assert with_data != second
    (tmp_path / "prompt.txt").write_text("Be brief.", encoding="utf-8")
    assert _hash(tmp_path, f"{OWN}  files: [prompt.txt]\n") != with_data


def test_there_is_nothing_to_hash_without_one(tmp_path: Path) -> None:
    assert _hash(tmp_path, "agent: tutor\n") == ""


def test_nobody_can_be_asked_in_place_of_the_agents_own_model() -> None:
    stand_in = NoModel(ControllerInfo("command", "triage", simulated=False))
    with pytest.raises(ModelError, match="agent triage brings its own model"):
        asyncio.run(stand_in.complete(ModelRequest((), {}, seed=0)))
