"""Precision and recall over images, with intervals by image."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.inspection.counts import (
    ImageCounts,
    pool,
    precision_change,
    precision_of,
    precision_rate,
    recall_of,
    recall_rate,
    recall_ratio,
)

IMAGES = st.lists(
    st.tuples(st.integers(0, 9), st.integers(0, 9), st.integers(0, 9)).map(
        lambda drawn: ImageCounts(drawn[0] + drawn[1], drawn[0], drawn[1], drawn[2])
    ),
    max_size=30,
)


def test_counts_are_added_before_shares_are_taken() -> None:
    counts = [ImageCounts(4, 1, 3, 1), ImageCounts(1, 1, 0, 1)]
    assert pool(counts) == ImageCounts(5, 2, 3, 2)
    # Not the mean of 0.25 and 1.0.
    assert precision_rate(counts).value == pytest.approx(2 / 5)
    assert recall_rate(counts).value == pytest.approx(2 / 4)


def test_nothing_kept_leaves_the_precision_undefined_and_nothing_real_the_recall() -> None:
    assert precision_of(ImageCounts(0, 0, 0, 3)) is None
    assert recall_of(ImageCounts(2, 0, 2, 0)) is None
    assert precision_rate([ImageCounts(0, 0, 0, 3)] * 5) == (None, None, None)
    assert recall_rate([ImageCounts(2, 0, 2, 0)] * 5) == (None, None, None)
    assert precision_rate([]) == (None, None, None)
    assert recall_ratio([ImageCounts(1, 1, 0, 0)] * 3, [ImageCounts(1, 0, 1, 1)] * 3).value is None


def test_one_image_has_a_figure_and_no_interval() -> None:
    assert precision_rate([ImageCounts(4, 1, 3, 1)]) == (0.25, None, None)


def test_the_interval_is_that_of_a_bootstrap_by_image() -> None:
    # Half the images keep ten of which all are real, half ten of which none is: images differ, candidates do not.
    counts = [ImageCounts(10, 10, 0, 0), ImageCounts(10, 0, 10, 0)] * 50
    found = precision_rate(counts)
    # Binomial over 100 images: 0.5 -+ 1.96 * sqrt(0.25 / 100); over 1,000 candidates it would be a third as wide.
    assert found.low == pytest.approx(0.40, abs=0.02)
    assert found.high == pytest.approx(0.60, abs=0.02)


def test_equal_seeds_give_equal_intervals_and_others_nearly() -> None:
    counts = [ImageCounts(4, place % 3, 4 - place % 3, 2) for place in range(60)]
    assert precision_rate(counts, seed=3) == precision_rate(counts, seed=3)
    assert precision_rate(counts, seed=3).low == pytest.approx(precision_rate(counts, seed=4).low or 0, abs=0.03)


def test_a_paired_change_is_surer_than_two_figures_apart() -> None:
    baseline = [ImageCounts(4, place % 4, 4 - place % 4, 1) for place in range(40)]
    # One false candidate fewer in every image, whatever the image is like.
    ours = [ImageCounts(one.kept - 1, one.tp, one.fp - 1, one.fn) for one in baseline]
    change = precision_change(ours, baseline)
    alone = precision_rate(ours)
    assert change.value is not None
    assert change.low is not None
    assert change.high is not None
    assert alone.low is not None
    assert alone.high is not None
    assert 0 < change.low < change.value < change.high
    assert change.high - change.low < 0.5 * (alone.high - alone.low)
    assert recall_ratio(ours, baseline) == (1.0, 1.0, 1.0)


def test_other_images_cannot_be_paired() -> None:
    with pytest.raises(ValueError, match="3 images against 2"):
        precision_change([ImageCounts(1, 1, 0, 0)] * 3, [ImageCounts(1, 1, 0, 0)] * 2)


@given(counts=IMAGES)
def test_figures_lie_within_0_and_1_and_so_do_their_bounds(counts: list[ImageCounts]) -> None:
    for found in (precision_rate(counts, draws=50), recall_rate(counts, draws=50)):
        assert all(part is None or 0 <= part <= 1 for part in found)
        assert found.low is None or found.high is None or found.low <= found.high
