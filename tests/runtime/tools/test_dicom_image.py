import io
import struct
from typing import Any

import numpy as np
import pytest
from pydicom.dataset import Dataset, FileMetaDataset
from pydicom.sequence import Sequence
from pydicom.uid import UID, DeflatedExplicitVRLittleEndian, ExplicitVRLittleEndian, generate_uid

from runtime.contracts.errors import ImageError
from runtime.tools.dicom_image import decode_dicom
from runtime.tools.image_refs import read_image_bytes
from runtime.tools.image_types import Image
from runtime.tools.images import load_image


def _dicom(pixels: Any, syntax: UID = ExplicitVRLittleEndian, **fields: Any) -> bytes:
    """A DICOM file of grey pixels, height x width or frames x height x width, with more fields by keyword."""
    dataset = Dataset()
    dataset.file_meta = FileMetaDataset()
    dataset.file_meta.TransferSyntaxUID = syntax
    dataset.file_meta.MediaStorageSOPClassUID = UID("1.2.840.10008.5.1.4.1.1.7")
    dataset.file_meta.MediaStorageSOPInstanceUID = generate_uid()
    dataset.SOPClassUID, dataset.SOPInstanceUID = "1.2.840.10008.5.1.4.1.1.7", generate_uid()
    dataset.PatientName = "Doe^Jane"
    dataset.Modality = "OT"
    dataset.SamplesPerPixel, dataset.PhotometricInterpretation = 1, "MONOCHROME2"
    dataset.Rows, dataset.Columns = pixels.shape[-2:]
    if pixels.ndim == 3:
        dataset.NumberOfFrames = pixels.shape[0]
    bits = pixels.dtype.itemsize * 8
    dataset.BitsAllocated = dataset.BitsStored = bits
    dataset.HighBit, dataset.PixelRepresentation = bits - 1, int(pixels.dtype.kind == "i")
    dataset.PixelData = pixels.tobytes()
    for name, value in fields.items():
        setattr(dataset, name, value)
    file = io.BytesIO()
    dataset.save_as(file, enforce_file_format=True)
    return file.getvalue()


def _grey(data: bytes) -> list[int]:
    return [int(value) for value in decode_dicom(data, 1_000_000).pixels.ravel()]


RAMP = np.array([[0, 50, 100, 200]], np.int16)


@pytest.mark.parametrize(
    ("fields", "grey"),
    [
        ({"WindowCenter": 100, "WindowWidth": 200}, [0, 64, 128, 255]),
        ({"WindowCenter": [100, 50], "WindowWidth": [200, 10]}, [0, 64, 128, 255]),
        ({"WindowCenter": 0, "WindowWidth": 200, "RescaleSlope": 1, "RescaleIntercept": -100}, [0, 64, 128, 255]),
        ({"WindowCenter": 100, "WindowWidth": 100, "VOILUTFunction": "SIGMOID"}, [5, 30, 128, 250]),
        ({"WindowCenter": 100, "WindowWidth": 200, "PhotometricInterpretation": "MONOCHROME1"}, [255, 191, 127, 0]),
        ({}, [0, 64, 128, 255]),
        ({"WindowCenter": 100, "WindowWidth": 0}, [0, 64, 128, 255]),
        ({"WindowCenter": 9000, "WindowWidth": 10}, [0, 64, 128, 255]),
    ],
    ids=["window", "first-of-two", "rescaled", "sigmoid", "inverted", "percentile", "zero-width", "shows-nothing"],
)
def test_grey_values_follow_the_file(fields: dict[str, Any], grey: list[int]) -> None:
    assert _grey(_dicom(RAMP, **fields)) == pytest.approx(grey, abs=2)


def test_a_window_that_shows_nothing_is_replaced_and_said() -> None:
    image = decode_dicom(_dicom(RAMP, WindowCenter=9000, WindowWidth=10), 1_000_000)
    assert "window 9000 width 10 shows nothing; percentiles 1 to 99" in image.note


def test_a_voi_table_is_applied() -> None:
    table = Dataset()
    table.LUTDescriptor, table.LUTData = [4, 0, 8], np.array([0, 255, 10, 20], "<u2").tobytes()
    data = _dicom(np.array([[0, 1, 2, 3]], np.uint8), VOILUTSequence=Sequence([table]))
    assert _grey(data) == [0, 255, 10, 20]


