"""Our own cost of an episode: time a decision, episodes a minute, and what of a prompt can be reused."""

import asyncio
import time
from pathlib import Path
from statistics import mean

from ace.bench.other_loops import other_loop
from ace.bench.row import Row
from ace.bench.timed_controller import TimedController
from ace.bench.tutor_setup import TutorSetup, set_up_tutor
from runtime.contracts.trace_event import Episode
from runtime.loop.run_batch import BatchPlan, run_batch
from runtime.models.closing import close_controller
from runtime.models.simulated import Simulated
from runtime.traces.event_log import EventLog

OVERHEAD_MS = 5.0
EPISODES_A_MINUTE = 1000.0
PREFIX = 0.85
CONCURRENCY = 4


def measure_overhead(folder: Path, episodes: int) -> Row:
    """Return our milliseconds a decision with all gates, rules, tools and the trace on disk, the controller's left out.

    Tools have been called once before (their results are replayed), so that this is the runtime's cost, not OpenCV's.
    Beside it: another loop that asks a function as often, without gates or trace (see `other_loops`).
    """
    controller = TimedController(Simulated())
    setup = set_up_tutor(folder, controller)
    plan = _plan(setup, episodes, concurrency=1)
    _run(setup, plan, folder / "warm.jsonl")
    controller.seconds, controller.calls = 0.0, 0
    started = time.perf_counter()
    done = _run(setup, plan, folder / "timed.jsonl")
    seconds = time.perf_counter() - started - controller.seconds
    decisions = sum(len(episode.steps) for episode in done)
    asyncio.run(close_controller(setup.agent))
    beside = other_loop(controller.calls)
    return Row(
        "own overhead a decision",
        "ms",
        1000 * seconds / decisions,
        beside.name,
        beside.ms,
        ("<=", OVERHEAD_MS),
        {"episodes": len(done), "decisions": decisions, "simulated": True},
    )


def measure_rate(folder: Path, episodes: int) -> Row:
    """Return simulated episodes a minute, cold tools and trace included; beside it the same one at a time."""
    rates = []
    for concurrency in (CONCURRENCY, 1):
        place = folder / f"rate-{concurrency}"
        setup = set_up_tutor(place, Simulated())
        started = time.perf_counter()
        done = _run(setup, _plan(setup, episodes, concurrency), place / "events.jsonl")
        rates.append(60 * len(done) / (time.perf_counter() - started))
        asyncio.run(close_controller(setup.agent))
    return Row(
        "simulated episodes",
        "a minute",
        rates[0],
        "one at a time",
        rates[1],
        (">=", EPISODES_A_MINUTE),
        {"episodes": episodes, "concurrency": CONCURRENCY, "simulated": True},
    )


def measure_prefix(folder: Path, episodes: int) -> Row:
    """Return the mean share of a later decision's prompt that is the same from its start, which a server can cache."""
    controller = TimedController(Simulated(), keeps_prompts=True)
    setup = set_up_tutor(folder, controller)
    _run(setup, _plan(setup, episodes, concurrency=1), folder / "prefix.jsonl")
    asyncio.run(close_controller(setup.agent))
    shares = controller.shares
    return Row(
        "reusable prefix of a later decision",
        "share",
        mean(shares),
        target=(">=", PREFIX),
        detail={"decisions": len(shares), "least": min(shares), "simulated": True},
    )


def _plan(setup: TutorSetup, episodes: int, concurrency: int) -> BatchPlan:
    trials = -(-episodes // len(setup.samples))
    samples = setup.samples[: -(-episodes // trials)]
    return BatchPlan("r-bench", samples, setup.rules, "", seed=1, trials=trials, concurrency=concurrency)


def _run(setup: TutorSetup, plan: BatchPlan, log: Path) -> tuple[Episode, ...]:
    with EventLog(log) as sink:
        return asyncio.run(run_batch(setup.agent, plan, sink))
