"""The ways of grouping that the bench compares."""

import pytest

from ace.bench.cluster_methods import (
    METHODS,
    MethodSettings,
    by_exact_text,
    by_hdbscan,
    by_ours,
    by_signature,
    raw_text,
    signatures_of,
)

ERRORS: list[object] = [
    "File '/tmp/a.txt' was not found",
    "File '/tmp/b.txt' was not found",
    "The file '/tmp/c.txt' could not be found",
    ["Request timed out.", {"error": "after 3 s"}],
    ["Request timed out.", {"error": "after 9 s"}],
] * 6


def test_they_are_named_and_ours_is_ours() -> None:
    assert list(METHODS) == ["exact text", "signature only", "ours", "MiniLM + HDBSCAN"]
    assert METHODS["ours"] is by_ours


def test_exact_text_groups_equal_values() -> None:
    grouped = by_exact_text(ERRORS, MethodSettings())
    assert (grouped.unique, len(set(grouped.found)), list(grouped.rows)) == (5, 5, list(range(30)))


def test_signatures_leave_out_what_differs() -> None:
    grouped = by_signature(ERRORS, MethodSettings())
    assert grouped.unique == 3
    assert grouped.found[:5] == [0, 0, 1, 2, 2]


def test_ours_joins_other_words_for_the_same() -> None:
    grouped = by_ours(ERRORS, MethodSettings())
    assert (grouped.unique, grouped.note) == (3, "cut 0.3")
    assert grouped.found[0] == grouped.found[1] == grouped.found[2] != grouped.found[3] == grouped.found[4]
    assert len(set(by_ours(ERRORS, MethodSettings(cut=0.0)).found)) == 3


def test_hdbscan_gets_a_sample_and_says_so() -> None:
    pytest.importorskip("sklearn", reason="the package scikit-learn is not installed (ace-optimizer[bench])")
    whole, part = by_hdbscan(ERRORS, MethodSettings()), by_hdbscan(ERRORS, MethodSettings(sample=20))
    assert (len(whole.rows), whole.unique, whole.note) == (30, 5, "min_cluster_size 5; 0 are noise")
    assert len(part.rows) == len(part.found) == 20
    assert sorted(set(part.rows)) == list(part.rows)
    assert "a random 20 of 30 rows" in part.note


def test_raw_text_is_the_value_as_it_stands() -> None:
    assert [raw_text("a b"), raw_text({"b": [1], "a": float("inf")})] == ["a b", '{"a": Infinity, "b": [1]}']


def test_a_lone_surrogate_can_be_grouped() -> None:
    odd: list[object] = ["bad \ud800 text"] * 30
    assert signatures_of(odd[:1])[0].message == "bad text"
    for method in METHODS.values():
        if method is not by_hdbscan:
            assert set(method(odd, MethodSettings()).found) == {0}
