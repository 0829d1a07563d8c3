"""The whole measurement at scale, in small."""

from ace.bench.cluster_scale import Plan
from ace.bench.clusters_at_scale import measure_scale


def test_order_ids_time_and_memory_are_measured() -> None:
    noted: list[str] = []
    result = measure_scale(Plan(2000, 60), noted.append)
    assert (result.n, result.signatures, result.unique) == (2000, 60, 60)
    assert 1 < result.groups <= 60
    assert result.is_same_shuffled
    assert result.ids_kept >= 0.95
    assert 0 < result.seconds < 60
    assert 50 < result.peak_mb < 2000
    assert noted == ["2000 failures ...", "the same in another order ...", "10% more ..."]
    assert result.to_json()["synthetic"] is True
