"""Drawn castings are as hard as in practice: figures of the 600 held-out ones, within the ranges they are meant for."""

import numpy as np
import pytest

from runtime.inspection.calibration import DataFigures, judge_candidates, measure_data, rank_auc
from runtime.inspection.castings import make_casting

HELD_OUT = range(1_000_000, 1_000_600)


@pytest.fixture(scope="module")
def held_out() -> DataFigures:
    return measure_data(HELD_OUT)


def _is_within(value: float | None, low: float, high: float) -> bool:
    return value is not None and low <= value <= high


def test_the_plain_detector_is_as_weak_as_in_practice(held_out: DataFigures) -> None:
    assert _is_within(held_out.precision, 0.16, 0.22)
    assert _is_within(held_out.recall, 0.21, 0.29)


@pytest.mark.parametrize(
    ("measure", "low", "high"),
    [
        ("contrast", 0.70, 0.78),
        ("area_px", 0.62, 0.74),
        ("edge_distance_px", 0.62, 0.74),
        ("aspect_ratio", 0.42, 0.54),
    ],
)
def test_contrast_tells_most_and_the_aspect_ratio_nothing(
    held_out: DataFigures, measure: str, low: float, high: float
) -> None:
    assert _is_within(held_out.auc[measure], low, high)


def test_candidates_on_the_border_are_many_and_hardly_ever_real(held_out: DataFigures) -> None:
    assert _is_within(held_out.border_share, 0.25, 0.35)
    assert _is_within(held_out.border_real, 0.0, 0.01)


def test_there_are_four_voids_and_five_or_six_candidates_an_image(held_out: DataFigures) -> None:
    assert held_out.images == 600
    assert 3.6 < held_out.voids / 600 < 4.4
    assert 4.7 < held_out.candidates / 600 < 6.0
    assert 0.14 < held_out.void_free / 600 < 0.26


def test_figures_of_no_castings_are_undefined_rather_than_zero() -> None:
    figures = measure_data([])
    assert (figures.images, figures.candidates) == (0, 0)
    assert (figures.precision, figures.recall, figures.border_share) == (None, None, None)
    assert set(figures.auc.values()) == {None}


def test_figures_add_up_over_the_castings_named() -> None:
    both, first, second = measure_data([3, 4]), measure_data([3]), measure_data([4])
    assert both.candidates == first.candidates + second.candidates
    assert (
        both.real
        == first.real + second.real
        == sum(c.is_real for n in (3, 4) for c in judge_candidates(make_casting(n)))
    )


@pytest.mark.parametrize(
    ("values", "is_true", "area"),
    [
        ([1, 2, 3, 4], [0, 0, 1, 1], 1.0),
        ([4, 3, 2, 1], [0, 0, 1, 1], 0.0),
        ([1, 1, 1, 1], [0, 1, 0, 1], 0.5),
        ([1, 2, 2, 3], [0, 0, 1, 1], 0.875),
        ([1, 2], [1, 1], None),
        ([], [], None),
    ],
    ids=["apart", "turned", "all-ties", "one-tie", "one-kind", "none"],
)
def test_the_area_is_the_share_of_pairs_in_order(values: list[int], is_true: list[int], area: float | None) -> None:
    assert rank_auc(np.array(values, np.float64), np.array(is_true, bool)) == area
