"""Fisher's exact test, against scipy and by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import hypergeom

from analyzers.fisher import fisher_greater


@given(st.data())
def test_it_is_fishers_one_sided_test(data: st.DataObject) -> None:
    cited, others = data.draw(st.integers(1, 60)), data.draw(st.integers(0, 300))
    fired, alarms = data.draw(st.integers(0, cited)), data.draw(st.integers(0, others))
    expected = hypergeom.sf(fired - 1, cited + others, cited, fired + alarms)
    assert fisher_greater(fired, cited, alarms, others) == pytest.approx(expected, rel=1e-6, abs=1e-12)


@pytest.mark.parametrize(
    ("figures", "expected"),
    [((3, 3, 0, 1), 0.25), ((2, 2, 2, 2), 1.0), ((5, 5, 0, 0), 1.0)],
    ids=["one of four ways to draw three", "it fires on all", "nothing to compare with"],
)
def test_by_hand(figures: tuple[int, int, int, int], expected: float) -> None:
    assert fisher_greater(*figures) == pytest.approx(expected)
