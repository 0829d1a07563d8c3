import numpy as np

from runtime.vision.pixels_hash import pixels_hash


def test_the_same_pixels_have_the_same_hash_however_they_lie_in_memory() -> None:
    grey = np.random.default_rng(1).integers(0, 256, (20, 30)).astype(np.uint8)
    rgb = np.repeat(grey[..., None], 3, axis=2)
    assert pixels_hash(grey) == pixels_hash(np.asfortranarray(grey)) == pixels_hash(rgb)


def test_other_pixels_shapes_and_colours_have_others() -> None:
    grey = np.zeros((20, 30), np.uint8)
    one = grey.copy()
    one[3, 4] = 1
    red = np.repeat(grey[..., None], 3, axis=2)
    red[3, 4, 0] = 1
    assert len({pixels_hash(pixels) for pixels in (grey, one, grey.T, grey.reshape(30, 20), red)}) == 4
