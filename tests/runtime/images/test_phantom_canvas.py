import numpy as np
import pytest

from runtime.images.phantom_canvas import box_around, draw_canvas, ellipse, pixel_centers, rectangle, to_pixels


def test_whole_numbers_are_pixel_edges() -> None:
    x, y = pixel_centers(draw_canvas(2, 3, 0))

    assert x.tolist() == [[0.5, 1.5, 2.5]] * 2
    assert y.tolist() == [[0.5] * 3, [1.5] * 3]


@pytest.mark.parametrize("semi_axes", [(12, 12), (110, 95), (200, 100)], ids=["disc", "wide", "wider"])
def test_an_ellipse_is_exactly_twice_its_semi_axes(semi_axes: tuple[int, int]) -> None:
    mask = ellipse(draw_canvas(256, 512, 0), (256, 128), semi_axes)

    assert (int(mask.any(axis=0).sum()), int(mask.any(axis=1).sum())) == (2 * semi_axes[0], 2 * semi_axes[1])


def test_a_box_around_a_rectangle_is_the_rectangle() -> None:
    mask = rectangle(draw_canvas(100, 200, 0), (50, 10, 150, 40))

    assert int(mask.sum()) == 100 * 30
    assert box_around(mask) == [0.25, 0.1, 0.75, 0.4]


def test_pixels_are_rounded_cut_off_and_read_only() -> None:
    pixels = to_pixels(np.array([[-3.0, 1.4, 1.6, 999.0]]))

    assert pixels.dtype == np.uint8
    assert pixels.tolist() == [[0, 1, 2, 255]]
    with pytest.raises(ValueError, match="read-only"):
        pixels[0, 0] = 1
