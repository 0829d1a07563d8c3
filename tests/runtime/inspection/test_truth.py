from pathlib import Path

import numpy as np
import pytest

from runtime.contracts.errors import ImageError
from runtime.inspection.castings import casting_voids
from runtime.inspection.truth import part_boxes, truth_boxes
from runtime.inspection.types import Box
from tests.runtime.inspection.xray_files import Values, grey16, marked, write_image


def test_a_drawn_casting_brings_its_own_truth() -> None:
    assert truth_boxes("casting:2", "", None) == casting_voids(2)
    with pytest.raises(ImageError, match="write casting:<number>"):
        truth_boxes("casting:two", "", None)


def test_the_connected_parts_of_the_mask_are_the_voids(tmp_path: Path) -> None:
    write_image(tmp_path / "scan.png", grey16())
    write_image(tmp_path / "mask.png", marked((30, 20, 40, 24), (2, 3, 5, 9)))
    assert truth_boxes("scan.png", "mask.png", tmp_path) == (Box(2, 3, 5, 9), Box(30, 20, 40, 24))


@pytest.mark.parametrize(
    "mask",
    [
        marked((4, 4, 9, 9)) // 255,
        marked((4, 4, 9, 9)).astype(np.uint16) * 2,
        np.dstack([marked((4, 4, 9, 9)), marked(), marked()]),
        np.dstack([marked((4, 4, 9, 9))] * 3 + [np.full((48, 64), 255, np.uint8)]),
    ],
    ids=["ones", "16-bit", "one-channel", "opaque"],
)
def test_whatever_is_not_black_is_marked(tmp_path: Path, mask: Values) -> None:
    write_image(tmp_path / "scan.png", grey16())
    write_image(tmp_path / "mask.png", mask)
    assert truth_boxes("scan.png", "mask.png", tmp_path) == (Box(4, 4, 9, 9),)


def test_parts_that_touch_at_a_corner_are_one() -> None:
    assert part_boxes(marked((0, 0, 4, 4), (4, 4, 8, 8), (10, 4, 12, 8)) > 0) == (Box(0, 0, 8, 8), Box(10, 4, 12, 8))


def test_a_black_mask_marks_no_void(tmp_path: Path) -> None:
    write_image(tmp_path / "scan.png", grey16())
    write_image(tmp_path / "mask.png", marked())
    assert truth_boxes("scan.png", "mask.png", tmp_path) == ()


@pytest.mark.parametrize(
    ("mask", "said"),
    [
        ("", "no mask, so nothing can be scored"),
        ("absent.png", "no such file"),
        ("small.png", "mask 'small.png': 32x24 pixels, but image 'scan.png' has 64x48"),
        ("mask.jpg", "JPEG changes the values"),
        ("../mask.png", "leaves its folder"),
    ],
)
def test_a_mask_that_cannot_be_used_is_an_error(tmp_path: Path, mask: str, said: str) -> None:
    write_image(tmp_path / "scan.png", grey16())
    write_image(tmp_path / "small.png", marked(height=24, width=32))
    write_image(tmp_path / "mask.jpg", marked())
    with pytest.raises(ImageError, match=said):
        truth_boxes("scan.png", mask, tmp_path)
