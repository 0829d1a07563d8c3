"""Tools in worker processes: killed at the timeout, replaced after a crash, gone with their owner."""

import asyncio
import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from runtime.artifacts.store import FileArtifactStore, MemoryArtifactStore
from runtime.contracts.json_types import JsonObject
from runtime.contracts.ports import ArtifactStore, ToolContext
from runtime.contracts.tool_call import ErrorClass, ToolCall, ToolCard
from runtime.control.worker_pool import CallUnderWay, WorkerPool, worker_pool
from runtime.control.worker_process import ToolsRecipe
from tests.runtime.builders import CardIndex
from tests.runtime.control.odd_tools import FACTORY, odd_tools

TOOLS = odd_tools()
RECIPE = ToolsRecipe(FACTORY, memory_mb=8192)
CONTEXT = ToolContext("", MemoryArtifactStore(), None, "e-1:0:1")


@pytest.fixture(scope="module")
def pool() -> Iterator[WorkerPool]:
    """One worker that the tests of this module share."""
    made = WorkerPool(RECIPE, 1)
    yield made
    made.close()


async def _call(
    pool: WorkerPool, name: str, context: ToolContext = CONTEXT, arguments: JsonObject | None = None
) -> ToolCard:
    call = ToolCall("call-1", name, arguments or {}, "e-1:0:1")
    return await pool.call(TOOLS[name].spec, call, context, CallUnderWay())


