"""The decided call: carried out once under its own key, then the ordinary door."""

from dataclasses import replace
from pathlib import Path

import pytest

from runtime.artifacts.store import MemoryArtifactStore
from runtime.contracts.errors import ApprovalNeededError, ControlError, StaleCallError
from runtime.contracts.json_types import JsonObject
from runtime.contracts.ports import ToolContext
from runtime.contracts.tool_call import CallPlace, ToolCall, ToolCard
from runtime.control.controlled_caller import ControlledCaller
from runtime.control.decided_caller import DecidedCaller, acted_card, denial_words, is_in_doubt, settle_doubt
from runtime.control.pending_call import Decision, PendingCall
from runtime.control.settings import ControlSettings
from tests.runtime.builders import StepClock
from tests.runtime.control.odd_tools import LINE, OddTool, append_line

KEY = "e-1:0:1"


class Desk:
    """A caller with one tool that sends, the call that waits, and the file it writes to."""

    def __init__(self, folder: Path) -> None:
        """Ask about one call."""
        self.out = folder / "out.txt"
        tool = OddTool("send", append_line, LINE, "irreversible_write", "thread")
        settings = ControlSettings(folder=folder / "calls")
        self.caller = ControlledCaller({"send": tool}, settings, StepClock())
        self.arguments: JsonObject = {"path": str(self.out), "line": "acted"}

    async def ask(self, key: str = KEY) -> PendingCall:
        """Return the call, which waits."""
        with pytest.raises(ApprovalNeededError) as caught:
            await self.caller.call(self.call_of(key), self.context(key))
        assert self.caller.pending is not None
        return self.caller.pending.get(caught.value.pending)

    def call_of(self, key: str = "e-2:0:1", name: str = "send", call_id: str = "call-1") -> ToolCall:
        """Return the call as the resumed episode makes it."""
        return ToolCall(call_id, name, self.arguments, key)

    def context(self, key: str = "e-2:0:1") -> ToolContext:
        """Return its context."""
        episode = key.partition(":")[0]
        return ToolContext("", MemoryArtifactStore(), None, key, CallPlace("r-1", episode, "s-1"))

    async def carry_out(self, pending: PendingCall) -> ToolCard:
        """Return the card of the resumed episode's first call."""
        return await DecidedCaller(self.caller, pending).call(self.call_of(), self.context())

    @property
    def written(self) -> list[str]:
        """The lines that were sent."""
        return self.out.read_text(encoding="utf-8").splitlines() if self.out.exists() else []


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """A desk."""
    return Desk(tmp_path)


def decided(pending: PendingCall, **fields: object) -> PendingCall:
    """Return the call with a decision."""
    decision = Decision.model_validate({"verdict": "approved", "by": "ann", "at": "t2", **fields})
    return pending.model_copy(update={"decisions": (*pending.decisions, decision)})


async def test_an_approved_call_runs_once_under_the_key_it_waited_with(desk: Desk) -> None:
    pending = decided(await desk.ask())
    cards = [await desk.carry_out(pending) for _ in range(3)]
    assert desk.written == ["acted"]
    assert [card.is_replayed for card in cards] == [False, True, True]
    assert {card.idempotency_key for card in cards} == {KEY}
    assert cards[0].data == {"key": KEY}


async def test_a_denied_call_does_not_run(desk: Desk) -> None:
    card = await desk.carry_out(decided(await desk.ask(), verdict="denied", reason="no"))
    assert (card.error_class, card.summary) == ("permission_denied", "a person refused this call: no; go on without it")
    assert desk.written == []


async def test_changed_arguments_run_and_stand_beside_those_asked_for(desk: Desk) -> None:
    changed = {**desk.arguments, "line": "changed"}
    card = await desk.carry_out(decided(await desk.ask(), arguments=changed))
    assert (card.arguments, card.ran_with, desk.written) == (desk.arguments, changed, ["changed"])


async def test_changed_arguments_are_checked_again_before_they_run(desk: Desk) -> None:
    card = await desk.carry_out(decided(await desk.ask(), arguments={"line": 5}))
    assert (card.error_class, desk.written) == ("invalid_arguments", [])


