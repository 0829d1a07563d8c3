"""A small result of `ace bench gate`, made by hand, and the parts of a real one that take longest."""

from collections.abc import Callable
from functools import cache

import pytest

from ace.bench.gate import KEPT, GateBench, GateRow, Skipped
from ace.bench.gate_begun import Bar, measure_bars
from ace.bench.gate_bias import Bias
from ace.bench.gate_exact import exact_accepted

# Exact, so the same each time: worked out once for all tests of a process.
_EXACT: dict[str, Callable[..., object]] = {
    "measure_bars": cache(measure_bars),
    "exact_accepted": cache(exact_accepted),
}


def work_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the measurement keep what takes long and draws no random number."""
    for name, function in _EXACT.items():
        monkeypatch.setattr(f"ace.bench.gate.{name}", function)


def small_bench() -> GateBench:
    """Return two gates in a few scenarios; a third was skipped."""
    days = {"gain_points": 17.5, "claimed_points": 20.25, "true_gain_points": 0.0}
    rows = (
        GateRow("ours", "null", 0.001, 1000, 0.0002, 0.0056, {"exact": 0.0008}),
        GateRow("ours", "plus6", 0.83, 1000, 0.80, 0.85),
        GateRow("mean", "null", 0.45, 1000, 0.42, 0.48),
        GateRow("mean", "mixed", 0.42, 1000, 0.39, 0.45, {"false_share": 0.76, "false_low": 0.7, "false_high": 0.8}),
        GateRow("mean", KEPT, 1.0, 1000, 0.99, 1.0, days),
        GateRow(
            "ours",
            "mixed_begun_daily",
            0.36,
            1000,
            0.3,
            0.4,
            {"confirmations": 180, "power": 0.83, "false_share": 0.004},
        ),
        GateRow("ours", KEPT, 0.005, 1000, 0.0, 0.01, {**days, "confirmations": 8.5, "share_out_of_samples": 0.4}),
    )
    return GateBench(
        cycles=1000,
        seed=3,
        rows=rows,
        bias=(Bias("plus6", "confirmed", "plain", 900, 1.06, 0.02, 2.5),),
        bars=(Bar(12, 260.0, 0.00005, 0.212, 0.781, 0.977),),
        rules={"ours": "our rule", "mean": "a <b> rule"},
        curves={"ours": (0.0,) * 180, "mean": tuple(place / 10 for place in range(180))},
        skipped=(Skipped("gepa", "no network"),),
        our_cpu_s=12.3,
        cpu_s=45.6,
    )
