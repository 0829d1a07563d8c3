"""A measurement in a process of its own: asked and answered in JSON."""

import json
from pathlib import Path

import pytest

from ace.bench.cluster_child import answer, ask_child
from ace.errors import AceError
from runtime.contracts.json_types import JsonObject

pytest.importorskip("sklearn", reason="the package scikit-learn is not installed (ace-optimizer[bench])")


@pytest.fixture
def request_(tmp_path: Path) -> JsonObject:
    """Return a request to group 40 rows by signature."""
    path = tmp_path / "f.jsonl"
    rows = [{"error": f"{word} {n}", "label": word, "task": n % 2} for n in range(20) for word in ("late", "lost")]
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    return {
        "kind": "measure",
        "method": "signature only",
        "input": str(path),
        "fields": ["error", "label", "task", ""],
        "settings": {"cut": 0.3, "sample": 100},
    }


def test_it_measures_in_another_process_what_it_would_in_this_one(request_: JsonObject) -> None:
    there, here = ask_child(request_), answer(request_)
    for facts in (there, here):
        assert float(str(facts.pop("seconds"))) >= 0
        assert 0 <= float(str(facts.pop("peak_mb"))) < 200
    assert there == here == {
        "n": 40,
        "unique": 2,
        "groups": 2,
        "ari": 1.0,
        "ami": 1.0,
        "v": 1.0,
        "note": "",
        "within": {"ari": 1.0, "ami": 1.0, "v": 1.0, "groups": 2, "rows": 40},
    }  # fmt: skip


def test_an_error_there_is_an_error_here(request_: JsonObject) -> None:
    request_["input"] = "/nowhere/f.jsonl"
    with pytest.raises(AceError, match="No such file"):
        ask_child(request_)


def test_a_process_that_breaks_is_named(request_: JsonObject, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(AceError, match="'no such method' ended with 1"):
        ask_child({**request_, "method": "no such method"})
    assert "KeyError" in capfd.readouterr().err
