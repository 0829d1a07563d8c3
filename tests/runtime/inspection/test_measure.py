import numpy as np
import pytest

from runtime.contracts.errors import ImageError
from runtime.inspection.measure import measure_candidate
from runtime.inspection.types import Box


def _plate(value: int = 10_000) -> "np.ndarray[tuple[int, int], np.dtype[np.uint16]]":
    return np.full((60, 80), value, np.uint16)


def test_contrast_is_the_inside_over_the_ring_less_one() -> None:
    pixels = _plate()
    pixels[20:30, 30:50] = 12_000
    measures = measure_candidate(pixels, Box(30, 20, 50, 30))
    assert measures.contrast == pytest.approx(0.2)
    assert measures.area_px == 200
    assert measures.aspect_ratio == 2
    assert measures.edge_distance_px == 20


def test_area_counts_what_is_brighter_than_half_way_to_the_peak() -> None:
    pixels = _plate()
    pixels[20:40, 20:40] = 10_400
    pixels[25:35, 25:35] = 12_000
    assert measure_candidate(pixels, Box(20, 20, 40, 40)).area_px == 100


def test_what_is_darker_than_its_ring_has_a_contrast_below_zero() -> None:
    pixels = _plate()
    pixels[20:30, 30:40] = 9_000
    assert measure_candidate(pixels, Box(30, 20, 40, 30)).contrast == pytest.approx(-0.1)


@pytest.mark.parametrize(
    ("box", "distance"),
    [
        (Box(0, 20, 9, 30), 0),
        (Box(30, 0, 40, 5), 0),
        (Box(70, 20, 80, 30), 0),
        (Box(30, 50, 40, 60), 0),
        (Box(3, 20, 9, 30), 3),
        (Box(30, 20, 40, 58), 2),
    ],
    ids=["left", "top", "right", "bottom", "near-left", "near-bottom"],
)
def test_edge_distance_is_to_the_nearest_edge(box: Box, distance: int) -> None:
    assert measure_candidate(_plate(), box).edge_distance_px == distance


def test_the_ring_is_cut_at_the_edge() -> None:
    pixels = _plate()
    pixels[:10, :10] = 15_000
    assert measure_candidate(pixels, Box(0, 0, 10, 10)).contrast == pytest.approx(0.5)


@pytest.mark.parametrize("value", [0, 500], ids=["black", "grey"])
def test_a_box_over_the_whole_image_has_no_contrast(value: int) -> None:
    measures = measure_candidate(_plate(value), Box(0, 0, 80, 60))
    assert (measures.contrast, measures.edge_distance_px) == (0, 0)


def test_black_surroundings_give_no_contrast_rather_than_infinity() -> None:
    pixels = _plate(0)
    pixels[20:30, 30:40] = 500
    assert measure_candidate(pixels, Box(30, 20, 40, 30)).contrast == 0


@pytest.mark.parametrize(
    "box", [Box(5, 5, 5, 9), Box(9, 5, 5, 9), Box(-1, 0, 5, 5), Box(70, 50, 81, 60), Box(0, 0, 5, 61)]
)
def test_a_box_outside_or_empty_is_refused(box: Box) -> None:
    with pytest.raises(ImageError, match="not inside the image of 80x60"):
        measure_candidate(_plate(), box)


def test_measures_are_plain_numbers() -> None:
    assert [type(value) for value in measure_candidate(_plate(), Box(1, 1, 5, 5))] == [float] * 4
