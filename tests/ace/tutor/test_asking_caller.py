"""A call that needs approval is asked of the person at the screen, and never left waiting."""

from pathlib import Path

import pytest

from ace.tutor.asking_caller import AskingCaller
from runtime.artifacts.store import MemoryArtifactStore
from runtime.contracts.errors import ToolError
from runtime.contracts.json_types import JsonObject
from runtime.contracts.ports import ToolContext
from runtime.contracts.tool_call import CallPlace, Readiness, SideEffect, ToolCall, ToolCard, ToolOutput
from runtime.control.controlled_caller import ControlledCaller
from runtime.control.settings import ControlSettings
from tests.ace.tutor.test_person import Lines
from tests.runtime.builders import StepClock
from tests.runtime.control.odd_tools import NOTHING, OddTool

WRITE: SideEffect = "irreversible_write"


def _work(arguments: JsonObject, context: ToolContext) -> ToolOutput:
    return ToolOutput("done")


def _hang(arguments: JsonObject, context: ToolContext) -> ToolOutput:
    raise ToolError("timeout", "too slow")


def _caller(folder: Path, permission: str, do: object = _work, side_effect: SideEffect = "read") -> ControlledCaller:
    tool = OddTool("act", do, NOTHING, side_effect, "thread")  # type: ignore[arg-type]
    settings = ControlSettings.model_validate({"folder": folder, "tools": {"act": permission}, "retries": 0})
    return ControlledCaller({"act": tool}, settings, StepClock())


async def _call(
    caller: ControlledCaller, screen: Lines, name: str = "act", arguments: JsonObject | None = None
) -> ToolCard:
    context = ToolContext("image", MemoryArtifactStore(), None, "e-1:0:1", CallPlace("r-1", "e-1", "s-1"))
    return await AskingCaller(caller, screen).call(ToolCall("call-1", name, arguments or {}, "e-1:0:1"), context)


@pytest.mark.parametrize(
    ("lines", "ok", "summary"),
    [
        (("y",), True, "done"),
        ((" YES ",), True, "done"),
        (("n",), False, "a person refused this call; go on without it"),
        (("",), False, "a person refused this call; go on without it"),
        ((), False, "a person refused this call; go on without it"),
        (("/quit",), False, "a person refused this call; go on without it"),
        (("too costly",), False, "a person refused this call: too costly; go on without it"),
    ],
)
async def test_only_a_yes_lets_it_run_and_nothing_waits(
    lines: tuple[str, ...], ok: bool, summary: str, tmp_path: Path
) -> None:
    screen, caller = Lines(*lines), _caller(tmp_path, "ask")
    card = await _call(caller, screen)
    assert (card.ok, card.summary) == (ok, summary)
    assert card.error_class == (None if ok else "permission_denied")
    assert screen.notes[0].text == "act wants {}. Allow? [y/N]"
    assert screen.notes[0].kind == "approval"
    assert caller.pending is not None
    assert caller.pending.all() == ()


@pytest.mark.parametrize(
    ("permission", "name", "arguments", "error"),
    [
        ("allow", "act", {}, None),
        ("deny", "act", {}, "permission_denied"),
        ("ask", "nope", {}, "unknown_tool"),
        ("ask", "act", {"odd": 1}, "invalid_arguments"),
    ],
    ids=["allowed", "denied by the settings", "unknown", "wrong arguments"],
)
async def test_a_person_is_not_asked_where_it_is_settled(
    permission: str, name: str, arguments: JsonObject, error: str | None, tmp_path: Path
) -> None:
    screen = Lines("y")
    card = await _call(_caller(tmp_path, permission), screen, name, arguments)
    assert card.error_class == error
    assert screen.notes == []


async def test_a_person_is_not_asked_about_a_tool_that_cannot_work(tmp_path: Path) -> None:
    class Absent(OddTool):
        def readiness(self) -> Readiness:
            return Readiness("missing", "no model")

    tool = Absent("act", _work, NOTHING, "read", "thread")
    settings = ControlSettings.model_validate({"folder": tmp_path, "tools": {"act": "ask"}})
    screen = Lines("y")
    card = await _call(ControlledCaller({"act": tool}, settings, StepClock()), screen)
    assert (card.error_class, screen.notes) == ("missing_dependency", [])


async def test_a_write_that_may_have_acted_is_not_made_again_and_its_question_is_closed(tmp_path: Path) -> None:
    caller = _caller(tmp_path, "ask", _hang, WRITE)
    first = await _call(caller, Lines("y"))
    assert first.error_class == "timeout"
    again = await _call(caller, Lines("y"))
    assert again.error_class == "permission_denied"
    assert "may have acted already" in again.summary
    assert caller.pending is not None
    assert [one.status for one in caller.pending.all()] == ["done"]
    await AskingCaller(caller, Lines()).aclose()
