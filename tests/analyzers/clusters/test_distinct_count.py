"""Counting different texts in bounded memory."""

import random
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzers.clusters.distinct_count import EXACT_UP_TO, DistinctCount, hash64


def _counted(texts: list[str]) -> DistinctCount:
    count = DistinctCount()
    for text in texts:
        count.add(hash64(text))
    return count


@given(st.lists(st.text(max_size=4), max_size=60))
def test_few_are_counted_exactly(texts: list[str]) -> None:
    count = _counted(texts)
    assert count.is_exact
    assert count.count == len(set(texts))


@pytest.mark.parametrize("n", [EXACT_UP_TO, EXACT_UP_TO + 1, 2 * EXACT_UP_TO + 1, 5000, 60_000])
def test_many_are_estimated_in_any_order(n: int) -> None:
    texts = [f"e-{number}" for number in range(n)] * 2
    count = _counted(texts)
    random.Random(0).shuffle(texts)
    assert _counted(texts).count == count.count
    assert count.count == pytest.approx(n, rel=0.15)
    assert count.is_exact == (n <= EXACT_UP_TO)


@given(st.integers(0, 900), st.integers(0, 900))
def test_a_union_is_what_one_count_of_all_would_be(one: int, other: int) -> None:
    texts = [f"e-{number}" for number in range(1000)]
    first, second = texts[:one], texts[1000 - other :]
    union = DistinctCount.union([_counted(first), _counted(second)])
    together = _counted([*first, *second])
    assert (union.count, union.is_exact) == (together.count, together.is_exact)


def test_the_union_of_nothing_is_nothing() -> None:
    assert (DistinctCount.union([]).count, DistinctCount().count) == (0, 0)


def test_a_hash_is_the_same_in_every_process() -> None:
    code = "from analyzers.clusters.distinct_count import hash64; print(hash64('e-1'))"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert int(out) == hash64("e-1")
    assert 0 <= hash64("\ud800") < 2**64
