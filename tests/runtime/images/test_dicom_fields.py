from typing import Any

import pytest
from pydicom.dataset import Dataset, FileMetaDataset
from pydicom.sequence import Sequence

from runtime.images.dicom_fields import first_number, frame_fields, spacing_mm


def _group(sequence: str, **fields: Any) -> Dataset:
    inner, group = Dataset(), Dataset()
    for name, value in fields.items():
        setattr(inner, name, value)
    setattr(group, sequence, Sequence([inner]))
    return group


def _enhanced() -> Dataset:
    dataset = Dataset()
    dataset.file_meta = FileMetaDataset()
    dataset.WindowCenter, dataset.WindowWidth = 1, 2
    dataset.SharedFunctionalGroupsSequence = Sequence([_group("FrameVOILUTSequence", WindowCenter=10, WindowWidth=20)])
    dataset.PerFrameFunctionalGroupsSequence = Sequence(
        [
            _group("PixelMeasuresSequence", PixelSpacing=[0.5, 0.25]),
            _group("FrameVOILUTSequence", WindowCenter=100, WindowWidth=200),
        ]
    )
    return dataset


@pytest.mark.parametrize(
    ("index", "window", "spacing"),
    [(0, (10, 20), (0.5, 0.25)), (1, (100, 200), None), (7, (10, 20), None)],
    ids=["for-all-frames", "for-this-frame", "no-such-frame"],
)
def test_the_frames_own_word_wins(index: int, window: tuple[int, int], spacing: tuple[float, float] | None) -> None:
    fields = frame_fields(_enhanced(), index)
    assert (fields.WindowCenter, fields.WindowWidth) == window
    assert spacing_mm(fields) == spacing


def test_a_plain_file_says_it_at_the_top() -> None:
    dataset = Dataset()
    dataset.file_meta = FileMetaDataset()
    dataset.WindowCenter, dataset.PatientName = 7, "Doe^Jane"
    fields = frame_fields(dataset, 0)
    assert fields.WindowCenter == 7
    assert "PatientName" not in fields
    assert fields.file_meta is dataset.file_meta


@pytest.mark.parametrize(
    ("value", "number"),
    [(3, 3.0), (2.5, 2.5), ([4, 5], 4.0), ([], None), (None, None), ("6", None), (float("nan"), None), (["x"], None)],
)
def test_the_first_of_several_numbers(value: object, number: float | None) -> None:
    assert first_number(value) == number


@pytest.mark.parametrize("given", [[0, 1], [1], [1, 2, 3], ["a", "b"], [float("inf"), 1], None], ids=str)
def test_a_spacing_that_is_none_is_not_used(given: object) -> None:
    assert spacing_mm({"PixelSpacing": given}) is None  # type: ignore[arg-type]
