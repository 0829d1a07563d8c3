import numpy as np
import pytest

from runtime.images.load_image import load_image
from runtime.tools.image_findings_regions import METHOD, largest_bright_region


def test_the_largest_of_several_is_measured() -> None:
    grey = np.full((100, 200), 10, np.uint8)
    grey[10:30, 10:40] = 200
    grey[50:60, 100:110] = 220
    found = largest_bright_region(grey, (0.5, 0.25))
    assert found == {
        "method": METHOD,
        "regions": 2,
        "area_px": 600,
        "area_share": 0.03,
        "bbox_px": [10, 10, 40, 30],
        "area_mm2": 75.0,
    }
    assert "area_mm2" not in largest_bright_region(grey)


@pytest.mark.parametrize("value", [0, 128, 255])
def test_an_even_picture_is_one_region_or_none(value: int) -> None:
    found = largest_bright_region(np.full((10, 10), value, np.uint8), (1.0, 1.0))
    assert found["regions"] in (0, 1)
    assert found["area_px"] == (100 if found["regions"] else 0)
    assert found["area_mm2"] == float(str(found["area_px"]))


def test_a_drawn_label_has_its_known_area() -> None:
    image = load_image("phantom:lesion-grid")
    found = largest_bright_region(image.pixels, image.spacing_mm)
    # Otsu leaves the two dimmer labels out; the largest of the others is 32 mm a side.
    assert found["area_mm2"] == 1024.0
