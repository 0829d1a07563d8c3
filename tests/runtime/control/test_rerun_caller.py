"""An episode begun anew: what was decided on a call holds for it, and for no other."""

from pathlib import Path

import pytest

from runtime.artifacts.store import MemoryArtifactStore
from runtime.contracts.errors import ApprovalNeededError
from runtime.contracts.json_types import JsonObject
from runtime.contracts.ports import ToolContext
from runtime.contracts.tool_call import CallPlace, SideEffect, ToolCall, ToolCard
from runtime.control.controlled_caller import ControlledCaller
from runtime.control.pending_call import PendingCall
from runtime.control.pending_store import PendingStore
from runtime.control.rerun_caller import RUN_ANEW, RerunCaller
from runtime.control.settings import ControlSettings
from tests.runtime.builders import StepClock
from tests.runtime.control.odd_tools import LINE, OddTool, append_line
from tests.runtime.control.test_decided_caller import decided


class Desk:
    """A tool that appends a line and must be asked for; each attempt has a door of its own, as each run does."""

    def __init__(self, folder: Path, side_effect: SideEffect = "read") -> None:
        """Nothing is asked yet."""
        self.out = folder / "out.txt"
        self.settings = ControlSettings(folder=folder / "calls", tools={"look": "ask"})
        self.tool = OddTool("look", append_line, LINE, side_effect, "thread")
        self.arguments: JsonObject = {"path": str(self.out), "line": "acted"}
        self.store = PendingStore(folder / "calls")

    def door(self) -> RerunCaller:
        """Return the door of a new run."""
        return RerunCaller(ControlledCaller({"look": self.tool}, self.settings, StepClock()))

    async def call(
        self, attempt: int, sample: str = "s-1", number: int = 1, door: RerunCaller | None = None, **changed: object
    ) -> ToolCard:
        """Return the card of the call in that attempt at the sample."""
        key = f"e-{sample}-{attempt}:{number}:{number}"
        place = CallPlace("r-1", f"e-{sample}-{attempt}", sample, attempt=attempt)
        context = ToolContext("", MemoryArtifactStore(), None, key, place)
        call = ToolCall(f"call-{number}", "look", {**self.arguments, **changed}, key)
        return await (door or self.door()).call(call, context)

    async def ask(self, attempt: int = 0, **where: object) -> PendingCall:
        """Return the call, which waits."""
        with pytest.raises(ApprovalNeededError) as caught:
            await self.call(attempt, **where)  # type: ignore[arg-type]
        return self.store.get(caught.value.pending)

    async def decide(self, **decision: object) -> PendingCall:
        """Ask, and return the call with a decision."""
        pending = await self.ask()
        return self.store.change(pending.id, lambda now: decided(now, **decision))

    @property
    def written(self) -> list[str]:
        """The lines that were written."""
        return self.out.read_text(encoding="utf-8").splitlines() if self.out.exists() else []


@pytest.mark.parametrize("number", [1, 4], ids=["at the same step", "at a later one"])
async def test_an_approved_call_is_carried_out_in_the_next_attempt(tmp_path: Path, number: int) -> None:
    desk = Desk(tmp_path)
    pending = await desk.decide()
    card = await desk.call(1, number=number)
    assert (card.ok, card.call_id, card.idempotency_key) == (True, f"call-{number}", pending.key)
    assert desk.written == ["acted"]
    kept = desk.store.get(pending.id)
    assert kept.status == "done"
    assert [(one.episode, one.ended) for one in kept.resumptions] == [("e-s-1-1", RUN_ANEW)]


@pytest.mark.parametrize("where", [{"sample": "s-2"}, {"line": "other"}], ids=["another sample", "other arguments"])
async def test_another_call_is_asked_about(tmp_path: Path, where: dict[str, object]) -> None:
    desk = Desk(tmp_path)
    pending = await desk.decide()
    assert (await desk.ask(1, **where)).id != pending.id
    assert desk.written == []
    assert desk.store.get(pending.id).status == "approved"


async def test_an_undecided_call_is_asked_again(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    first = await desk.ask()
    assert (await desk.ask(1)).id != first.id


async def test_a_denied_call_comes_back_with_the_reason(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    await desk.decide(verdict="denied", reason="not here")
    card = await desk.call(1)
    assert (card.error_class, desk.written) == ("permission_denied", [])
    assert "not here" in card.summary


async def test_changed_arguments_are_what_runs(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    changed = {**desk.arguments, "line": "changed"}
    await desk.decide(arguments=changed)
    card = await desk.call(1)
    assert (card.arguments, card.ran_with, desk.written) == (desk.arguments, changed, ["changed"])


async def test_however_often_the_episode_is_begun_a_write_acts_once(tmp_path: Path) -> None:
    desk = Desk(tmp_path, "irreversible_write")
    pending = await desk.decide()
    door = desk.door()
    cards = [await desk.call(1, door=door), await desk.call(1, number=2, door=door), await desk.call(2)]
    assert [card.is_replayed for card in cards] == [False, True, True]
    assert desk.written == ["acted"]
    assert [one.episode for one in desk.store.get(pending.id).resumptions] == ["e-s-1-1", "e-s-1-2"]


async def test_what_is_denied_by_the_settings_stays_so(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    await desk.decide()
    desk.settings = desk.settings.model_copy(update={"tools": {"look": "deny"}})
    assert (await desk.call(1)).error_class == "permission_denied"
    desk.settings = desk.settings.model_copy(update={"tools": {"look": "allow"}})
    assert (await desk.call(1)).idempotency_key == "e-s-1-1:1:1"
