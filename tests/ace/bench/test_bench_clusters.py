"""Every method on the same labelled rows; on outside data the agreement that is promised."""

import json
import os
from pathlib import Path

import pytest

from ace.bench.clusters import ClusterBench, ClusterRequest, measure_clusters
from ace.bench.labelled_errors import Fields

pytest.importorskip("sklearn", reason="the package scikit-learn is not installed (ace-optimizer[bench])")
OUTSIDE = os.environ.get("ACE_OUTSIDE_DATA")
PHRASES = {
    "missing": ("The file '{}' was not found", "File '{}' could not be found"),
    "slow": ("Request timed out after {} s", "The request timed out ({} s)"),
}


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a file of 240 labelled errors of 12 models, one row of it broken."""
    path = tmp_path_factory.mktemp("clusters") / "f.jsonl"
    rows = [
        {"error": phrase.format(number), "label": label, "model": f"model-{number % 12}", "task": f"t{number % 2}"}
        for number in range(60)
        for label, phrases in PHRASES.items()
        for phrase in phrases
    ]
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows) + "{\n")
    return path


@pytest.fixture(scope="module")
def tuned(data: Path) -> ClusterBench:
    """Return a bench with the cut chosen on half of the models."""
    fields = Fields("error", "label", "task", "model")
    return measure_clusters(ClusterRequest(data, fields, sample=50), lambda text: None)


def test_methods_are_measured_on_the_half_that_did_not_choose(tuned: ClusterBench) -> None:
    assert tuned.tuning is not None
    rows = {row.method: row for row in tuned.rows}
    assert list(rows) == ["exact text", "signature only", "ours", "MiniLM + HDBSCAN"]
    assert {row.n for name, row in rows.items() if "HDBSCAN" not in name} == {tuned.tuning.report_rows}
    assert rows["MiniLM + HDBSCAN"].n == 50
    assert rows["signature only"].unique == rows["ours"].unique == 4
    assert rows["ours"].agreement == (1.0, 1.0, 1.0)
    assert rows["ours"].agreement.ari > rows["signature only"].agreement.ari > rows["exact text"].agreement.ari
    assert rows["ours"].within is not None
    assert rows["ours"].within.agreement.ari == 1.0


def test_json_has_a_row_a_method_with_what_was_promised(tuned: ClusterBench) -> None:
    value = json.loads(json.dumps(tuned.to_json()))
    assert (value["n"], value["labels"]) == (240, 2)
    assert value["skipped"][0]["rows"] == 1
    assert value["tuning"]["tune_rows"] + value["tuning"]["report_rows"] == 240
    for row in value["methods"]:
        assert {"method", "n", "unique", "ari", "ami", "v", "seconds", "peak_mb"} <= set(row)
    assert value["methods"][2]["method"] == "ours"


@pytest.mark.outside_data
@pytest.mark.skipif(not OUTSIDE, reason="names no folder of outside data (ACE_OUTSIDE_DATA)")
def test_on_models_that_chose_nothing_the_agreement_is_as_promised() -> None:
    path = Path(str(OUTSIDE)) / "bfcl" / "bfcl_failures_dev.jsonl.gz"
    result = measure_clusters(ClusterRequest(path, Fields("error", "label", "", "model"), 100), lambda text: None)
    rows = {row.method: row for row in result.rows}
    assert result.tuning is not None
    assert rows["ours"].n == result.tuning.report_rows > 5000
    assert rows["ours"].agreement.ari >= 0.85
    assert rows["ours"].agreement.ami >= 0.90
    assert rows["ours"].agreement.ari > rows["signature only"].agreement.ari + 0.03
