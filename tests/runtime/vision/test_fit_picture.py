import numpy as np
import pytest

from runtime.vision.fit_picture import fit_square, mask_from_logits, to_rgb


@pytest.mark.parametrize(
    ("shape", "filled"),
    [
        ((100, 200), (128, 256)),
        ((200, 100), (256, 128)),
        ((1, 1), (256, 256)),
        ((1, 4000), (1, 256)),
        ((7, 7, 3), (256, 256)),
    ],
    ids=str,
)
def test_the_longer_edge_fills_the_square(shape: tuple[int, ...], filled: tuple[int, int]) -> None:
    pixels = np.arange(np.prod(shape), dtype=np.uint32).reshape(shape).astype(np.uint8)
    fitted = fit_square(pixels, 256)
    assert fitted.values.shape == (1, 3, 256, 256)
    assert (fitted.height, fitted.width) == filled
    assert fitted.values[0, :, fitted.height :].sum() == 0
    assert fitted.values[0, :, :, fitted.width :].sum() == 0
    assert 0.0 <= fitted.values.min() <= fitted.values.max() <= 1.0


def test_grey_levels_are_stretched_and_an_even_picture_is_zero() -> None:
    pixels = np.full((256, 256), 100, np.uint8)
    assert fit_square(pixels, 256).values.max() == 0.0
    pixels[:, 128:] = 110
    values = fit_square(pixels, 256).values
    assert (values.min(), values.max()) == (0.0, 1.0)


def test_a_mask_comes_back_at_the_pictures_own_size() -> None:
    pixels = np.zeros((300, 600), np.uint8)
    pixels[60:240, 120:480] = 255
    fitted = fit_square(pixels, 256)
    mask = mask_from_logits(fitted.values[0, 0] - 0.5, fitted, 300, 600)
    assert mask.shape == (300, 600)
    truth = pixels > 0
    assert 2 * (mask & truth).sum() / (mask.sum() + truth.sum()) > 0.99


def test_grey_is_repeated_and_colour_left_alone() -> None:
    grey = np.arange(6, dtype=np.uint8).reshape(2, 3)
    assert (to_rgb(grey) == grey[..., None]).all()
    colour = np.zeros((2, 3, 3), np.uint8)
    assert to_rgb(colour) is colour
