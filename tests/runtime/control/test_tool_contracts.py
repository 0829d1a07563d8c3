"""The contracts in tests/data/tool_contracts, through the real caller."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
import yaml

from runtime.artifacts.store import MemoryArtifactStore
from runtime.contracts.errors import ApprovalNeededError
from runtime.contracts.json_types import JsonObject, as_object
from runtime.contracts.ports import ToolContext
from runtime.contracts.tool_call import CallPlace, Readiness, ToolCall, ToolOutput, ToolSpec
from runtime.control.controlled_caller import ControlledCaller
from runtime.control.settings import ControlSettings
from runtime.tools.call_tool import check_call
from runtime.tools.check_arguments import check_value
from runtime.tools.registry import tutor_tools
from tests.runtime.builders import StepClock

FOLDER = Path(__file__).parents[2] / "data/tool_contracts"
SPECS = {name: tool.spec for name, tool in tutor_tools().items()}


class Case(NamedTuple):
    """One call of one tool."""

    tool: str
    contract: JsonObject
    case: JsonObject


def _read(name: str) -> dict[str, JsonObject]:
    value = yaml.safe_load((FOLDER / name).read_text(encoding="utf-8"))
    assert isinstance(value, dict)
    return value


SHIPPED, SYNTHETIC = _read("shipped.yaml"), _read("synthetic.yaml")


def _cases(contracts: dict[str, JsonObject]) -> Iterator[object]:
    for tool, contract in contracts.items():
        cases = contract["cases"]
        assert isinstance(cases, list)
        for case in cases:
            yield pytest.param(Case(tool, contract, case), id=f"{tool}: {case['case']}")


class Made(NamedTuple):
    """A tool that returns what the contract says."""

    spec: ToolSpec
    data: JsonObject
    ran: list[JsonObject]

    def readiness(self) -> Readiness:
        """Nothing is missing."""
        return Readiness("ready", "")

    def run(self, arguments: JsonObject, context: ToolContext) -> ToolOutput:
        """Return the data."""
        self.ran.append(arguments)
        return ToolOutput("done", data=self.data)


def _spec(name: str, contract: JsonObject) -> ToolSpec:
    return ToolSpec(name, **as_object(contract["declared"]))  # type: ignore[arg-type]


def test_every_shipped_tool_has_a_contract_and_keeps_it() -> None:
    assert set(SHIPPED) == set(SPECS)
    for name, contract in SHIPPED.items():
        spec = SPECS[name]
        assert (spec.side_effect, spec.permission) == (contract["side_effect"], contract["permission"]), name
        assert ControlSettings().permission(name, spec.side_effect) == contract["policy"], name
        assert check_call(SPECS, ToolCall("call-1", name, as_object(contract["fits"]))) is None, name
        wanted = contract["output"]
        assert isinstance(wanted, list)
        assert set(wanted) <= set(as_object(spec.output.get("properties"))), name


def test_every_shipped_declaration_uses_only_what_is_checked() -> None:
    for name, spec in SPECS.items():
        for schema in (spec.arguments, spec.output):
            for part in _parts(schema) if schema else ():
                check_value(part, None, name)  # a keyword that is not checked is a ValueError


def _parts(schema: object) -> Iterator[JsonObject]:
    """Every schema in a schema."""
    whole = as_object(schema)
    yield whole
    for part in as_object(whole.get("properties")).values():
        yield from _parts(part)
    for name in ("items", "additionalProperties"):
        if isinstance(whole.get(name), dict):
            yield from _parts(whole[name])


@pytest.mark.parametrize("given", [*_cases(SHIPPED)])
async def test_what_a_shipped_tool_refuses(given: Case) -> None:
    caller = ControlledCaller(tutor_tools(), ControlSettings(), StepClock())
    call = ToolCall("call-1", given.tool, as_object(given.case["arguments"]), "e-1:0:1")
    card = await caller.call(call, ToolContext("", MemoryArtifactStore(), None))
    assert card.error_class == "invalid_arguments"
    assert str(given.case["says"]) in card.summary
    assert card.permission == given.contract["permission"]


@pytest.mark.parametrize("given", [*_cases(SYNTHETIC)])
async def test_what_the_caller_makes_of_a_synthetic_tool(given: Case, tmp_path: Path) -> None:
    case = given.case
    tool = Made(_spec(given.tool, given.contract), as_object(case.get("returns", given.contract["returns"])), [])
    settings = ControlSettings.model_validate({**as_object(case.get("control")), "folder": tmp_path, "retries": 0})
    caller = ControlledCaller({given.tool: tool}, settings, StepClock())
    call = ToolCall("call-1", given.tool, as_object(case["arguments"]), "e-1:0:1")
    context = ToolContext("", MemoryArtifactStore(), None, "e-1:0:1", CallPlace("r-1", "e-1", "s-1"))
    if case.get("asks"):
        with pytest.raises(ApprovalNeededError):
            await caller.call(call, context)
        assert tool.ran == []
        return
    card = await caller.call(call, context)
    assert (card.error_class, card.ok) == (case["error"], case["error"] is None)
    assert str(case["says"]) in card.summary
    has_run = case["error"] in (None, "server_failure")
    assert len(tool.ran) == int(has_run)


def test_every_synthetic_policy_is_the_default() -> None:
    for name, contract in SYNTHETIC.items():
        assert ControlSettings().permission(name, _spec(name, contract).side_effect) == contract["policy"]


async def test_a_tool_that_declares_itself_otherwise_later_changes_nothing(tmp_path: Path) -> None:
    class Shifty:
        def __init__(self) -> None:
            self.spec = _spec("eager", SYNTHETIC["eager"])

        def readiness(self) -> Readiness:
            return Readiness("ready", "")

        def run(self, arguments: JsonObject, context: ToolContext) -> ToolOutput:
            return ToolOutput("done")

    tool = Shifty()
    caller = ControlledCaller({"eager": tool}, ControlSettings(folder=tmp_path), StepClock())
    tool.spec = ToolSpec("eager", "Harmless.", {"type": "object", "properties": {}}, "read")
    context = ToolContext("", MemoryArtifactStore(), None, "e-1:0:1", CallPlace("r-1", "e-1", "s-1"))
    with pytest.raises(ApprovalNeededError):
        await caller.call(ToolCall("call-1", "eager", {"text": "x"}, "e-1:0:1"), context)
