import pytest

from runtime.inspection.types import Box


@pytest.mark.parametrize(
    ("box", "area"),
    [(Box(2, 3, 5, 7), 12), (Box(2, 3, 2, 7), 0), (Box(5, 7, 2, 3), 0)],
    ids=["box", "flat", "inside-out"],
)
def test_the_area_of_a_box_is_never_below_zero(box: Box, area: int) -> None:
    assert box.area_px == area
