"""Each measure runs and says what it measured; how fast is a matter for the bench, not for a test."""

from pathlib import Path

from ace.bench.episodes import measure_overhead, measure_prefix, measure_rate


def test_overhead_counts_decisions(tmp_path: Path) -> None:
    row = measure_overhead(tmp_path, 6)
    assert row.ours > 0
    assert row.detail["episodes"] == 6
    assert isinstance(row.detail["decisions"], int)
    assert row.detail["decisions"] >= 6
    assert row.detail["simulated"] is True


def test_a_rate_is_given_beside_one_at_a_time(tmp_path: Path) -> None:
    row = measure_rate(tmp_path, 6)
    assert row.ours > 0
    assert row.other is not None
    assert row.other > 0


def test_most_of_a_later_prompt_can_be_reused(tmp_path: Path) -> None:
    row = measure_prefix(tmp_path, 12)
    assert 0.8 < row.ours <= 1.0  # a property of the prompts, the same on every machine
    assert row.is_met
