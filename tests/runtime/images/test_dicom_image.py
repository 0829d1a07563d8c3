import struct
from typing import Any

import numpy as np
import pytest
from pydicom.dataset import Dataset
from pydicom.sequence import Sequence
from pydicom.uid import DeflatedExplicitVRLittleEndian, ExplicitVRBigEndian

from runtime.contracts.errors import ImageError
from runtime.images import dicom_image
from runtime.images.dicom_image import decode_dicom
from runtime.images.image_refs import read_image_bytes
from runtime.images.image_types import Image
from runtime.images.load_image import load_image, sniff
from tests.runtime.tools.dicom_making import make_dicom


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
    assert _grey(make_dicom(RAMP, **fields)) == pytest.approx(grey, abs=2)


def test_a_window_that_shows_nothing_is_replaced_and_said() -> None:
    image = decode_dicom(make_dicom(RAMP, WindowCenter=9000, WindowWidth=10), 1_000_000)
    assert "window 9000 width 10 shows nothing; percentiles 1 to 99" in image.note


def test_a_voi_table_is_applied() -> None:
    table = Dataset()
    table.LUTDescriptor, table.LUTData = [4, 0, 8], np.array([0, 255, 10, 20], "<u2").tobytes()
    data = make_dicom(np.array([[0, 1, 2, 3]], np.uint8), VOILUTSequence=Sequence([table]))
    assert _grey(data) == [0, 255, 10, 20]


def test_a_flat_picture_stays_flat() -> None:
    assert _grey(make_dicom(np.full((2, 2), 7, np.uint8))) == [0, 0, 0, 0]


def test_a_sparse_mask_is_not_lost_to_percentiles() -> None:
    mask = np.zeros((20, 20), np.uint8)
    mask[3, 3] = 1
    image = decode_dicom(make_dicom(mask), 1_000_000)
    assert (int(image.pixels[3, 3]), int(image.pixels.sum())) == (255, 255)


def test_the_middle_frame_is_shown() -> None:
    frames = np.stack([np.full((2, 2), value, np.uint8) for value in (10, 20, 30, 40, 50)])
    image = decode_dicom(make_dicom(frames, WindowCenter=127.5, WindowWidth=255), 1_000_000)
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
    assert decode_dicom(make_dicom(RAMP, **fields), 1_000_000).spacing_mm == spacing


def test_nothing_about_the_patient_is_kept() -> None:
    image = decode_dicom(make_dicom(RAMP), 1_000_000)
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
        (make_dicom(np.zeros((64, 64), np.uint8), Rows=9000, Columns=9000), "9000x9000 is more than"),
        (make_dicom(np.zeros((64, 64), np.uint8), Rows=0), "no image in it"),
        (_cut(make_dicom(np.zeros((64, 64), np.uint8))), "DICOM"),
        (make_dicom(np.zeros((4, 4), np.uint8), PhotometricInterpretation="PALETTE COLOR"), "unreadable DICOM"),
        (make_dicom(np.zeros((4, 4), np.uint8), Rows=40), "unreadable DICOM"),
        (make_dicom(np.zeros((4, 4), np.uint8), PixelData=None), "pixel data is missing or cut off"),
        (make_dicom(np.zeros((4, 4), np.uint8), DeflatedExplicitVRLittleEndian)[:-60], "deflated part is cut off"),
        (make_dicom(np.zeros((4, 4), np.uint8), BitsAllocated=24), "unreadable DICOM"),
        (make_dicom(np.zeros((4, 4), np.uint8), SamplesPerPixel=3), "unreadable DICOM"),
    ],
    ids=[
        "too-large",
        "no-rows",
        "cut",
        "palette-without-table",
        "too-few-pixels",
        "no-pixels",
        "deflated-cut",
        "odd-bits",
        "colour-that-is-grey",
    ],
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


def test_a_deflated_file_is_read_and_one_that_fills_the_memory_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    data = make_dicom(np.zeros((600, 600), np.uint8), DeflatedExplicitVRLittleEndian)
    assert len(data) < 2000
    assert decode_dicom(data, 1_000_000).pixels.shape == (600, 600)
    monkeypatch.setattr(dicom_image, "MAX_FILE_BYTES", 300_000)
    monkeypatch.setattr(dicom_image, "_INFLATE_STEP_BYTES", 1000)
    with pytest.raises(ImageError, match="inflates to more than 300000 bytes"):
        decode_dicom(data, 1_000_000)


@pytest.mark.parametrize(
    ("start", "is_dicom"),
    [
        (b"\x08\0\x05\0CS\x0a\0", True),
        (b"\x08\0\0\0\4\0\0\0", True),
        (b"\0\x08\0\x05CS\0\x0a", True),
        (b"\x02\0\0\0UL\4\0", True),
        (b"\x08\0\x05\0\xff\xff\xff\xff", False),
        (b"\x08\0\x44\0CS\x0a\0", False),
        (b"", False),
    ],
    ids=["explicit", "implicit", "big-endian", "group-2", "huge-length", "late-tag", "empty"],
)
def test_a_file_without_preamble_is_told_by_its_first_element(start: bytes, is_dicom: bool) -> None:
    assert (sniff(start + bytes(200)) == "DICOM") is is_dicom


def test_a_file_without_preamble_is_read() -> None:
    image = load_image("pydicom-data:OT-PAL-8-face.dcm")
    assert (image.pixels.shape, image.modality) == ((480, 640, 3), "OT")


