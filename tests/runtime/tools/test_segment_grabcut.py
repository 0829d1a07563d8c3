from typing import TypeAlias

import numpy as np
import pytest
from numpy.typing import NDArray

from runtime.contracts.errors import ToolError
from runtime.images.boxes import BoxPx, box_in_pixels
from runtime.images.phantom_canvas import ellipse
from runtime.images.phantoms import draw_phantom
from runtime.tools.segment_grabcut import grabcut_outline

Pixels: TypeAlias = NDArray[np.uint8]
PLACE = BoxPx(60, 40, 140, 100)


def _picture(shape: tuple[int, ...] = (160, 220), place: BoxPx = PLACE) -> Pixels:
    pixels = np.random.default_rng(5).integers(20, 40, shape).astype(np.uint8)
    pixels[place.y0 : place.y1, place.x0 : place.x1] += 180
    return pixels


def _dice(mask: NDArray[np.bool_], truth: NDArray[np.bool_]) -> float:
    return float(2 * (mask & truth).sum() / (mask.sum() + truth.sum()))


@pytest.mark.parametrize("shape", [(160, 220), (160, 220, 3)], ids=["grey", "colour"])
def test_a_bright_patch_is_cut_out_the_same_every_time(shape: tuple[int, ...]) -> None:
    box = BoxPx(50, 30, 150, 110)
    first, second = (grabcut_outline(_picture(shape), box) for _ in range(2))
    truth = np.zeros(shape[:2], bool)
    truth[PLACE.y0 : PLACE.y1, PLACE.x0 : PLACE.x1] = True
    assert _dice(first, truth) > 0.99
    assert (first == second).all()


def test_nothing_lies_outside_the_box() -> None:
    mask = grabcut_outline(_picture(), BoxPx(80, 50, 120, 90))
    outside = mask.copy()
    outside[50:90, 80:120] = False
    assert not outside.any()


def test_a_large_picture_is_scaled_and_the_mask_scaled_back() -> None:
    place = BoxPx(900, 700, 2100, 1700)
    pixels = np.full((2400, 3000), 30, np.uint8)
    pixels[place.y0 : place.y1, place.x0 : place.x1] = 210
    mask = grabcut_outline(pixels, BoxPx(800, 600, 2200, 1800))
    assert mask.shape == (2400, 3000)
    assert _dice(mask, pixels > 100) > 0.99


@pytest.mark.parametrize(
    "box", [BoxPx(10, 10, 12, 12), BoxPx(0, 0, 2, 2), BoxPx(218, 158, 220, 160), BoxPx(0, 0, 220, 2)], ids=str
)
def test_the_smallest_boxes_are_cut_or_found_empty(box: BoxPx) -> None:
    mask = grabcut_outline(_picture(), box)
    assert mask.shape == (160, 220)
    assert mask.sum() <= (box.x1 - box.x0) * (box.y1 - box.y0)


def test_a_box_without_ground_around_it_is_refused() -> None:
    with pytest.raises(ToolError, match="covers the whole image") as caught:
        grabcut_outline(_picture(), BoxPx(0, 0, 220, 160))
    assert caught.value.error_class == "invalid_arguments"


def test_a_flat_picture_has_nothing_in_it() -> None:
    assert not grabcut_outline(np.zeros((50, 50), np.uint8), BoxPx(10, 10, 40, 40)).any()


@pytest.mark.parametrize(("part", "least"), [("right-disc", 0.95), ("left-disc", 0.9)])
def test_a_disc_in_noise_is_found_while_its_contrast_is_above_the_noise(part: str, least: float) -> None:
    phantom = draw_phantom("noise-levels")
    boxes = phantom.truth["boxes"]
    assert isinstance(boxes, dict)
    box = box_in_pixels(boxes[part], 512, 192)
    truth = ellipse(np.zeros((192, 512)), ((box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2), (40, 40))
    assert _dice(grabcut_outline(phantom.pixels, box), truth) > least
