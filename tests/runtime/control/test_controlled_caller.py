"""The control plane's door: permission, retries, once-only writes, memory, workers."""

import asyncio
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from runtime.artifacts.store import MemoryArtifactStore
from runtime.contracts.errors import ApprovalNeededError, ControlError, ToolError
from runtime.contracts.json_types import JsonObject
from runtime.contracts.ports import Tool, ToolContext
from runtime.contracts.tool_call import CallPlace, Isolation, Readiness, SideEffect, ToolCall, ToolCard, ToolOutput
from runtime.control.call_journal import JOURNAL
from runtime.control.controlled_caller import ControlledCaller, place_of
from runtime.control.settings import ControlSettings
from runtime.control.worker_pool import WorkerPool
from runtime.control.worker_process import ToolsRecipe
from runtime.tools.tool_memory import ToolMemory
from tests.runtime.builders import StepClock
from tests.runtime.control.odd_tools import FACTORY, LINE, NOTHING, OddTool, append_line, odd_tools

PLACE = CallPlace("r-1", "e-1", "s-1")


class Flaky:
    """Fails with `errors` in turn, then works; counts."""

    def __init__(self, *errors: Exception) -> None:
        self.errors = list(errors)
        self.runs = 0

    def __call__(self, arguments: JsonObject, context: ToolContext) -> ToolOutput:
        """Fail or work."""
        self.runs += 1
        if self.errors:
            raise self.errors.pop(0)
        return ToolOutput("done", data={"key": context.idempotency_key})


def _tool(do: object, side_effect: SideEffect = "read", **changes: object) -> OddTool:
    return OddTool("act", do, NOTHING, side_effect, "thread", **changes)  # type: ignore[arg-type]


def _caller(tool: Tool, folder: Path | None, **settings: object) -> ControlledCaller:
    chosen = ControlSettings.model_validate({"folder": folder, **settings})
    return ControlledCaller({tool.spec.name: tool}, chosen, StepClock(), ToolMemory())


async def _call(
    caller: ControlledCaller, name: str = "act", key: str = "e-1:0:1", arguments: JsonObject | None = None
) -> ToolCard:
    episode = key.partition(":")[0]
    context = ToolContext("image", MemoryArtifactStore(), None, key, replace(PLACE, episode=episode))
    return await caller.call(ToolCall("call-1", name, arguments or {}, key), context)


@pytest.mark.parametrize(
    ("errors", "retries", "runs", "ok"),
    [
        ((), 1, 1, True),
        ((OSError("busy"),), 1, 2, True),
        ((OSError("busy"), OSError("busy")), 1, 2, False),
        ((OSError("busy"), OSError("busy")), 2, 3, True),
        ((OSError("busy"),), 0, 1, False),
        ((ToolError("empty_result", "none"),), 3, 1, False),
        ((ToolError("timeout", "slow"),), 1, 2, True),
        ((ToolError("business_failure", "no image"),), 3, 1, False),
        ((ToolError("invalid_arguments", "box"),), 3, 1, False),
    ],
)
async def test_only_failures_that_may_pass_are_tried_again(
    errors: tuple[Exception, ...], retries: int, runs: int, ok: bool, tmp_path: Path
) -> None:
    flaky = Flaky(*errors)
    card = await _call(_caller(_tool(flaky), tmp_path, retries=retries))
    assert (flaky.runs, card.ok) == (runs, ok)


@pytest.mark.parametrize("side_effect", ["reversible_write", "irreversible_write"])
async def test_a_write_is_never_tried_again(side_effect: SideEffect, tmp_path: Path) -> None:
    flaky = Flaky(OSError("busy"))
    approvals = {"irreversible_write": "allow"}
    caller = _caller(_tool(flaky, side_effect), tmp_path, retries=5, approvals=approvals)
    card = await _call(caller)
    assert (flaky.runs, card.error_class) == (1, "server_failure")
    assert card.summary.endswith("whether it acted is not known")


