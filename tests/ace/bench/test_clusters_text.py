"""The tables of `ace bench clusters`."""

from pathlib import Path

from ace.bench.agreement import Agreement, Within
from ace.bench.cluster_tuning import CutScore, Tuning
from ace.bench.clusters import ClusterBench, MethodRow
from ace.bench.clusters_at_scale import ScaleResult
from ace.bench.clusters_text import clusters_text, scale_text
from ace.bench.labelled_errors import Fields, Skipped

ROW = MethodRow("ours", 100, 7, 3, Agreement(0.91, 0.92, 0.93), 1.5, 250.2, "cut 0.3")


def test_methods_have_a_line_each_and_notes_below() -> None:
    rows = (ROW, MethodRow("exact text", 100, 60, 60, Agreement(0.1, 0.2, 0.3), 0.1, 0.0))
    result = ClusterBench(str(Path("f.csv")), Fields("error", "kind"), 100, 4, (), rows)
    lines = clusters_text(result).splitlines()
    assert lines[0] == "f.csv: 100 rows, 4 labels in 'kind'"
    assert lines[3].split() == ["ours", "100", "7", "3", "0.910", "0.920", "0.930", "1.50", "250"]
    assert "ours: cut 0.3" in lines
    assert not any("within" in line for line in lines)


def test_tuning_groups_and_rows_left_out_are_told() -> None:
    row = MethodRow("ours", 60, 7, 3, ROW.agreement, 1.5, 250.2, "cut 0.3", Within(Agreement(0.5, 0.6, 0.7), 5, 40))
    tuning = Tuning("model", 0.3, (CutScore(0.3, 1.0, 1.0),), 40, 60, 5, 6)
    skipped = (Skipped("not UTF-8", 2, 9),)
    text = clusters_text(ClusterBench("f", Fields("error", "kind", "task", "model"), 100, 4, skipped, (row,), tuning))
    assert "cut 0.3 chosen on 40 rows (5 values of 'model'); below are the other 60 rows (6 values)" in text
    assert "2 rows left out: not UTF-8 (the first: row 9)" in text
    assert "within 40 5 0.500 0.600 0.700" in " ".join(text.split())
    assert "each weighted by its rows" in text


def test_a_partition_that_changed_is_shouted() -> None:
    result = ScaleResult(1000, 10, 10, 4, 1.25, 99.6, is_same_shuffled=True, ids_kept=0.991)
    assert "same groups in another order    yes" in scale_text(result)
    assert "ids kept after 10% more         99.1%" in scale_text(result)
    changed = ScaleResult(1000, 10, 10, 4, 1.25, 99.6, is_same_shuffled=False, ids_kept=0.991)
    assert "another order    NO" in scale_text(changed)