def test_a_flat_picture_stays_flat() -> None:
    assert _grey(_dicom(np.full((2, 2), 7, np.uint8))) == [0, 0, 0, 0]


def test_a_sparse_mask_is_not_lost_to_percentiles() -> None:
    mask = np.zeros((20, 20), np.uint8)
    mask[3, 3] = 1
    image = decode_dicom(_dicom(mask), 1_000_000)
    assert (int(image.pixels[3, 3]), int(image.pixels.sum())) == (255, 255)


def test_the_middle_frame_is_shown() -> None:
    frames = np.stack([np.full((2, 2), value, np.uint8) for value in (10, 20, 30, 40, 50)])
    image = decode_dicom(_dicom(frames, WindowCenter=127.5, WindowWidth=255), 1_000_000)
    assert (image.frames, int(image.pixels[0, 0])) == (5, 30)
    assert image.note.startswith("frame 3 of 5")


@pytest.mark.parametrize(
    ("fields", "spacing"),
    [
        ({"PixelSpacing": [0.5, 0.25]}, (0.5, 0.25)),
        ({"ImagerPixelSpacing": [0.1, 0.1]}, (0.1, 0.1)),
        ({"PixelSpacing": [0, 0]}, None),
        ({}, None),
    ],
    ids=["patient", "detector", "zero", "none"],
)
def test_spacing_is_rows_then_columns_or_nothing(fields: dict[str, Any], spacing: tuple[float, float] | None) -> None:
    assert decode_dicom(_dicom(RAMP, **fields), 1_000_000).spacing_mm == spacing


def test_nothing_about_the_patient_is_kept() -> None:
    image = decode_dicom(_dicom(RAMP), 1_000_000)
    assert "Doe" not in repr((image.modality, image.note, image.spacing_mm))


def test_reader_warnings_go_into_the_note_without_values() -> None:
    note = load_image("pydicom-data:bad_sequence.dcm").note
    assert "warning: Invalid value for VR UI: '...'" in note
    assert len(note) <= 600


def test_lossy_compression_and_overlays_are_said() -> None:
    assert "lossy compression" in load_image("pydicom-data:693_UNCI.dcm").note
    assert "overlay planes not drawn" in load_image("pydicom-data:MR-SIEMENS-DICOM-WithOverlays.dcm").note


def _cut(image: bytes) -> bytes:
    return image[: len(image) // 2]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (_dicom(np.zeros((64, 64), np.uint8), Rows=9000, Columns=9000), "9000x9000 is more than"),
        (_dicom(np.zeros((64, 64), np.uint8), Rows=0), "no image in it"),
        (_cut(_dicom(np.zeros((64, 64), np.uint8))), "DICOM"),
        (_dicom(np.zeros((4, 4), np.uint8), DeflatedExplicitVRLittleEndian), "deflated DICOM is not read"),
        (_dicom(np.zeros((4, 4), np.uint8), PhotometricInterpretation="PALETTE COLOR"), "unreadable DICOM"),
        (_dicom(np.zeros((4, 4), np.uint8), Rows=40), "unreadable DICOM"),
    ],
    ids=["too-large", "no-rows", "cut", "deflated", "palette-without-table", "too-few-pixels"],
)
def test_damaged_and_oversized_files_are_refused(data: bytes, said: str) -> None:
    with pytest.raises(ImageError, match=said):
        decode_dicom(data, 1_000_000)


def test_a_stream_larger_than_its_header_says_is_not_decoded() -> None:
    data = read_image_bytes("pydicom:J2K_pixelrep_mismatch.dcm", None, None)
    start = data.index(b"\xff\x4f\xff\x51")
    huge = data[: start + 8] + struct.pack(">II", 60_000, 60_000) + data[start + 16 :]
    with pytest.raises(ImageError, match="stream says 60000x60000"):
        decode_dicom(huge, 1_000_000)


def test_an_image_object_is_compared_by_identity() -> None:
    pixels = np.zeros((2, 2), np.uint8)
    assert Image(pixels) != Image(pixels)
