"""An image as read, and the packages reading needs."""

import numpy as np

from runtime.images.image_types import Image, missing_image_packages


def test_height_is_rows_and_width_is_columns() -> None:
    image = Image(np.zeros((3, 5, 3), dtype=np.uint8))
    assert (image.height, image.width) == (3, 5)


def test_absent_packages_are_named_with_what_brings_them() -> None:
    said = missing_image_packages("numpy", "no_such_package_at_all")
    assert "no_such_package_at_all" in said
    assert "numpy" not in said.split(";")[0]
    assert "ace-optimizer[tutor]" in said
    assert missing_image_packages("numpy") == ""