@pytest.mark.parametrize(
    ("frame", "value", "note"),
    [(None, 30, "frame 3 of 5"), (1, 10, "frame 1 of 5"), (5, 50, "frame 5 of 5")],
)
def test_a_frame_can_be_chosen(frame: int | None, value: int, note: str) -> None:
    frames = np.stack([np.full((2, 2), value, np.uint8) for value in (10, 20, 30, 40, 50)])
    image = decode_dicom(make_dicom(frames, WindowCenter=128, WindowWidth=256), 1_000_000, frame)
    assert (int(image.pixels[0, 0]), image.frame, image.note[:12]) == (value, int(note[6]), note)


@pytest.mark.parametrize("frame", [0, -1, 6])
def test_a_frame_that_is_not_there_is_refused(frame: int) -> None:
    with pytest.raises(ImageError, match=rf"no frame {frame}: the file has 5; choose one from 1 to 5"):
        decode_dicom(make_dicom(np.zeros((5, 2, 2), np.uint8)), 1_000_000, frame)


@pytest.mark.parametrize(
    ("values", "fields", "grey"),
    [
        # 12 bits of 16, signed: -2048 is 0x0800, and the unused upper bits may hold anything.
        (np.array([[0x0800, 0x0FFF, 0x0000, 0x07FF]], np.uint16), {"PixelRepresentation": 1}, [0, 127, 128, 255]),
        (np.array([[0xF800, 0xF000, 0x07FF, 0xF7FF]], np.uint16), {"PixelRepresentation": 1}, [0, 128, 255, 255]),
    ],
    ids=["signed", "with-overlay-bits"],
)
def test_twelve_bits_are_read_as_the_file_says(values: Any, fields: dict[str, Any], grey: list[int]) -> None:
    window: dict[str, Any] = {"WindowCenter": 0.5, "WindowWidth": 4096}
    data = make_dicom(values, BitsStored=12, HighBit=11, **fields, **window)
    assert _grey(data) == pytest.approx(grey, abs=1)


def test_float_pixels_are_shown() -> None:
    values = np.array([[0.0, 0.5, 1.0, np.nan]], np.float32)
    data = make_dicom(
        np.zeros((1, 4), np.uint32),
        PixelData=None,
        FloatPixelData=values.tobytes(),
        BitsAllocated=32,
        WindowCenter=0.5,
        WindowWidth=0.999,
    )
    assert _grey(data) == pytest.approx([0, 128, 255, 0], abs=1)


@pytest.mark.parametrize(("bits", "white"), [(8, 255), (12, 4095), (16, 65535), (32, 4294967295)])
def test_colour_of_any_depth_becomes_eight_bits(bits: int, white: int) -> None:
    kind = np.uint8 if bits == 8 else np.uint16 if bits <= 16 else np.uint32
    pixels = np.array([[[white, white // 2, 0]]], kind)
    fields: dict[str, Any] = {
        "SamplesPerPixel": 3,
        "PhotometricInterpretation": "RGB",
        "PlanarConfiguration": 0,
        "BitsStored": bits,
    }
    data = make_dicom(pixels, Rows=1, Columns=1, NumberOfFrames=None, HighBit=bits - 1, **fields)
    assert _grey(data) == pytest.approx([255, 127, 0], abs=1)


def test_big_endian_words_are_read_in_their_order() -> None:
    data = make_dicom(np.array([[0, 100, 200]], ">u2"), ExplicitVRBigEndian, WindowCenter=100, WindowWidth=200)
    assert _grey(data) == pytest.approx([0, 128, 255], abs=1)


FAMILIES: dict[str, list[str]] = {
    "mr": ["pydicom:MR_small", "pydicom:MR_small_RLE", "pydicom:MR_small_bigendian", "pydicom:MR_small_expb",
           "pydicom:MR_small_implicit", "pydicom:MR_small_jp2klossless", "pydicom:MR_small_jpeg_ls_lossless",
           "pydicom:MR_small_padded"],
    "enhanced-mr": ["pydicom-data:emri_small", "pydicom-data:emri_small_RLE", "pydicom-data:emri_small_big_endian",
                    "pydicom-data:emri_small_jpeg_2k_lossless", "pydicom-data:emri_small_jpeg_ls_lossless"],
    "palette": ["pydicom-data:OBXXXX1A", "pydicom-data:OBXXXX1A_rle", "pydicom-data:OBXXXX1A_expb"],
    "palette-frames": ["pydicom-data:OBXXXX1A_2frame", "pydicom-data:OBXXXX1A_rle_2frame",
                       "pydicom-data:OBXXXX1A_expb_2frame"],
    "segmented-palette": ["pydicom-data:gdcm-US-ALOKA-16", "pydicom-data:gdcm-US-ALOKA-16_big"],
    "rgb": ["pydicom:SC_rgb_rle", "pydicom:SC_rgb_rle_16bit", "pydicom:SC_rgb_rle_32bit", "pydicom-data:SC_rgb",
            "pydicom-data:SC_rgb_16bit", "pydicom-data:SC_rgb_32bit", "pydicom-data:SC_rgb_expb",
            "pydicom-data:SC_rgb_expb_16bit", "pydicom-data:SC_rgb_expb_32bit"],
    "us-lossless": ["pydicom-data:US1_UNCR", "pydicom-data:US1_J2KR"],
    "ct-lossless": ["pydicom-data:693_UNCR", "pydicom-data:693_J2KR"],
    "segmentation": ["pydicom-data:liver", "pydicom-data:liver_expb"],
    "dose": ["pydicom:rtdose", "pydicom:rtdose_expb", "pydicom:rtdose_rle"],
}  # fmt: skip


@pytest.mark.parametrize("names", FAMILIES.values(), ids=FAMILIES)
def test_one_picture_stored_in_many_ways_is_the_same_picture(names: list[str]) -> None:
    first = load_image(f"{names[0]}.dcm").pixels
    differing = [name for name in names[1:] if not np.array_equal(load_image(f"{name}.dcm").pixels, first)]
    assert differing == []
    assert first.std() > 5
