import numpy as np
import pytest

from runtime.inspection.candidates import find_candidates
from runtime.inspection.castings import make_casting
from runtime.inspection.match import iou
from runtime.inspection.types import Box


def _noisy(side: int = 200) -> "np.ndarray[tuple[int, int], np.dtype[np.uint16]]":
    return np.random.default_rng(5).normal(20_000, 200, (side, side)).astype(np.uint16)


def test_a_bright_spot_is_found_where_it_is_and_comes_first() -> None:
    pixels = _noisy()
    pixels[80:92, 40:56] += 3_000
    first = find_candidates(pixels)[0]
    assert first.id == 1
    assert iou(first.box, Box(40, 80, 56, 92)) > 0.5


def test_a_dark_spot_is_not_a_candidate() -> None:
    pixels = np.full((100, 100), 20_000, np.uint16)
    pixels[40:60, 40:60] -= 8_000
    assert all(iou(found.box, Box(40, 40, 60, 60)) < 0.2 for found in find_candidates(pixels))


def test_brighter_exposure_does_not_change_what_is_found() -> None:
    pixels = make_casting(4).pixels
    assert find_candidates(pixels)
    assert find_candidates(np.asarray(pixels // 2 * 2, np.uint16)) == find_candidates(
        np.asarray(pixels // 2, np.uint16)
    )


def test_the_same_image_gives_the_same_candidates_numbered_from_one() -> None:
    pixels = make_casting(2).pixels
    found = find_candidates(pixels)
    assert found == find_candidates(pixels.copy())
    assert [candidate.id for candidate in found] == list(range(1, len(found) + 1))


def test_boxes_lie_inside_the_image() -> None:
    for number in range(8):
        for _, box in find_candidates(make_casting(number).pixels):
            assert 0 <= box.x0 < box.x1 <= 256
            assert 0 <= box.y0 < box.y1 <= 256


@pytest.mark.parametrize("most", [0, 1, 5])
def test_never_more_than_most_and_those_are_the_first(most: int) -> None:
    pixels = np.full((400, 400), 20_000, np.uint16)
    for x in range(20, 380, 30):
        pixels[x : x + 6, 20:380:30] += 2_000
        pixels[x : x + 6, 23:383:30] += 2_000
    assert find_candidates(pixels, most) == find_candidates(pixels)[:most]


def test_a_thousand_candidates_are_found_when_asked_for() -> None:
    tile = np.full((24, 24), 20_000, np.uint16)
    tile[9:15, 9:15] += 3_000
    pixels = np.tile(tile, (35, 35))
    assert len(find_candidates(pixels)) == 40
    assert len(find_candidates(pixels, 2_000)) == 35 * 35


@pytest.mark.parametrize(
    "pixels",
    [
        np.zeros((0, 0), np.uint16),
        np.zeros((1, 1), np.uint16),
        np.full((3, 500), 9, np.uint16),
        np.zeros((64, 64), np.uint16),
        np.full((64, 64), 65_535, np.uint16),
    ],
    ids=["empty", "one-pixel", "sliver", "black", "white"],
)
def test_an_image_of_nothing_has_no_candidates(pixels: "np.ndarray[tuple[int, int], np.dtype[np.uint16]]") -> None:
    assert find_candidates(pixels) == ()
