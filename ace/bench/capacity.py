"""How much of a model server's capacity a batch keeps busy."""

import asyncio
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeAlias

from ace.bench.row import Row
from ace.bench.tutor_setup import TutorSetup, set_up_tutor
from ace.errors import AceError
from runtime.contracts.json_types import JsonObject
from runtime.contracts.trace_event import Episode
from runtime.loop.run_batch import BatchPlan, run_batch
from runtime.models.closing import close_controller
from runtime.models.openai_compatible import OpenAISettings, openai_controller
from runtime.traces.event_log import EventLog

Run: TypeAlias = Callable[[TutorSetup, EventLog], Awaitable[tuple[Episode, ...]]]
SHARE = 0.95
SLOTS = 8
WAITING = 4
DELAY_S = 0.25


def measure_capacity(folder: Path, episodes: int) -> Row:
    """Return the share of a slot-limited server's capacity that is in use while there are episodes to start.

    The server answers in a fixed time, so that calls x delay / (slots x seconds) is the share of slot time used, the
    tail included. Beside it: the usual script, which gathers as many episodes as there are slots and waits for all.
    """
    with slot_server(SLOTS, DELAY_S) as base_url:
        ours = asyncio.run(_streamed(folder / "streamed", base_url, episodes))
        other = asyncio.run(_chunked(folder / "chunked", base_url, episodes))
    detail: JsonObject = {"slots": SLOTS, "waiting": WAITING, "delay_s": DELAY_S, "episodes": episodes}
    return Row("model server kept busy", "share", ours, "gather in chunks", other, (">=", SHARE), detail)


async def _streamed(folder: Path, base_url: str, episodes: int) -> float:
    """More episodes than slots are under way, so that while one writes its trace another asks."""

    async def run(setup: TutorSetup, sink: EventLog) -> tuple[Episode, ...]:
        plan = BatchPlan("r-bench", setup.samples[:episodes], (), "", concurrency=2 * SLOTS)
        return await run_batch(setup.agent, plan, sink)

    return await _share(folder, base_url, run)


async def _chunked(folder: Path, base_url: str, episodes: int) -> float:
    async def run(setup: TutorSetup, sink: EventLog) -> tuple[Episode, ...]:
        done: list[Episode] = []
        for start in range(0, episodes, SLOTS):
            chunk = setup.samples[:episodes][start : start + SLOTS]
            plan = BatchPlan("r-bench", chunk, (), "", concurrency=SLOTS)
            done += await run_batch(setup.agent, plan, sink)
        return tuple(done)

    return await _share(folder, base_url, run)


async def _share(folder: Path, base_url: str, run: Run) -> float:
    # A few more requests than slots wait at the server, so that no slot stands idle while an answer is on its way.
    settings = OpenAISettings(base_url=base_url, model="slots", concurrency=SLOTS + WAITING, structured_output="none")
    controller = openai_controller(settings, {})
    setup = set_up_tutor(folder, controller)
    with EventLog(folder / "events.jsonl") as sink:
        started = time.perf_counter()
        done = await run(setup, sink)
        seconds = time.perf_counter() - started
    await close_controller(controller)
    await close_controller(setup.agent)
    failed = [episode.outcome.error for episode in done if episode.outcome and episode.outcome.error]
    if failed:
        raise AceError(f"bench: an episode against the local slot server failed: {failed[0]}")
    calls = sum(len(step.attempts) for episode in done for step in episode.steps)
    return calls * DELAY_S / (SLOTS * seconds)


@contextmanager
def slot_server(slots: int, delay_s: float) -> Iterator[str]:
    """Serve on loopback in a process of its own until the block ends; gives the base URL."""
    command = [sys.executable, "-m", "ace.bench.slot_server", str(slots), str(delay_s)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield f"http://127.0.0.1:{int(process.stdout.readline())}/v1"
        finally:
            process.terminate()
