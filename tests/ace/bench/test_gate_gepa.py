"""GEPA's function as gates."""

from pathlib import Path

import numpy as np
import pytest

from ace.bench.gate_gepa import SIZES, gepa_gates
from ace.bench.gate_others import can_run, run_gate
from ace.bench.gate_scenarios import scenarios, votes
from ace.errors import AceError
from tests.ace.bench.gepa_like import write_gepa_like


def test_gates_say_what_the_function_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    write_gepa_like(tmp_path)
    monkeypatch.setenv("ACE_PEERS_DIR", str(tmp_path))
    notes: list[str] = []
    few, many = gepa_gates(notes.append)
    assert notes == []
    assert {few.name: few.n, many.name: many.n} == SIZES
    assert few.rule == "gepa.strategies.acceptance.StrictImprovementAcceptance.should_accept of gepa 0.1.4"
    fixed, broke = np.array([0, 1, 2, 1]), np.array([0, 0, 1, 1])
    for gate in (few, many):
        assert gate.decide(votes(fixed, broke, gate.n)).tolist() == [False, True, True, False]
    assert not can_run(few, scenarios()["null_3_trials"])


def test_what_cannot_be_installed_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("")
    monkeypatch.setenv("ACE_PEERS_DIR", str(tmp_path / "taken"))
    with pytest.raises(AceError, match=r"gepa==0\.1\.4 cannot be installed"):
        gepa_gates(lambda text: None)


@pytest.mark.network
def test_the_real_function_accepts_what_the_design_says(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    if "network" not in request.config.getoption("markexpr"):
        pytest.skip("installs gepa from PyPI: ask for it with -m network")
    monkeypatch.setenv("ACE_PEERS_DIR", str(tmp_path))
    gates = gepa_gates(lambda text: None)
    # 10,000 cycles: Monte Carlo standard error at most .005, and the figures are rounded to .01.
    expected = {("gepa", 0): 0.34, ("gepa", 15): 0.49, ("gepa_on_50", 0): 0.46, ("gepa_on_50", 15): 0.93}
    for gate in gates:
        for name, points in (("null_independent", 0), ("plus15_independent", 15)):
            accepted, _ = run_gate(np.random.default_rng(0), gate, scenarios()[name], 10_000)
            assert accepted.mean() == pytest.approx(expected[gate.name, points], abs=0.02)