def is_running(pid: int) -> bool:
    """True while the process exists and is no zombie."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def wait_gone(pid: int, seconds: float = 5.0) -> bool:
    """Return whether the process ended within `seconds`."""
    end = time.monotonic() + seconds
    while is_running(pid) and time.monotonic() < end:
        time.sleep(0.02)
    return not is_running(pid)


@pytest.mark.parametrize(
    ("name", "error_class", "said"),
    [
        ("fine", None, "fine"),
        ("raise", "server_failure", "raise failed with ZeroDivisionError: oops"),
        ("refuse", "empty_result", "nothing found"),
        ("leave", "server_failure", "leave tried to end the program (exit 3)"),
        ("vanish", "server_failure", "vanish crashed: the worker process ended with exit code 0"),
        ("segfault", "server_failure", "segfault crashed: the worker process was killed by SIGSEGV"),
        ("flood", "server_failure", "flood returned 50.0 MB of data; at most 1.0 MB are taken"),
        ("hoard", "server_failure", "hoard failed with MemoryError"),
        ("sleep", "timeout", "no result from sleep within 0.3 s"),
        ("spin", "timeout", "no result from spin within 0.3 s"),
        ("print", None, "printed"),
        ("no_output", "server_failure", "no_output failed with TypeError: returned str, not ToolOutput"),
        ("not_json", "server_failure", "not_json failed with ValueError"),
    ],
)
async def test_whatever_a_tool_does_is_a_card_and_the_next_call_works(
    pool: WorkerPool, name: str, error_class: ErrorClass | None, said: str
) -> None:
    card = await _call(pool, name)
    assert (card.ok, card.error_class, card.permission) == (error_class is None, error_class, "test.use")
    assert card.summary.startswith(said)
    assert (await _call(pool, "fine")).ok


async def test_hostile_text_comes_back_cleaned(pool: WorkerPool) -> None:
    card = await _call(pool, "hostile")
    assert len(card.summary) == 1200
    assert not {"\x1b", "\u202e", "\n", "\ud800"} & set(card.summary)


async def test_what_a_tool_prints_goes_nowhere(pool: WorkerPool, capfd: pytest.CaptureFixture[str]) -> None:
    card = await _call(pool, "print")
    assert card.data == {"stdin": ""}
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("kind", ["memory", "file"])
async def test_a_worker_reads_and_writes_the_owners_artifacts(pool: WorkerPool, kind: str, tmp_path: Path) -> None:
    store: ArtifactStore = MemoryArtifactStore() if kind == "memory" else FileArtifactStore(tmp_path / "store")
    context = replace(CONTEXT, image_ref=store.put(b"abc" * 50_000, "text/plain"), artifacts=store)
    card = await _call(pool, "store", context)
    assert store.get(*card.artifact_refs) == b"cba" * 50_000


async def test_an_artifact_that_is_not_there_is_the_tools_failure(pool: WorkerPool) -> None:
    card = await _call(pool, "store", replace(CONTEXT, image_ref="artifact://sha256/" + "0" * 64))
    assert (card.error_class, "not in this process's artifact store" in card.summary) == ("server_failure", True)


async def test_a_worker_searches_the_owners_index(pool: WorkerPool) -> None:
    card = await _call(pool, "search", replace(CONTEXT, retriever=CardIndex()))
    assert card.data == {"titles": ["Meniscus sign"]}


async def test_one_worker_serves_many_calls_and_is_quick_once_warm(pool: WorkerPool) -> None:
    pids = {(await _call(pool, "fine")).data["pid"] for _ in range(20)}
    assert len(pids) == 1
    times = sorted([(await _call(pool, "fine")).duration_ms for _ in range(50)])
    assert times[len(times) // 2] < 5.0


async def test_calls_run_side_by_side_up_to_the_size() -> None:
    pool = WorkerPool(RECIPE, 2)
    await asyncio.gather(_call(pool, "fine"), _call(pool, "fine"))
    started = time.monotonic()
    cards = await asyncio.gather(*(_call(pool, "sleep") for _ in range(2)))
    took = time.monotonic() - started
    assert [card.error_class for card in cards] == ["timeout", "timeout"]
    assert took < 0.58, "two calls of 0.3 s took as long as one after the other"
    assert len(await asyncio.gather(*(_call(pool, "fine") for _ in range(9)))) == 9
    assert len(pool.pids()) <= 2
    pool.close()
    assert pool.pids() == ()


async def test_waiting_for_a_worker_is_not_counted_as_the_tools_time(pool: WorkerPool) -> None:
    slow, quick = await asyncio.gather(_call(pool, "sleep"), _call(pool, "fine"))
    assert slow.error_class == "timeout"
    assert (quick.ok, quick.duration_ms < 250) == (True, True)


async def test_a_cancelled_call_kills_its_worker_and_the_pool_goes_on() -> None:
    pool = WorkerPool(RECIPE, 1)
    await _call(pool, "fine")
    (pid,) = pool.pids()
    task = asyncio.create_task(_call(pool, "spin_long"))
    await asyncio.sleep(0.2)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await asyncio.to_thread(wait_gone, pid)
    assert (await _call(pool, "fine")).ok
    pool.close()


async def test_a_worker_killed_while_idle_is_replaced_unnoticed() -> None:
    pool = WorkerPool(RECIPE, 1)
    first = (await _call(pool, "fine")).data["pid"]
    assert isinstance(first, int)
    os.kill(first, signal.SIGKILL)
    assert await asyncio.to_thread(wait_gone, first)
    await asyncio.sleep(0.1)  # its other threads
    card = await _call(pool, "fine")
    assert card.ok
    assert card.data["pid"] != first
    pool.close()


async def test_what_a_tool_started_dies_with_its_worker(pool: WorkerPool, tmp_path: Path) -> None:
    path = tmp_path / "pid"
    card = await _call(pool, "child", arguments={"path": str(path)})
    assert card.error_class == "timeout"
    assert await asyncio.to_thread(wait_gone, int(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize(
    "factory",
    [
        "tests.runtime.control.odd_tools:broken_factory",
        "no_such_module:tools",
        "tests.runtime.control.odd_tools:nothing",
    ],
)
async def test_tools_that_cannot_be_built_say_why(factory: str) -> None:
    pool = WorkerPool(ToolsRecipe(factory), 1)
    state = CallUnderWay()
    card = await pool.call(TOOLS["fine"].spec, ToolCall("call-1", "fine", {}), CONTEXT, state)
    assert card.error_class == "server_failure"
    assert "fine could not be started: the worker's tools cannot be built: " in card.summary
    assert not state.has_begun


async def test_workers_end_with_the_last_reference_to_the_pool() -> None:
    pool = WorkerPool(RECIPE, 1)
    await _call(pool, "fine")
    (pid,) = pool.pids()
    del pool
    assert await asyncio.to_thread(wait_gone, pid)


OWNER = """
    import asyncio, os, sys, time
    from runtime.control.worker_pool import CallUnderWay, WorkerPool
    from tests.runtime.control.test_worker_pool import CONTEXT, RECIPE, TOOLS, ToolCall

    async def main():
        pool = WorkerPool(RECIPE, 1)
        call = lambda name: pool.call(TOOLS[name].spec, ToolCall("c", name, {}), CONTEXT, CallUnderWay())
        await call("fine")
        print(*pool.pids(), flush=True)
        if sys.argv[1] != "idle":
            await call(sys.argv[1])
        if len(sys.argv) > 2:
            return
        await asyncio.sleep(60)

    asyncio.run(main())
"""


@pytest.mark.parametrize("doing", ["idle", "spin_long"])
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM], ids=["SIGKILL", "SIGTERM"])
def test_no_worker_outlives_a_killed_owner(doing: str, number: signal.Signals) -> None:
    owner = _owner(doing)
    pid = _worker_of(owner)
    time.sleep(0.2)
    owner.send_signal(number)
    owner.wait(10)
    _close(owner)
    assert wait_gone(pid)


def test_no_worker_outlives_an_owner_that_ends_without_closing() -> None:
    owner = _owner("idle", "leave")
    pid = _worker_of(owner)
    assert owner.wait(10) == 0
    _close(owner)
    assert wait_gone(pid)


def _owner(*arguments: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-c", textwrap.dedent(OWNER), *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[3])


def _worker_of(owner: "subprocess.Popen[str]") -> int:
    assert owner.stdout is not None
    return int(owner.stdout.readline())


def _close(owner: "subprocess.Popen[str]") -> None:
    assert owner.stdout is not None
    owner.stdout.close()


def test_a_table_of_thread_tools_needs_no_pool() -> None:
    threads = {name: tool for name, tool in TOOLS.items() if tool.spec.isolation == "thread"}
    assert worker_pool(threads, RECIPE, None) is None
    assert worker_pool(TOOLS, RECIPE, None) is not None
