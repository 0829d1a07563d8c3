"""All gates in all scenarios, at few cycles."""

import json
from pathlib import Path

import pytest

from ace.bench.gate import BEGUN, KEPT, RENEWED, GateBench, measure_gate
from ace.bench.gate_gepa import SIZES
from ace.bench.gate_others import other_gates
from ace.bench.gate_scenarios import scenarios
from tests.ace.bench.gate_benches import work_out_once
from tests.ace.bench.gepa_like import write_gepa_like

ASKED_FOR = {"null", "null_best_of_10", "harmful", "plus2", "plus4", "plus6", "plus8", "plus15", "mixed", KEPT}
NAMES = {"ours", *(gate.name for gate in other_gates()), *SIZES}


def _measure(folder: Path) -> GateBench:
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setenv("ACE_PEERS_DIR", str(folder))
        work_out_once(monkeypatch)
        return measure_gate(24, 0, lambda text: None)


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> GateBench:
    """Every gate."""
    folder = tmp_path_factory.mktemp("peers")
    write_gepa_like(folder)
    return _measure(folder)


@pytest.fixture(scope="module")
def without(tmp_path_factory: pytest.TempPathFactory) -> GateBench:
    """The same seed where GEPA cannot be installed."""
    folder = tmp_path_factory.mktemp("peers")
    (folder / "taken").write_text("")
    return _measure(folder / "taken")


def test_every_gate_has_every_scenario(result: GateBench) -> None:
    assert result.skipped == ()
    by_gate: dict[str, set[str]] = {}
    for row in result.rows:
        by_gate.setdefault(row.gate, set()).add(row.scenario)
        assert 0 <= row.low <= row.accepted <= row.high <= 1
        assert row.cycles == 24
    assert set(by_gate) == NAMES == set(result.rules) == set(result.curves)
    assert all(names >= ASKED_FOR | {RENEWED} for names in by_gate.values())
    assert by_gate["ours"] == {*scenarios(), KEPT, RENEWED, *BEGUN}
    assert {len(curve) for curve in result.curves.values()} == {180}


def test_the_same_seed_has_the_same_rows_whatever_else_is_run(result: GateBench, without: GateBench) -> None:
    assert without.rows == tuple(row for row in result.rows if row.gate not in SIZES)
    assert without.bias == result.bias
    assert without.curves == {name: curve for name, curve in result.curves.items() if name not in SIZES}


def test_json_has_the_rows_flat_with_their_extra_fields(without: GateBench) -> None:
    assert [one.gate for one in without.skipped] == list(SIZES)
    assert all("gepa==0.1.4 cannot be installed" in one.reason for one in without.skipped)
    printed = json.loads(json.dumps(without.to_json()))
    rows = {(row["gate"], row["scenario"]): row for row in printed["rows"]}
    assert not any(gate in SIZES for gate, _ in rows)
    assert set(rows["mean", "plus6"]) == {"gate", "scenario", "accepted", "cycles", "low", "high"}
    assert set(rows["mean", "mixed"]) > {"false_share", "false_low", "false_high"}
    assert rows["ours", "plus6"]["exact"] == pytest.approx(0.835, abs=0.001)
    assert rows["ours", "plus6"]["held_out_samples"] > 100
    assert rows["ours", "plus6"]["with_estimate_batch"] > rows["ours", "plus6"]["held_out_samples"] + 70
    assert rows["ours", "mixed_begun_daily"]["power"] > 0.8
    assert rows["ours", "mixed_begun_daily"]["false_share"] < 0.02
    assert [(bar["begun_before"], bar["needed_e"]) for bar in printed["bars"]][:2] == [(0, 20.0), (12, 260.0)]
    assert rows["ours", KEPT]["true_gain_points"] == 0
    assert {row["among"] for row in printed["bias"]} == {"looked at", "confirmed"}