@pytest.mark.parametrize("folder", [True, False], ids=["folder", "memory"])
async def test_a_write_with_the_same_key_runs_once_and_gives_the_same_card(folder: bool, tmp_path: Path) -> None:
    flaky = Flaky()
    caller = _caller(_tool(flaky, "reversible_write"), tmp_path if folder else None)
    first, second = await _call(caller), await _call(caller)
    assert flaky.runs == 1
    assert (first.data, first.is_replayed) == ({"key": "e-1:0:1"}, False)
    assert second == replace(first, is_replayed=True)


async def test_a_write_is_done_again_for_another_call_and_never_replayed_from_memory(tmp_path: Path) -> None:
    flaky = Flaky()
    caller = _caller(_tool(flaky, "reversible_write"), tmp_path)
    keys = [(await _call(caller, key=key)).data["key"] for key in ("e-1:0:1", "e-1:3:2")]
    assert (flaky.runs, keys) == (2, ["e-1:0:1", "e-1:3:2"])
    assert caller.memory is not None
    assert len(caller.memory) == 0


async def test_a_read_is_replayed_from_memory_and_not_journaled(tmp_path: Path) -> None:
    flaky = Flaky()
    caller = _caller(_tool(flaky), tmp_path)
    await _call(caller)
    assert (await _call(caller, key="e-2:0:1")).is_replayed
    assert flaky.runs == 1
    assert not (tmp_path / JOURNAL).exists()


async def test_a_call_that_asks_is_kept_and_does_not_run(tmp_path: Path) -> None:
    flaky = Flaky()
    caller = _caller(_tool(flaky, "external"), tmp_path, approvals={"external": "ask"})
    with pytest.raises(ApprovalNeededError, match="act \\(external\\) needs a person's approval") as caught:
        await _call(caller)
    assert caller.pending is not None
    kept = caller.pending.get(caught.value.pending)
    assert (kept.tool, kept.run, kept.episode, kept.key) == ("act", "r-1", "e-1", "e-1:0:1")
    with pytest.raises(ApprovalNeededError) as again:
        await _call(caller)
    assert again.value.pending == caught.value.pending
    assert flaky.runs == 0


async def test_a_result_in_memory_does_not_spare_the_question(tmp_path: Path) -> None:
    tool = _tool(Flaky())
    allowed = _caller(tool, tmp_path)
    await _call(allowed)
    asking = ControlledCaller(
        {"act": tool}, ControlSettings(folder=tmp_path, tools={"act": "ask"}), StepClock(), allowed.memory
    )
    with pytest.raises(ApprovalNeededError):
        await _call(asking, key="e-2:0:1")


async def test_without_a_folder_to_keep_the_question_in_the_call_is_refused() -> None:
    flaky = Flaky()
    card = await _call(_caller(_tool(flaky, "irreversible_write"), None))
    assert (card.error_class, flaky.runs) == ("permission_denied", 0)
    assert "no folder to keep the question in" in card.summary


async def test_a_person_is_not_asked_about_what_cannot_work(tmp_path: Path) -> None:
    class Missing(OddTool):
        def readiness(self) -> Readiness:
            return Readiness("missing", "install it")

    tool = Missing("act", Flaky(), NOTHING, "irreversible_write", "thread")
    card = await _call(_caller(tool, tmp_path))
    assert (card.error_class, card.summary) == ("missing_dependency", "install it")


async def test_a_journal_that_cannot_be_written_lets_nothing_act(tmp_path: Path) -> None:
    flaky = Flaky()
    (tmp_path / "file").write_text("", encoding="utf-8")
    caller = _caller(_tool(flaky, "reversible_write"), tmp_path / "file")
    with pytest.raises(ControlError):
        await _call(caller)
    assert flaky.runs == 0


async def test_a_timeout_named_in_the_settings_goes_before_the_tools_own() -> None:
    tool = _tool(lambda arguments, context: time.sleep(1.0), timeout_s=60.0)
    caller = ControlledCaller({"act": tool}, ControlSettings(retries=0), StepClock(), timeouts_s={"act": 0.05})
    assert (await _call(caller)).summary.startswith("no result from act within 0.05 s")


