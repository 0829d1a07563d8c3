import cv2
import numpy as np
import pytest

from runtime.contracts.errors import ImageError
from runtime.inspection.castings import MAX_NUMBER, casting_mask, casting_voids, make_casting
from runtime.inspection.truth import part_boxes
from runtime.inspection.types import Box


@pytest.mark.parametrize("number", [0, 1_000_003, MAX_NUMBER])
def test_a_number_gives_the_same_casting_each_time(number: int) -> None:
    first, again = make_casting(number), make_casting(number)
    assert np.array_equal(first.pixels, again.pixels)
    assert first.voids == again.voids
    assert not np.array_equal(first.pixels, make_casting(17).pixels)


def test_pixels_are_sixteen_bit_grey_within_range_and_read_only() -> None:
    pixels = make_casting(3).pixels
    assert pixels.dtype == np.uint16
    assert pixels.shape == (256, 256)
    assert 5_000 < pixels.min() < pixels.max() < 65_535
    assert not pixels.flags.writeable


def test_about_one_casting_in_five_has_no_void_and_there_are_four_an_image() -> None:
    counts = [len(casting_voids(number)) for number in range(300)]
    assert 0.13 < counts.count(0) / 300 < 0.27
    assert 3.6 < sum(counts) / 300 < 4.4


def test_voids_are_brighter_than_the_plate_around_them() -> None:
    """Single ones are lost in the noise; all together they stand out."""
    over = []
    for number in range(30):
        casting = make_casting(number)
        for box in casting.voids:
            around = casting.pixels[box.y0 - 4 : box.y1 + 4, box.x0 - 4 : box.x1 + 4]
            inside = casting.pixels[box.y0 : box.y1, box.x0 : box.x1]
            ring = (around.sum() - inside.sum()) / (around.size - inside.size)
            over.append(inside.mean() / ring - 1)
    assert np.mean(over) > 0.01
    assert np.mean(np.array(over) > 0) > 0.85


def test_boxes_are_the_connected_parts_of_the_mask() -> None:
    for number in range(20):
        voids = casting_voids(number)
        assert make_casting(number).voids == voids
        assert sorted(part_boxes(casting_mask(number) > 0)) == sorted(voids)


def test_a_void_is_brightest_in_its_middle() -> None:
    """The ellipsoid is thickest there: summed over many voids, the middle outshines the corners of the box."""
    middles, corners = [], []
    for number in range(20):
        casting = make_casting(number)
        for box in casting.voids:
            part = cv2.resize(
                casting.pixels[box.y0 : box.y1, box.x0 : box.x1].astype(np.float32),
                (9, 9),
                interpolation=cv2.INTER_AREA,
            )
            middles.append(part[3:6, 3:6].mean() / part.mean())
            corners.append(part[[0, 0, 8, 8], [0, 8, 0, 8]].mean() / part.mean())
    assert np.mean(middles) > np.mean(corners) + 0.01


@pytest.mark.parametrize("number", [-1, MAX_NUMBER + 1])
def test_a_number_out_of_range_is_refused(number: int) -> None:
    for make in (make_casting, casting_voids, casting_mask):
        with pytest.raises(ImageError, match="use 0 to 999999999"):
            make(number)


def test_boxes_are_plain_whole_numbers() -> None:
    box = next(box for number in range(9) for box in casting_voids(number))
    assert isinstance(box, Box)
    assert [type(value) for value in box] == [int] * 4
