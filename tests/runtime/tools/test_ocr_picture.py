import numpy as np
import pytest

from runtime.images.boxes import BoxPx
from runtime.tools.ocr_picture import MARGIN_PX, MAX_ASPECT, is_frame, readable_picture


@pytest.mark.parametrize(
    ("height", "width", "scale"),
    [
        (1000, 800, 1.0),
        (3000, 1500, 0.5),
        (450, 300, 2.0),
        (100, 100, 4.0),
        (10, 10, 4.0),
        (1, 1500, 1.0),
        (1500, 1, 1.0),
        (20_000, 3, 0.075),
    ],
    ids=["fits", "huge", "small", "tiny", "minute", "one-row", "one-column", "thread"],
)
def test_the_longer_side_comes_within_bounds(height: int, width: int, scale: float) -> None:
    picture = readable_picture(np.zeros((height, width), np.uint8), 900, 1500)
    assert picture.scale == pytest.approx(scale)
    rows, columns = (side - 2 * MARGIN_PX for side in picture.pixels.shape)
    assert max(rows, columns) == max(round(max(height, width) * scale), 1)
    assert max(rows, columns) <= MAX_ASPECT * min(rows, columns) + MAX_ASPECT


@pytest.mark.parametrize("shape", [(600, 400), (600, 400, 3), (3000, 200, 3)], ids=["grey", "colour", "tall"])
def test_a_box_is_found_again_in_the_given_picture(shape: tuple[int, ...]) -> None:
    pixels = np.full(shape, 90, np.uint8)
    pixels[100:140, 50:150] = 255
    picture = readable_picture(pixels, 900, 1500)
    grey = picture.pixels if picture.pixels.ndim == 2 else picture.pixels[..., 0]
    rows, columns = np.nonzero(grey > 200)
    box = picture.box_in_given(columns.min(), rows.min(), columns.max() + 1, rows.max() + 1)
    assert np.abs(np.array(box) - (50, 100, 150, 140)).max() <= 2


def test_the_margin_has_the_pictures_own_colour() -> None:
    pixels = np.zeros((50, 50, 3), np.uint8)
    pixels[:] = (10, 20, 30)
    pixels[:10] = 255
    picture = readable_picture(pixels, 10, 1000)
    assert picture.pixels[0, 0].tolist() == [10, 20, 30]


@pytest.mark.parametrize(
    ("given", "box"),
    [
        ((-50, -50, 5000, 5000), (0, 0, 40, 30)),
        ((500, 500, 600, 600), (39, 29, 40, 30)),
        ((12, 12, 12, 12), (2, 2, 3, 3)),
    ],
    ids=["larger", "outside", "empty"],
)
def test_a_box_stays_inside_and_has_an_area(given: tuple[float, ...], box: tuple[int, ...]) -> None:
    x0, y0, x1, y1 = given
    assert readable_picture(np.zeros((30, 40), np.uint8), 10, 1000).box_in_given(x0, y0, x1, y1) == box


@pytest.mark.parametrize(
    ("box", "height", "width", "expected"),
    [
        (BoxPx(0, 0, 750, 881), 881, 750, True),
        (BoxPx(0, 0, 750, 100), 881, 750, False),
        (BoxPx(0, 0, 300, 40), 40, 300, False),
    ],
    ids=["whole-picture", "headline", "a-crop-of-one-line"],
)
def test_a_line_as_large_as_the_picture_is_its_edge(box: BoxPx, height: int, width: int, expected: bool) -> None:
    assert is_frame(box, width, height) is expected