@pytest.fixture(scope="module")
def pool() -> Iterator[WorkerPool]:
    """Workers for the odd tools."""
    made = WorkerPool(ToolsRecipe(FACTORY), 1)
    yield made
    made.close()


def _line(path: Path, seconds: float = 0.0) -> JsonObject:
    return {"path": str(path), "line": "acted", "seconds": seconds}


def _writing(folder: Path, pool: WorkerPool, **settings: object) -> ControlledCaller:
    chosen = ControlSettings.model_validate(
        {"folder": folder, "approvals": {"irreversible_write": "allow"}, **settings}
    )
    return ControlledCaller(odd_tools(), chosen, StepClock(), ToolMemory(), pool)


@pytest.mark.parametrize("name", ["append", "send", "append_here"], ids=["reversible", "irreversible", "in a thread"])
async def test_a_write_that_timed_out_after_acting_does_not_act_again(
    name: str, tmp_path: Path, pool: WorkerPool
) -> None:
    path = tmp_path / "out.txt"
    caller = _writing(tmp_path / "calls", pool, retries=3)
    card = await _call(caller, name, arguments=_line(path, 1.5))
    assert (card.error_class, path.read_text(encoding="utf-8")) == ("timeout", "acted\n")
    assert card.summary.endswith("whether it acted is not known")
    for key in ("e-1:0:1", "e-1:5:2", "e-2:0:1"):  # tried again, asked for again, in another attempt at the place
        with pytest.raises(ApprovalNeededError, match="may have acted already"):
            await _call(caller, name, key, _line(path, 1.5))
    await asyncio.sleep(0.1)
    assert path.read_text(encoding="utf-8") == "acted\n"


async def test_a_write_whose_worker_never_started_may_be_tried_again(tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    broken = WorkerPool(ToolsRecipe("no_such_module:tools"), 1)
    caller = _writing(tmp_path / "calls", broken, retries=0)
    card = await _call(caller, "append", arguments=_line(path))
    assert "could not be started" in card.summary
    working = WorkerPool(ToolsRecipe(FACTORY), 1)
    assert (await _call(_writing(tmp_path / "calls", working), "append", arguments=_line(path))).ok
    assert path.read_text(encoding="utf-8") == "acted\n"
    working.close()


async def test_a_write_that_was_cancelled_is_in_doubt(tmp_path: Path, pool: WorkerPool) -> None:
    path = tmp_path / "out.txt"
    caller = _writing(tmp_path / "calls", pool)
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(_call(caller, "append", arguments=_line(path, 10.0)), 0.3)
    entry = caller.journal.latest("e-1:0:1")
    assert entry is not None
    assert entry.state == "unknown"


async def test_process_and_thread_give_the_same_card(tmp_path: Path, pool: WorkerPool) -> None:
    kinds: tuple[tuple[str, Isolation], ...] = (("append", "process"), ("append_here", "thread"))
    cards = []
    for name, isolation in kinds:
        tool = OddTool(name, append_line, LINE, isolation=isolation)
        caller = ControlledCaller({name: tool}, ControlSettings(), StepClock(), None, pool)
        cards.append(await _call(caller, name, arguments=_line(tmp_path / "out.txt")))
    one, other = (replace(card, name="x", duration_ms=0.0) for card in cards)
    assert one == other
    assert one.data == {"key": "e-1:0:1"}


async def test_closing_ends_the_workers_and_a_later_call_starts_them_again(tmp_path: Path) -> None:
    workers = WorkerPool(ToolsRecipe(FACTORY), 1)
    caller = _writing(tmp_path, workers)
    assert (await _call(caller, "fine")).ok
    await caller.aclose()
    assert workers.pids() == ()
    assert (await _call(caller, "fine", key="e-1:1:2", arguments={})).ok
    await caller.aclose()


def test_a_place_outside_runs_has_no_name() -> None:
    store = MemoryArtifactStore()
    assert place_of(ToolContext("", store, None)) == ""
    here = [place_of(ToolContext("", store, None, "", replace(PLACE, attempt=n, step=n))) for n in (0, 5)]
    assert here[0] == here[1] == '["r-1","s-1",0]'
