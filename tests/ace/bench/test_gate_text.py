"""What the gate bench prints."""

from ace.bench.gate_text import gate_text
from tests.ace.bench.gate_benches import small_bench


def test_shares_days_estimates_and_what_was_skipped() -> None:
    lines = gate_text(small_bench()).splitlines()
    assert lines[0].startswith("1000 cycles a figure, seed 3;")
    assert lines[2].split() == ["null", "plus6", "mixed"]
    assert lines[3].split() == ["ours", "0.10", "83.00", "-"]
    assert lines[4].split() == ["0.02-0.56", "80.00-85.00"]
    assert lines[5].split() == ["mean", "45.00", "-", "42.00"]
    assert "  mean                  76.00%  (70.00-80.00)" in lines
    assert any("kept     100.00%  shows +17.50  claimed   +20.25" in line for line in lines)
    assert any(line.endswith("confirmations 8.50, share out of samples 0.40") for line in lines)
    assert any(" ".join(line.split()) == "plus6 confirmed plain +1.06 (0.02) 2.50 900 drafts" for line in lines)
    assert "gepa: skipped: no network" in lines
    assert lines[-1] == "processor time: 12.3 s for ours with its estimates, 45.6 s for everything"
