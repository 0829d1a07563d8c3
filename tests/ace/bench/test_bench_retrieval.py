"""`ace bench retrieval` and what it measures, small."""

from collections.abc import Callable

import pytest

from ace.bench.retrieval import measure_retrieval
from tests.conftest import Ran
from tests.runtime.retrieval.hash_embedder import HashEmbedder


def test_every_way_is_measured_on_the_same_passages() -> None:
    told: list[str] = []
    rows = measure_retrieval(1200, 20, told.append, is_hnsw=True, embedder=HashEmbedder())
    names = [row.name for row in rows]
    assert names[0].startswith("embedding the query")
    assert names[1:3] == ["every vector (numpy)", "every vector (FAISS flat)"]
    assert names[3].startswith("neighbour graph")
    assert names[4].startswith("ours (shortlist-")
    assert names[5:] == ["words (BM25)", "hybrid search, all of it"]
    assert {row.n for row in rows} == {1200}
    assert all(0 < row.p50_ms <= row.p95_ms for row in rows)
    assert rows[1].recall_at_10 == 1.0
    assert rows[2].recall_at_10 is not None
    assert rows[2].recall_at_10 > 0.95  # equal cosines may change places
    assert rows[4].recall_at_10 is not None
    assert rows[4].recall_at_10 > 0.9
    assert told


def test_the_command_prints_rows(ace: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ace.bench.retrieval.minilm", HashEmbedder)
    value = ace("bench", "retrieval", "-n", "1000", "--queries", "20", "--json", "-q").json
    rows = value["rows"]
    assert isinstance(rows, list)
    assert {"name", "n", "p50_ms", "p95_ms", "recall_at_10", "mb"} <= set(rows[0])


@pytest.mark.parametrize("arguments", [("-n", "10"), ("--queries", "1")], ids=str)
def test_numbers_too_small_to_measure_are_refused(ace: Callable[..., Ran], arguments: tuple[str, ...]) -> None:
    assert ace("bench", "retrieval", *arguments).code == 64
