"""Memory is weighed in a process of its own, kept and not kept."""

from ace.bench.memory import measure_memory


def test_both_ways_are_weighed_over_the_same_episodes() -> None:
    row = measure_memory(20)
    assert row.ours >= 1.0
    ours, kept = row.detail["ours_mb"], row.detail["kept_mb"]
    assert isinstance(ours, dict)
    assert isinstance(kept, dict)
    assert ours["episodes"] == kept["episodes"] >= 20
