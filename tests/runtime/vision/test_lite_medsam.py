from pathlib import Path

import numpy as np
import pytest

from runtime.contracts.errors import ToolError
from runtime.images.boxes import BoxPx, box_in_pixels
from runtime.images.phantom_canvas import ellipse
from runtime.images.phantoms import draw_phantom
from runtime.vision.lite_medsam import LiteMedSam, Outline
from runtime.vision.model_table import ENCODER
from runtime.vision.onnx_session import open_model
from runtime.vision.recent import Recent
from tests.runtime.vision.tiny_models import put_models


@pytest.fixture
def tiny(tmp_path: Path) -> LiteMedSam:
    opened = LiteMedSam.open(put_models(tmp_path))
    return LiteMedSam(opened.encoder, opened.decoder, Recent(2))


def _bright(height: int, width: int, box: BoxPx) -> "np.ndarray[tuple[int, ...], np.dtype[np.uint8]]":
    pixels = np.full((height, width), 20, np.uint8)
    pixels[box.y0 : box.y1, box.x0 : box.x1] = 220
    return pixels


def test_the_mask_is_in_the_pictures_own_pixels(tiny: LiteMedSam) -> None:
    place = BoxPx(120, 60, 360, 180)
    found = tiny.outline(_bright(300, 600, place), place)
    truth = np.zeros((300, 600), bool)
    truth[place.y0 : place.y1, place.x0 : place.x1] = True
    assert _dice(found, truth) > 0.98
    assert found.predicted_iou == 0.75
    assert found.window == BoxPx(0, 0, 600, 300)


def test_a_picture_is_encoded_once_whatever_the_box(tiny: LiteMedSam) -> None:
    pixels = _bright(200, 200, BoxPx(50, 50, 150, 150))
    boxes = (BoxPx(40, 40, 160, 160), BoxPx(10, 10, 190, 190))
    assert [tiny.outline(pixels, box).is_remembered for box in boxes] == [False, True]
    assert tiny.outline(255 - pixels, boxes[0]).is_remembered is False


@pytest.mark.parametrize(
    ("place", "window"),
    [
        (BoxPx(500, 400, 520, 430), BoxPx(450, 355, 570, 475)),
        (BoxPx(0, 0, 20, 30), BoxPx(0, 0, 120, 120)),
        (BoxPx(1004, 994, 1024, 1024), BoxPx(904, 904, 1024, 1024)),
        (BoxPx(500, 400, 600, 430), BoxPx(0, 0, 1024, 1024)),
    ],
    ids=["middle", "upper left corner", "lower right corner", "large enough"],
)
def test_a_small_box_is_looked_at_in_a_window(tiny: LiteMedSam, place: BoxPx, window: BoxPx) -> None:
    found = tiny.outline(_bright(1024, 1024, place), place)
    assert found.window == window
    truth = _bright(1024, 1024, place) > 100
    assert _dice(found, truth) > 0.95


def test_a_window_fits_a_strip(tiny: LiteMedSam) -> None:
    found = tiny.outline(_bright(8, 4000, BoxPx(2000, 2, 2020, 6)), BoxPx(2000, 2, 2020, 6))
    assert found.window == BoxPx(1970, 0, 2050, 8)
    assert found.mask.shape == (8, 4000)


def test_a_model_that_is_not_built_is_named(tmp_path: Path) -> None:
    put_models(tmp_path, ENCODER)
    with pytest.raises(ToolError, match="LiteMedSAM is not built; run `make models`"):
        LiteMedSam.open(tmp_path)


def test_the_hash_names_both_files(tiny: LiteMedSam, tmp_path: Path) -> None:
    assert tiny.sha256.split("+")[0] == open_model(ENCODER, tmp_path).sha256
    assert len(tiny.sha256) == 129


@pytest.mark.models
@pytest.mark.parametrize(
    ("name", "part", "least"),
    [
        ("contrast-steps", "lower-left", 0.97),
        ("shifted-midline", "mass", 0.97),
        ("cardiothoracic", "heart", 0.95),
        ("stones-shadow", "fluid", 0.95),
        ("noise-levels", "left-disc", 0.95),
        ("motion-ghost", "vessel", 0.95),
    ],
)
def test_the_built_model_outlines_a_drawn_structure(built_models: Path, name: str, part: str, least: float) -> None:
    phantom = draw_phantom(name)
    boxes = phantom.truth["boxes"]
    assert isinstance(boxes, dict)
    height, width = phantom.pixels.shape[:2]
    box = box_in_pixels(boxes[part], width, height)
    center = ((box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2)
    truth = ellipse(np.zeros((height, width)), center, ((box.x1 - box.x0) / 2, (box.y1 - box.y0) / 2))
    assert _dice(LiteMedSam.open(built_models).outline(phantom.pixels, box), truth) >= least


def _dice(found: Outline, truth: "np.ndarray[tuple[int, ...], np.dtype[np.bool_]]") -> float:
    return float(2 * (found.mask & truth).sum() / (found.mask.sum() + truth.sum()))
