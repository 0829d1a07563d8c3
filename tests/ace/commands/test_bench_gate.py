"""`ace bench gate`."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.ace.bench.gate_benches import work_out_once
from tests.conftest import Ran


@pytest.fixture(autouse=True)
def _no_package(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("")
    monkeypatch.setenv("ACE_PEERS_DIR", str(tmp_path / "taken"))
    work_out_once(monkeypatch)


def test_json_and_a_plot(ace: Callable[..., Ran], tmp_path: Path) -> None:
    ran = ace("bench", "gate", "--cycles", "100", "--seed", "2", "--json", "-q", "--plot", str(tmp_path / "gate.svg"))
    assert (ran.code, ran.err) == (0, "")
    assert (ran.json["cycles"], ran.json["seed"]) == (100, 2)
    rows = ran.json["rows"]
    assert isinstance(rows, list)
    assert {"gate", "scenario", "accepted", "cycles", "low", "high"} <= set(rows[0])
    assert (tmp_path / "gate.svg").read_text().startswith("<svg ")


def test_text_and_progress(ace: Callable[..., Ran]) -> None:
    ran = ace("bench", "gate", "--cycles", "100")
    assert ran.code == 0
    assert "gepa: skipped: gepa==0.1.4: " in ran.out
    assert "ours: 100 cycles a scenario ..." in ran.err


def test_a_plot_that_cannot_be_written_and_too_few_cycles_are_errors(ace: Callable[..., Ran], tmp_path: Path) -> None:
    assert ace("bench", "gate", "--cycles", "3").code == 64
    ran = ace("bench", "gate", "--cycles", "100", "-q", "--plot", str(tmp_path / "missing" / "gate.svg"))
    assert ran.code != 0
    assert "gate.svg" in ran.err
    assert "Traceback" not in ran.err
