from typing import Any

import numpy as np
import pytest
from pydicom.dataset import Dataset, FileMetaDataset
from pydicom.uid import ExplicitVRLittleEndian

from runtime.contracts.errors import ImageError
from runtime.images.dicom_display import eight_bit, show_colour, show_grey


def _fields(**fields: Any) -> Dataset:
    dataset = Dataset()
    dataset.file_meta = FileMetaDataset()
    dataset.file_meta.TransferSyntaxUID = ExplicitVRLittleEndian
    dataset.PhotometricInterpretation, dataset.PixelRepresentation = "MONOCHROME2", 1
    for name, value in fields.items():
        setattr(dataset, name, value)
    return dataset


def _grey(values: list[int], **fields: Any) -> list[int]:
    return [int(value) for value in show_grey(np.array([values], np.int16), _fields(**fields)).pixels.ravel()]


# By hand from PS3.3 C.11.2.1.2: width 2 about 1 shows 0 black, 1 white; LINEAR_EXACT shows 1 grey.
@pytest.mark.parametrize(
    ("function", "grey"),
    [("", [0, 0, 255, 255]), ("LINEAR", [0, 0, 255, 255]), ("LINEAR_EXACT", [0, 0, 128, 255])],
    ids=["left-out", "linear", "exact"],
)
def test_a_window_follows_the_standard_to_the_value(function: str, grey: list[int]) -> None:
    fields: dict[str, Any] = {"VOILUTFunction": function} if function else {}
    assert _grey([-1, 0, 1, 2], WindowCenter=1, WindowWidth=2, **fields) == grey


def test_a_window_of_one_value_is_a_step() -> None:
    assert _grey([4, 5, 6], WindowCenter=5.5, WindowWidth=1) == [0, 0, 255]


@pytest.mark.parametrize(
    ("fields", "grey"),
    [
        ({"PixelPaddingValue": -2000}, [0, 0, 128, 255]),
        ({"PixelPaddingValue": -2000, "PixelPaddingRangeLimit": -1000}, [0, 0, 128, 255]),
        ({"PixelPaddingValue": -2000, "PhotometricInterpretation": "MONOCHROME1"}, [0, 255, 127, 0]),
    ],
    ids=["one-value", "range", "inverted"],
)
def test_padding_is_black_and_does_not_set_the_contrast(fields: dict[str, Any], grey: list[int]) -> None:
    assert _grey([-2000, 0, 100, 200], **fields) == pytest.approx(grey, abs=2)


def test_much_padding_is_said_and_little_is_not() -> None:
    values = np.zeros((10, 20), np.int16)
    values[0, 0] = -5
    assert "padding" not in show_grey(values, _fields(PixelPaddingValue=-5)).note
    values[:5] = -5
    assert "50% of the pixels are padding, shown black" in show_grey(values, _fields(PixelPaddingValue=-5)).note


def test_a_picture_that_is_all_padding_is_black() -> None:
    assert _grey([7, 7], PixelPaddingValue=7) == [0, 0]


def test_alpha_is_dropped_from_colour() -> None:
    stored = np.array([[[1, 2, 3, 9]]], np.uint8)
    assert show_colour(stored, _fields(PhotometricInterpretation="RGB", BitsStored=8)).pixels.tolist() == [[[1, 2, 3]]]


@pytest.mark.parametrize(
    "colour",
    [np.zeros((2, 2, 3), np.int16), np.zeros((2, 2, 2), np.uint8), np.zeros((2, 2), np.uint8)],
    ids=["signed", "two-channels", "grey"],
)
def test_what_is_no_rgb_is_refused(colour: Any) -> None:
    with pytest.raises(ImageError, match="is not read; convert it to RGB"):
        eight_bit(colour, 8)


def test_values_over_the_stored_bits_are_white() -> None:
    assert eight_bit(np.array([[[65535, 4095, 16]]], np.uint16), 12).tolist() == [[[255, 255, 1]]]
