import numpy as np
import pytest

from runtime.images.boxes import BoxPx
from runtime.images.image_types import Image
from runtime.tools.segment_measures import BOX_RGB, OUTLINE_RGB, mask_picture, measure_mask, overlay_picture

BOX = BoxPx(10, 5, 50, 35)


def _image(spacing: tuple[float, float] | None = None) -> Image:
    pixels = np.full((40, 60), 50, np.uint8)
    pixels[10:30, 20:40] = 200
    return Image(pixels, "CT", spacing)


def _mask() -> "np.ndarray[tuple[int, ...], np.dtype[np.bool_]]":
    mask = np.zeros((40, 60), bool)
    mask[10:30, 20:40] = True
    return mask


def test_a_square_is_measured_exactly() -> None:
    assert measure_mask(_image((0.5, 2.0)), _mask(), BOX) == {
        "area_px": 400,
        "area_share": round(400 / 2400, 5),
        "area_mm2": 400.0,
        "spacing_mm": [0.5, 2.0],
        "mask_bbox_px": [20, 10, 40, 30],
        "centroid_px": [30.0, 20.0],
        "parts": 1,
        "mean_inside": 200.0,
        "mean_outside": 50.0,
        "outside_box_share": 0.0,
    }


def test_without_spacing_there_are_no_millimetres_and_without_a_rest_no_mean_of_it() -> None:
    whole = np.ones((40, 60), bool)
    data = measure_mask(_image(), whole, BoxPx(0, 0, 30, 40))
    assert not {"area_mm2", "spacing_mm", "mean_outside"} & set(data)
    assert data["outside_box_share"] == 0.5


def test_parts_and_edges_of_scattered_pixels() -> None:
    mask = np.zeros((40, 60), bool)
    mask[0, 0] = mask[39, 59] = mask[20, 20] = True
    data = measure_mask(_image(), mask, BOX)
    assert (data["parts"], data["mask_bbox_px"]) == (3, [0, 0, 60, 40])


def test_the_mask_is_a_black_and_white_picture() -> None:
    picture = mask_picture(_mask())
    assert picture.dtype == np.uint8
    assert np.unique(picture).tolist() == [0, 255]
    assert (picture > 0).sum() == 400


def test_the_overlay_draws_outline_and_box_on_a_copy() -> None:
    image = _image()
    drawn = overlay_picture(image.pixels, _mask(), BOX)
    assert drawn.shape == (40, 60, 3)
    assert tuple(drawn[10, 30]) == OUTLINE_RGB
    assert tuple(drawn[5, 30]) == BOX_RGB
    assert tuple(drawn[20, 30]) == (200, 200, 200)
    assert image.pixels.ndim == 2
    assert image.pixels[10, 30] == 200


@pytest.mark.parametrize(
    ("shape", "size"), [((3000, 1500), (1024, 512)), ((1, 5000), (1, 1024)), ((2, 2, 3), (2, 2))], ids=str
)
def test_the_overlay_is_at_most_1024_pixels_a_side(shape: tuple[int, ...], size: tuple[int, int]) -> None:
    pixels = np.zeros(shape, np.uint8)
    pixels.setflags(write=False)
    mask = np.ones(shape[:2], bool)
    assert overlay_picture(pixels, mask, BoxPx(0, 0, shape[1], shape[0])).shape == (*size, 3)
