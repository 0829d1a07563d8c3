"""Our acceptance gate beside what others use, simulated: what each accepts of drafts whose true effect is known."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple
from zlib import crc32

import numpy as np

from ace.bench.gate_begun import EVERY, Bar, begun_streams, measure_bars
from ace.bench.gate_bias import Bias, measure_bias
from ace.bench.gate_days import Days, kept_days, renewed_days
from ace.bench.gate_exact import exact_accepted
from ace.bench.gate_gepa import PEER, SIZES, gepa_gates
from ace.bench.gate_others import Gate, can_run, other_gates, run_gate
from ace.bench.gate_our_days import our_kept_days, our_renewed_days
from ace.bench.gate_ours import run_ours
from ace.bench.gate_scenarios import Scenario, scenarios
from ace.errors import AceError
from ace.evaluation.gate_rules import GateRules
from analyzers.intervals import wilson
from runtime.contracts.json_types import JsonObject

OURS = "ours"
KEPT, RENEWED = "null_180_days", "null_180_days_renewed"
BEGUN = tuple(f"{name}_begun_{word}" for name in ("null", "mixed") for word in EVERY)
Note = Callable[[str], None]


@dataclass(frozen=True)
class GateRow:
    """The share of `cycles` in which a gate accepted, with its 95% interval. In 180 days a cycle is a stream of days.

    `detail`: figures that only some scenarios have. Points are hundredths.
    """

    gate: str
    scenario: str
    accepted: float
    cycles: int
    low: float
    high: float
    detail: dict[str, float] = field(default_factory=dict)

    def to_json(self) -> JsonObject:
        """Return every field, those of `detail` beside the others."""
        plain = {name: value for name, value in vars(self).items() if name != "detail"}
        return {**plain, **self.detail}


class Skipped(NamedTuple):
    """A gate that was not measured, and why."""

    gate: str
    reason: str


@dataclass(frozen=True)
class GateBench:
    """All rows of one run. `curves`: mean gain in points on the kept set for each of the days, a gate. `bars`: what our
    confirmations need, and find, after others that came to nothing.

    Units: seconds of processor time; `our_cpu_s`: of our gate and its estimates alone.
    """

    cycles: int
    seed: int
    rows: tuple[GateRow, ...]
    bias: tuple[Bias, ...]
    bars: tuple[Bar, ...]
    rules: dict[str, str]
    curves: dict[str, tuple[float, ...]]
    skipped: tuple[Skipped, ...]
    our_cpu_s: float
    cpu_s: float

    def to_json(self) -> JsonObject:
        """Return every field."""
        return {
            "schema_version": 1,
            **vars(self),
            "rows": [row.to_json() for row in self.rows],
            "bias": [one._asdict() for one in self.bias],
            "bars": [one._asdict() for one in self.bars],
            "skipped": [one._asdict() for one in self.skipped],
        }


def measure_gate(cycles: int, seed: int, note: Note) -> GateBench:
    """Return every gate's rows. Each row has random numbers of its own, so it is the same whatever else is run.

    GEPA is skipped, with the reason, when its package cannot be installed or asked.
    """
    started = time.process_time()
    rules = GateRules()
    note(f"{OURS}: {cycles} cycles a scenario ...")
    rows = list(_our_rows(cycles, seed, rules))
    note(f"{OURS}: {cycles} streams of 180 days ...")
    days = _our_days(cycles, seed, rules)
    curves = {OURS: tuple(days[KEPT].gain)}
    rows += [_days_row(OURS, name, one) for name, one in days.items()]
    note(f"{OURS}: {cycles} streams of confirmations ...")
    rows += _begun_rows(cycles, seed, rules)
    bars = measure_bars(rules)
    note("estimates after a confirmation ...")
    bias = measure_bias(cycles, seed, rules)
    our_cpu_s = time.process_time() - started
    gates, skipped = _others(note)
    for gate in gates:
        note(f"{gate.name} ...")
        rows += _other_rows(gate, cycles, seed)
        kept = kept_days(_random(seed, gate.name, KEPT), gate, cycles)
        renewed = renewed_days(_random(seed, gate.name, RENEWED), gate, cycles)
        rows += [_days_row(gate.name, KEPT, kept), _days_row(gate.name, RENEWED, renewed)]
        curves[gate.name] = tuple(kept.gain)
    return GateBench(
        cycles=cycles,
        seed=seed,
        rows=tuple(rows),
        bias=bias,
        bars=bars,
        rules={
            OURS: "sign test on 200 at .10 / K, then e >= 20 on held-out batches of 100, at most 800; over many days, "
            "on new samples, e >= 20 x confirmations begun / (accepted + 1)"
        }
        | {gate.name: f"{gate.rule}; {gate.n} samples" for gate in gates},
        curves={name: tuple(round(float(gain), 3) for gain in curve) for name, curve in curves.items()},
        skipped=skipped,
        our_cpu_s=our_cpu_s,
        cpu_s=time.process_time() - started,
    )


def _random(seed: int, gate: str, scenario: str) -> np.random.Generator:
    return np.random.default_rng([seed, crc32(f"{gate} {scenario}".encode())])


def _others(note: Note) -> tuple[tuple[Gate, ...], tuple[Skipped, ...]]:
    try:
        return (*other_gates(), *gepa_gates(note)), ()
    except AceError as exc:
        return other_gates(), tuple(Skipped(name, f"{PEER.requirement}: {exc}") for name in SIZES)


def _our_rows(cycles: int, seed: int, rules: GateRules) -> Iterator[GateRow]:
    for name, scenario in scenarios().items():
        done = run_ours(_random(seed, OURS, name), scenario, cycles, rules)
        looked_at = float(done.looked_at.mean())
        estimating = rules.batch * float(done.accepted.sum()) / cycles
        detail = {"held_out_samples": looked_at, "with_estimate_batch": looked_at + estimating}
        one = scenario.kinds[0][1]
        # With more votes there are too many paths to sum within seconds.
        if len(scenario.kinds) == scenario.drafts == 1 and one.fixed + one.broke < 0.2:
            detail["exact"] = exact_accepted(one, 1, rules)
        detail |= _false_share(scenario, int(done.accepted.sum()), int(done.is_false.sum()))
        yield _row(OURS, name, int(done.accepted.any(1).sum()), cycles, detail)


def _other_rows(gate: Gate, cycles: int, seed: int) -> Iterator[GateRow]:
    for name, scenario in scenarios().items():
        if can_run(gate, scenario):
            accepted, is_false = run_gate(_random(seed, gate.name, name), gate, scenario, cycles)
            detail = _false_share(scenario, int(accepted.sum()), int(is_false.sum()))
            yield _row(gate.name, name, int(accepted.any(1).sum()), cycles, detail)


def _false_share(scenario: Scenario, accepted: int, false: int) -> dict[str, float]:
    """Return the share of what was accepted that makes nothing better, where there are several kinds of draft."""
    share = wilson(false, accepted)
    if len(scenario.kinds) == 1 or share.value is None:
        return {}
    return {"false_share": share.value, "false_low": share.low, "false_high": share.high}


def _our_days(cycles: int, seed: int, rules: GateRules) -> dict[str, Days]:
    return {
        KEPT: our_kept_days(_random(seed, OURS, KEPT), cycles, rules),
        RENEWED: our_renewed_days(_random(seed, OURS, RENEWED), cycles, rules),
    }


def _begun_rows(cycles: int, seed: int, rules: GateRules) -> Iterator[GateRow]:
    """Yield the shares of streams that accepted anything that makes nothing better."""
    for name in ("null", "mixed"):
        for word, every in EVERY.items():
            scenario = f"{name}_begun_{word}"
            found = begun_streams(_random(seed, OURS, scenario), cycles, rules, name, every)
            detail: dict[str, float] = {"confirmations": found.confirmations}
            if name != "null":
                detail |= {"power": found.power, "false_share": found.false_share}
            yield _row(OURS, scenario, int(found.any_false.sum()), cycles, detail)


def _days_row(gate: str, scenario: str, days: Days) -> GateRow:
    detail = {"gain_points": float(days.gain[-1]), "true_gain_points": 0.0, "claimed_points": days.claimed}
    return _row(gate, scenario, int(days.accepted.sum()), len(days.accepted), detail | days.detail)


def _row(gate: str, scenario: str, accepted: int, cycles: int, detail: dict[str, float]) -> GateRow:
    share = wilson(accepted, cycles)
    return GateRow(gate, scenario, accepted / cycles, cycles, share.low, share.high, detail)
