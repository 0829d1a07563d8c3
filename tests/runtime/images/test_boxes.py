import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.contracts.errors import ToolError
from runtime.images.boxes import box_in_pixels


@pytest.mark.parametrize(
    ("box", "padding", "pixels"),
    [
        ([0.25, 0.5, 0.75, 1.0], 0.0, (50, 50, 150, 100)),
        ([0, 0, 1, 1], 0.0, (0, 0, 200, 100)),
        ([0.4, 0.4, 0.6, 0.6], 0.5, (60, 30, 140, 70)),
        ([0.4, 0.4, 0.6, 0.6], 1.0, (40, 20, 160, 80)),
        ([-3, -3, 0.5, 0.5], 0.0, (0, 0, 100, 50)),
        ([0.5, 0.5, 1e300, 9], 0.0, (100, 50, 200, 100)),
        ((0.3, 0.3, 0.6, 0.6), 0.0, (60, 30, 120, 60)),
    ],
    ids=["plain", "whole", "padded", "padded-more", "clamped-low", "clamped-high", "tuple-and-rounding"],
)
def test_fractions_become_pixels(box: object, padding: float, pixels: tuple[int, int, int, int]) -> None:
    assert box_in_pixels(box, 200, 100, padding) == pixels


@pytest.mark.parametrize(
    ("box", "said"),
    [
        ([0.6, 0.1, 0.4, 0.9], "x0 < x1"),
        ([0.1, 0.9, 0.4, 0.1], "y0 < y1"),
        ([0.2, 0.2, 0.2, 0.4], "x0 < x1"),
        ([math.nan, 0, 1, 1], "NaN"),
        ([0, 0, math.inf, 1], "infinity"),
        ([0, 0, 10**400, 1], "infinity"),
        ([40, 40, 80, 80], "not pixels"),
        ([0.5, 0.5, 0.5001, 0.5001], "larger box"),
        ([1.5, 0.2, 1.9, 0.4], "empty"),
        ([-0.9, 0.2, -0.1, 0.4], "empty"),
        ([-(10**400), 0, 1, 1], "infinity"),
        ([10**18, 10**18, 10**18 + 1, 10**18 + 9], "x0 < x1"),
        ([0, 0, 1], "four numbers"),
        ([0, 0, 1, 1, 1], "four numbers"),
        ([0, 0, True, 1], "four numbers"),
        ([0, 0, "1", 1], "four numbers"),
        (None, "four numbers"),
        ("0,0,1,1", "four numbers"),
        ({"x0": 0}, "four numbers"),
    ],
)
def test_a_bad_box_is_the_callers_error(box: object, said: str) -> None:
    with pytest.raises(ToolError, match=said) as caught:
        box_in_pixels(box, 200, 100)
    assert caught.value.error_class == "invalid_arguments"


@given(st.lists(st.floats(), min_size=4, max_size=4), st.integers(1, 3000), st.integers(1, 3000), st.floats(0, 1))
def test_a_box_lies_in_the_image_or_is_refused(box: list[float], width: int, height: int, padding: float) -> None:
    try:
        x0, y0, x1, y1 = box_in_pixels(box, width, height, padding)
    except ToolError:
        return
    assert 0 <= x0 < x1 <= width
    assert 0 <= y0 < y1 <= height


@pytest.mark.parametrize("padding", [-0.1, 1.01, math.nan, math.inf])
def test_padding_is_a_fraction(padding: float) -> None:
    with pytest.raises(ToolError, match="needs a fraction 0-1") as caught:
        box_in_pixels([0.2, 0.2, 0.4, 0.4], 100, 100, padding)
    assert caught.value.error_class == "invalid_arguments"


@pytest.mark.parametrize(
    ("box", "size", "pixels"),
    [
        ([0, 0, 1, 1], (2, 2), (0, 0, 2, 2)),
        ([0.3, 0.3, 0.7, 0.7], (2, 2), (0, 0, 2, 2)),
        ([0.999, 0.999, 1, 1], (3000, 3000), (2997, 2997, 3000, 3000)),
        ([-1e308, -1e308, 1e308, 1e308], (7, 9), (0, 0, 7, 9)),
    ],
    ids=["two-pixels", "rounded-outwards", "corner", "enormous"],
)
def test_edges_are_rounded_outwards_and_cut_off(
    box: list[float], size: tuple[int, int], pixels: tuple[int, int, int, int]
) -> None:
    assert box_in_pixels(box, *size) == pixels
