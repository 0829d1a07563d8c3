import time

from ace.bench.search_row import SearchRow, rows_text, timed


def test_each_query_is_timed_and_answered_in_order() -> None:
    def search(seconds: float) -> float:
        time.sleep(seconds)
        return seconds

    (median, high), answers = timed(search, [0.001, 0.002, 0.003, 0.03])
    assert answers == [0.001, 0.002, 0.003, 0.03]
    assert 1 <= median < high
    assert high >= 30


def test_a_table_shows_what_was_measured_and_leaves_the_rest_empty() -> None:
    row = SearchRow("every vector", 1000, 1.0, 2.5, recall_at_10=1.0, mb=146.5, note="exact")
    text = rows_text([row, SearchRow("words", 1000, 0.1, 0.2)])
    lines = text.splitlines()
    assert lines[1].split() == ["every", "vector", "1.00", "2.50", "1.0000", "146.5"]
    assert lines[2].strip() == "exact"
    assert lines[3].split() == ["words", "0.10", "0.20"]
    assert row.to_json()["p95_ms"] == 2.5