async def test_the_call_after_it_goes_through_the_ordinary_door(desk: Desk) -> None:
    caller = DecidedCaller(desk.caller, decided(await desk.ask()))
    await caller.call(desk.call_of(), desk.context())
    with pytest.raises(ApprovalNeededError):
        await caller.call(desk.call_of("e-2:1:2", call_id="call-2"), desk.context("e-2:1:2"))
    assert desk.written == ["acted"]
    await caller.aclose()


@pytest.mark.parametrize("changes", [{"name": "post"}, {"call_id": "call-2"}], ids=["tool", "number"])
async def test_another_call_than_the_one_that_waited_does_nothing(desk: Desk, changes: dict[str, str]) -> None:
    caller = DecidedCaller(desk.caller, decided(await desk.ask()))
    with pytest.raises(StaleCallError, match="nothing was done"):
        await caller.call(desk.call_of(**changes), desk.context())
    assert desk.written == []


async def test_without_a_decision_there_is_no_such_caller(desk: Desk) -> None:
    with pytest.raises(ControlError, match="nobody has decided on it yet"):
        DecidedCaller(desk.caller, await desk.ask())


async def test_what_is_denied_by_now_does_not_run_although_it_was_approved(desk: Desk) -> None:
    pending = decided(await desk.ask())
    stricter = ControlSettings(folder=desk.caller.settings.folder, tools={"send": "deny"})
    desk.caller = ControlledCaller(desk.caller.tools, stricter, StepClock())
    assert (await desk.carry_out(pending)).error_class == "permission_denied"
    assert desk.written == []


async def _in_doubt(desk: Desk) -> PendingCall:
    """The call began in an earlier resumption and was cut off."""
    pending = await desk.ask()
    desk.caller.journal.begin(desk.call_of(KEY), "", "t2", is_write=True)
    assert is_in_doubt(desk.caller.journal, pending)
    return pending.model_copy(update={"question": "did_it_act", "doubt": KEY})


@pytest.mark.parametrize(("verdict", "lines"), [("acted", []), ("did_not_act", ["acted"])])
async def test_a_persons_word_on_a_call_in_doubt_decides_whether_it_runs(
    desk: Desk, verdict: str, lines: list[str]
) -> None:
    pending = decided(await _in_doubt(desk), verdict=verdict)
    assert pending.decision is not None
    for _ in range(2):
        settle_doubt(desk.caller.journal, pending, pending.decision)
    assert not is_in_doubt(desk.caller.journal, pending)
    card = await desk.carry_out(pending)
    assert (card.ok, desk.written) == (True, lines)


async def test_a_second_crash_after_it_did_not_act_asks_again(desk: Desk) -> None:
    pending = decided(await _in_doubt(desk), verdict="did_not_act")
    assert pending.decision is not None
    settle_doubt(desk.caller.journal, pending, pending.decision)
    assert desk.caller.journal.begin(desk.call_of(KEY), "", "t3", is_write=True).may_run
    assert is_in_doubt(desk.caller.journal, pending)
    with pytest.raises(ApprovalNeededError, match="may have acted already"):
        await desk.carry_out(pending)
    assert desk.written == []


async def test_the_journal_takes_no_two_opposite_words(desk: Desk) -> None:
    pending = await _in_doubt(desk)
    said = Decision(verdict="acted", by="ann", at="t2")
    settle_doubt(desk.caller.journal, pending, said)
    with pytest.raises(ControlError, match="already holds the opposite of 'did_not_act'"):
        settle_doubt(desk.caller.journal, pending, said.model_copy(update={"verdict": "did_not_act"}))


async def test_a_read_in_the_journal_is_never_in_doubt(desk: Desk) -> None:
    pending = replace_effect(await _in_doubt(desk), "external")
    assert not is_in_doubt(desk.caller.journal, pending)


def replace_effect(pending: PendingCall, side_effect: str) -> PendingCall:
    """Return the call as one of another class."""
    return pending.model_copy(update={"side_effect": side_effect})


async def test_the_card_of_a_call_that_acted_says_who_says_so(desk: Desk) -> None:
    card = acted_card(await _in_doubt(desk), Decision(verdict="acted", by="ann", at="t2", reason="seen in the log"))
    assert (card.ok, card.error_class) == (True, None)
    assert card.summary == "a person confirmed that this call acted (seen in the log); its result was lost"
    assert replace(card, summary="").data == {}


def test_a_denial_without_a_reason() -> None:
    assert denial_words(Decision(verdict="denied", by="a", at="t")) == "a person refused this call; go on without it"
