"""An own agent beside those that ship: its fields, tools, samples, and what is built."""

from pathlib import Path

import pytest

from runtime.agents.agent_setup import AgentSetup
from runtime.agents.own.command_agent import CommandAgent
from runtime.agents.own.http_agent import HttpAgent
from runtime.agents.own.own_agent_spec import header_values, own_agent_info, own_agent_spec
from runtime.artifacts.store import MemoryArtifactStore
from runtime.contracts.errors import RuntimeFault
from runtime.models.scripted import Scripted
from tests.runtime.agents.own.own_building import settings
from tests.runtime.builders import StepClock


def _setup(base: Path) -> AgentSetup:
    nobody = Scripted([])
    return AgentSetup(nobody, nobody, MemoryArtifactStore(), StepClock(), base, ())


def test_the_entry(tmp_path: Path) -> None:
    spec = own_agent_spec("triage", settings(), tmp_path)
    assert (spec.name, spec.has_own_model) == ("triage", True)
    assert spec.actions == ("REFUND", "DECLINE", "RESPOND")
    assert {"action.amount", "state.order.paid", "action.name", "episode.tags"} <= {one.path for one in spec.context}
    tools = spec.tools()
    assert list(tools) == ["lookup_order", "refund_order"]
    assert tools["lookup_order"][1].state == "ready"
    assert spec.load([tmp_path], frozenset({"dev"}), tmp_path).problems[0].where == "folder"


def test_each_kind_is_built_without_starting_or_asking_anything(tmp_path: Path) -> None:
    command = own_agent_spec("triage", settings(command=["no-such-program"]), tmp_path).build(_setup(tmp_path))
    assert isinstance(command, CommandAgent)
    assert command.info.label == "command/triage"
    over_http = settings(kind="http", url="http://127.0.0.1:1/run", headers_env={"X-Key": "KEY"})
    agent = own_agent_spec("triage", over_http, tmp_path, {"KEY": "x"}).build(_setup(tmp_path))
    assert isinstance(agent, HttpAgent)
    python = settings(kind="python", path="own_nowhere:run")
    with pytest.raises(RuntimeFault, match="there is no module own_nowhere"):
        own_agent_spec("triage", python, tmp_path).build(_setup(tmp_path))


def test_a_header_whose_variable_is_not_set_is_told_before_any_episode(tmp_path: Path) -> None:
    chosen = settings(kind="http", url="http://127.0.0.1:1/run", headers_env={"X-Key": "KEY"})
    with pytest.raises(RuntimeFault, match="KEY is not set"):
        own_agent_spec("triage", chosen, tmp_path, {}).build(_setup(tmp_path))


@pytest.mark.parametrize("value", ["a\nb", "é", "a\0"])
def test_a_header_holds_what_headers_can(value: str) -> None:
    with pytest.raises(RuntimeFault, match="KEY holds"):
        header_values({"X-Key": "KEY"}, {"KEY": value})
    assert header_values({"X-Key": "KEY"}, {"KEY": " Bearer a b\n"}) == {"X-Key": "Bearer a b"}


@pytest.mark.parametrize("name", ["", "Triage", "a b", "../x", "-a", "a" * 41, "tri.age"])
def test_a_name_that_cannot_be(tmp_path: Path, name: str) -> None:
    with pytest.raises(RuntimeFault, match="is no name for an agent"):
        own_agent_spec(name, settings(), tmp_path)


def test_a_shipped_agents_name_is_taken(tmp_path: Path) -> None:
    with pytest.raises(RuntimeFault, match="ships with ACE"):
        own_agent_spec("tutor", settings(), tmp_path)


def test_who_decides() -> None:
    info = own_agent_info("triage", settings(model="gemma", simulated=True))
    assert info.label == "command/gemma (simulated)"
