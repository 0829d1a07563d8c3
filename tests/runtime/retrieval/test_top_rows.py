import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.retrieval.top_rows import top_rows


@given(st.lists(st.integers(-3, 6), max_size=60), st.integers(1, 20))
def test_it_is_the_sorted_list_cut_at_k(values: list[int], k: int) -> None:
    found = top_rows(np.asarray(values, np.float32), k)
    wanted = sorted((-value, row) for row, value in enumerate(values) if value > 0)[:k]
    assert list(zip(found.scores.tolist(), found.rows.tolist(), strict=True)) == [(-v, row) for v, row in wanted]
    assert found.places.tolist() == list(range(1, len(wanted) + 1))


@pytest.mark.parametrize(("floor", "rows"), [(0.0, [2, 1]), (0.3, [2]), (-1.0, [2, 1, 0]), (2.0, [])])
def test_rows_at_or_below_the_floor_are_left_out(floor: float, rows: list[int]) -> None:
    assert top_rows(np.asarray([0.0, 0.25, 0.5], np.float32), 5, floor).rows.tolist() == rows


def test_scores_that_differ_beyond_six_digits_tie() -> None:
    assert top_rows(np.asarray([0.5, 0.5000001], np.float32), 2).rows.tolist() == [0, 1]
