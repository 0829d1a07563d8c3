"""Agents by name: known ones with what belongs to them, unknown ones with advice."""

from pathlib import Path

import pytest

from runtime.agents.registry import AGENTS, find_agent
from runtime.contracts.condition_context import TUTOR_ACTION_NAMES, TUTOR_CONTEXT
from runtime.contracts.errors import RuntimeFault

SAMPLES = Path(__file__).parents[3] / "samples"


def test_the_tutor_has_its_context_actions_and_tools() -> None:
    tutor = find_agent("tutor")
    assert tutor.context is TUTOR_CONTEXT
    assert "HINT" in tutor.actions
    assert "REQUEST_TOOL" not in tutor.actions
    tools = tutor.tools()
    assert (*tools, *tutor.actions) == TUTOR_ACTION_NAMES, "what a condition calls `action.name`"
    assert {"retrieve", "zoom", "web_browser"} <= set(tools)
    assert all(name == spec.name for name, (spec, _) in tools.items())
    assert tools["web_browser"][1], "what the web browser lacks is said"


def test_an_unknown_agent_is_named_with_the_known_ones() -> None:
    with pytest.raises(RuntimeFault, match=r"agent 'totur' is not known.*tutor"):
        find_agent("totur")


def test_names_and_keys_agree() -> None:
    assert all(name == spec.name for name, spec in AGENTS.items())


def test_samples_come_by_split_with_their_problems() -> None:
    load = find_agent("tutor").load
    held = load([SAMPLES], frozenset({"sealed"}))
    assert {sample.split for sample in held.samples} == {"sealed"}
    missing = load([SAMPLES / "nowhere"], frozenset({"dev"}))
    assert missing.samples == ()
    assert missing.problems[0].problem.startswith("no folder 'tutor'")
