"""What can be counted in a result."""

from analyzers.detectors.tool_agent.counts import counts_of


def test_lengths_and_entries_alike_are_counted() -> None:
    data = {"items": [{"a": True, "n": 5}, {"a": True, "n": 6}, {"a": False, "n": 7}, 8, 9]}
    assert counts_of(data) == {1, 2, 5}
    assert counts_of("text") == set()
    assert counts_of([]) == {0}
