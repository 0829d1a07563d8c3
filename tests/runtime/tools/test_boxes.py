import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.contracts.errors import ToolError
from runtime.tools.boxes import box_in_pixels


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
