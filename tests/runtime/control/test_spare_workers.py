"""Workers that the next pool takes over: only those that are alive and were started alike."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from runtime.artifacts.store import MemoryArtifactStore
from runtime.contracts.ports import Tool, ToolContext
from runtime.contracts.tool_call import ToolCall, ToolCard, ToolOutput
from runtime.control.spare_workers import SpareWorkers
from runtime.control.worker_pool import CallUnderWay, WorkerPool
from runtime.control.worker_process import ToolsRecipe, WorkerProcess
from runtime.tools.settings import ToolSettings
from tests.runtime.control.odd_tools import FACTORY, OddTool, odd_tools
from tests.runtime.control.test_worker_pool import wait_gone

RECIPE = ToolsRecipe(FACTORY)
CONTEXT = ToolContext("", MemoryArtifactStore(), None, "e-1:0:1")


@pytest.fixture
def spare() -> Iterator[SpareWorkers]:
    """Two at most."""
    made = SpareWorkers(2)
    yield made
    made.close()


def one_tool(image_base: Path | None = None, settings: ToolSettings | None = None) -> dict[str, Tool]:
    """Return one tool with another's name."""
    return {"fine": OddTool("fine", lambda arguments, context: ToolOutput("another"), {"type": "object"})}


async def _card_of(pool: WorkerPool) -> ToolCard:
    call = ToolCall("call-1", "fine", {}, "e-1:0:1")
    return await pool.call(odd_tools()["fine"].spec, call, CONTEXT, CallUnderWay())


async def _pid_of(pool: WorkerPool) -> int:
    await _card_of(pool)
    (pid,) = pool.pids()
    return pid


async def test_the_next_pool_takes_over_a_worker_that_nobody_needs(spare: SpareWorkers) -> None:
    first, second = (WorkerPool(RECIPE, 1, spare) for _ in range(2))
    pid = await _pid_of(first)
    first.close()
    assert first.pids() == ()
    assert await _pid_of(second) == pid
    assert await _pid_of(first) != pid


async def test_one_that_died_meanwhile_is_replaced(spare: SpareWorkers) -> None:
    pool = WorkerPool(RECIPE, 1, spare)
    pid = await _pid_of(pool)
    pool.close()
    os.kill(pid, signal.SIGKILL)
    assert wait_gone(pid)
    assert await _pid_of(pool) != pid


async def test_it_gets_the_tools_of_the_pool_that_takes_it(spare: SpareWorkers) -> None:
    first, second = WorkerPool(RECIPE, 1, spare), WorkerPool(ToolsRecipe(f"{__name__}:one_tool"), 1, spare)
    pid = await _pid_of(first)
    first.close()
    assert (await _card_of(second)).summary == "another"
    assert second.pids() == (pid,)


async def test_tools_that_cannot_be_built_are_said_as_by_a_new_worker(spare: SpareWorkers) -> None:
    first = WorkerPool(RECIPE, 1, spare)
    pid = await _pid_of(first)
    first.close()
    card = await _card_of(WorkerPool(ToolsRecipe(f"{FACTORY.partition(':')[0]}:broken_factory"), 1, spare))
    assert "no module named 'weights'" in card.summary
    assert wait_gone(pid)


async def test_another_environment_or_memory_bound_gets_its_own(
    spare: SpareWorkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    pool = WorkerPool(RECIPE, 1, spare)
    pid = await _pid_of(pool)
    pool.close()
    assert await _pid_of(WorkerPool(ToolsRecipe(FACTORY, memory_mb=8192), 1, spare)) != pid
    monkeypatch.setenv("ACE_MODELS_DIR", "elsewhere")
    assert await _pid_of(WorkerPool(RECIPE, 1, spare)) != pid
    monkeypatch.undo()
    assert await _pid_of(WorkerPool(RECIPE, 1, spare)) == pid


def test_beyond_the_most_the_longest_waiting_ends(spare: SpareWorkers) -> None:
    workers = [spare.take(RECIPE) for _ in range(3)]
    for worker in workers:
        spare.give_back(worker)
    assert [worker.is_alive for worker in workers] == [False, True, True]
    spare.close()
    assert not any(worker.is_alive for worker in workers)


def test_a_worker_that_is_not_from_here_is_closed(spare: SpareWorkers) -> None:
    worker = WorkerProcess(RECIPE)
    spare.give_back(worker)
    assert not worker.is_alive
