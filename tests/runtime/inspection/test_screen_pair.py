from pathlib import Path

import numpy as np
import pytest

from runtime.contracts.errors import ImageError
from runtime.inspection.screen_pair import NamedFile, screen_pair
from tests.runtime.inspection.xray_files import Values, grey16, marked, write_image


def _screened(base: Path, image: Values, mask: Values) -> tuple[str, ...]:
    write_image(base / "a.tiff", image)
    write_image(base / "a_mask.png", mask)
    return screen_pair(NamedFile("a.tiff", base), NamedFile("a_mask.png", base))


@pytest.mark.parametrize(
    ("image", "notes"),
    [
        (grey16(), ()),
        ((grey16() >> 8).astype(np.uint8), ("8 bits, spread over 16; faint voids may be lost in its steps",)),
        (grey16().astype(np.float32), ("32-bit values, scaled to 16 bits",)),
        (np.dstack([grey16()] * 3), ("colour, weighed to grey",)),
    ],
    ids=["16 bits", "8 bits", "float", "colour"],
)
def test_what_is_converted_is_told(tmp_path: Path, image: Values, notes: tuple[str, ...]) -> None:
    assert _screened(tmp_path, image, marked((2, 2, 9, 9))) == notes


@pytest.mark.parametrize(
    ("image", "mask", "said"),
    [
        (np.full((48, 64), np.nan, np.float32), marked(), "image 'a.tiff': some values are not finite"),
        (np.zeros((1, 1), np.uint16), marked(height=1, width=1), "image 'a.tiff': empty, all pixels are 0"),
        (grey16(), marked((0, 0, 64, 25)), "mask 'a_mask.png': most of it is marked"),
        (grey16(), marked(width=20), "mask 'a_mask.png': 20x48 pixels"),
    ],
    ids=["no numbers", "one pixel", "turned", "other size"],
)
def test_what_cannot_be_scored_is_named(tmp_path: Path, image: Values, mask: Values, said: str) -> None:
    with pytest.raises(ImageError, match=said):
        _screened(tmp_path, image, mask)


def test_half_of_a_mask_may_be_marked(tmp_path: Path) -> None:
    assert _screened(tmp_path, grey16(), marked((0, 0, 64, 24))) == ()
