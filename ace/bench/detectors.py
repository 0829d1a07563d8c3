"""`ace bench detectors`: events a second through the tutor's detectors and 20 conditioned rules, on one core."""

import asyncio
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import NamedTuple

from ace.bench.detector_rules import bench_rules
from ace.bench.tutor_setup import set_up_tutor
from analyzers.detectors.detector import Detector
from analyzers.detectors.registry import DETECTORS, rule_detectors, run_detectors
from runtime.contracts.rule import Rule
from runtime.contracts.trace_event import Episode
from runtime.loop.run_batch import BatchPlan, run_batch
from runtime.models.closing import close_controller
from runtime.models.simulated import Simulated
from runtime.traces.event_log import EventLog

TARGET = 20_000.0
PASSES = 15


@dataclass(frozen=True)
class Share:
    """One detector's part of the time: microseconds an event, share 0-1 of all, findings a pass."""

    name: str
    us_per_event: float
    share: float
    findings: int


class DetectorBench(NamedTuple):
    """What was measured. `events`: headers, steps and outcomes of one pass; `seconds`: CPU time of the fastest pass."""

    events: int
    episodes: int
    detectors: int
    rules: int
    findings: int
    seconds: float
    shares: tuple[Share, ...]

    @property
    def events_per_s(self) -> float:
        """Events analyzed a second."""
        return self.events / self.seconds


def bench_detectors(episodes: int, note: Callable[[str], None]) -> DetectorBench:
    """Return events a CPU second of `run_detectors` over recorded episodes of the simulated tutor, in this process.

    Every detector that reads a tutor's episode takes part. Recording the episodes is not timed; the fastest of
    PASSES counts, the one that was least disturbed. The shares are of passes with one detector at a time.
    """
    note(f"recording {episodes} episodes with the simulated controller ...")
    made = _record(episodes)
    rules = bench_rules()
    table = tuple(detector for detector in DETECTORS if detector.reads(made[0].header))
    note(f"{len(table)} detectors and {len(rules)} rules, {PASSES} passes ...")
    return measure_detectors(made, table, rules)


def measure_detectors(episodes: Sequence[Episode], table: Sequence[Detector], rules: Sequence[Rule]) -> DetectorBench:
    """Return what `table` and `rules` take on `episodes`; conditions are compiled before."""
    events = sum(len(one.steps) + 1 + (one.outcome is not None) for one in episodes)
    result = run_detectors(episodes, rules, table)
    seconds = min(_timed(lambda: run_detectors(episodes, rules, table)) for _ in range(PASSES))
    return DetectorBench(
        events=events,
        episodes=len(episodes),
        detectors=len(table),
        rules=len(rules),
        findings=len(result.findings),
        seconds=seconds,
        shares=_shares(episodes, (*table, *rule_detectors(rules)), events),
    )


def bench_json(bench: DetectorBench) -> dict[str, object]:
    """Return the measurement as data; times are of this machine."""
    return {
        "schema_version": 1,
        "simulated": True,
        "events": bench.events,
        "seconds": round(bench.seconds, 6),
        "events_per_s": round(bench.events_per_s, 1),
        "target_events_per_s": TARGET,
        "episodes": bench.episodes,
        "detectors": bench.detectors,
        "rules": bench.rules,
        "findings": bench.findings,
        "shares": [asdict(share) for share in bench.shares],
    }


def bench_text(bench: DetectorBench) -> str:
    """Return the measurement for a terminal, the dearest ten detectors first."""
    verdict = "met" if bench.events_per_s >= TARGET else "not met"
    lines = [
        f"{bench.events_per_s:,.0f} events a second on one core (target {TARGET:,.0f}: {verdict})",
        f"{bench.events} events of {bench.episodes} simulated episodes, {bench.detectors} detectors, {bench.rules} "
        f"conditioned rules, {bench.findings} findings, {bench.seconds:.3f} CPU seconds",
        "",
    ]
    lines += [f"{one.us_per_event:7.2f} us  {one.share:5.1%}  {one.name}" for one in bench.shares[:10]]
    return "\n".join(lines) + "\n"


def _record(episodes: int) -> tuple[Episode, ...]:
    with tempfile.TemporaryDirectory(prefix="ace-bench-") as made:
        folder = Path(made)
        setup = set_up_tutor(folder, Simulated())
        trials = -(-episodes // len(setup.samples))
        samples = setup.samples[: -(-episodes // trials)]
        plan = BatchPlan("r-bench", samples, setup.rules, "", seed=1, trials=trials, concurrency=4)
        with EventLog(folder / "events.jsonl") as sink:
            done = asyncio.run(run_batch(setup.agent, plan, sink))
        asyncio.run(close_controller(setup.agent))
    return done


def _shares(episodes: Sequence[Episode], table: Sequence[Detector], events: int) -> tuple[Share, ...]:
    timed = [(_alone(detector, episodes), detector) for detector in table]
    whole = sum(seconds for seconds, _ in timed)
    rows = [
        Share(
            name=detector.name,
            us_per_event=round(1e6 * seconds / events, 3),
            share=round(seconds / whole, 4),
            findings=sum(len(detector.detect(episode)) for episode in episodes),
        )
        for seconds, detector in timed
    ]
    return tuple(sorted(rows, key=lambda row: (-row.us_per_event, row.name)))


def _alone(detector: Detector, episodes: Sequence[Episode]) -> float:
    def run() -> None:
        for episode in episodes:
            detector.detect(episode)

    return min(_timed(run) for _ in range(3))


def _timed(work: Callable[[], object]) -> float:
    # Of this process alone: what else the machine does must not count as ours.
    started = time.process_time()
    work()
    return time.process_time() - started
