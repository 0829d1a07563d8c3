from pathlib import Path

import numpy as np
import pytest

from runtime.artifacts.store import MemoryArtifactStore
from runtime.contracts.errors import ImageError
from runtime.inspection.castings import make_casting
from runtime.inspection.read_pixels import drawn_number, read_pixels
from tests.runtime.inspection.xray_files import Values, encoded, grey16, write_image


def test_a_drawn_casting_needs_no_folder() -> None:
    assert np.array_equal(read_pixels("casting:12", None, None), make_casting(12).pixels)


@pytest.mark.parametrize("ref", ["casting:", "casting:twelve", "casting:-3", "casting:1234567890"])
def test_a_casting_that_is_none_says_how_to_write_one(ref: str) -> None:
    with pytest.raises(ImageError, match="write casting:<number>"):
        read_pixels(ref, None, None)
    with pytest.raises(ImageError, match="write casting:<number>"):
        drawn_number(ref)


@pytest.mark.parametrize("suffix", [".png", ".tif", ".tiff"])
def test_sixteen_bits_come_back_as_they_are(tmp_path: Path, suffix: str) -> None:
    write_image(tmp_path / f"scan{suffix}", grey16())
    assert np.array_equal(read_pixels(f"scan{suffix}", tmp_path, None), grey16())


def test_an_artifact_is_read_too() -> None:
    store = MemoryArtifactStore()
    ref = store.put(encoded(".png", grey16()), "image/png")
    assert np.array_equal(read_pixels(ref, None, store), grey16())


GREY = grey16().astype(np.float64)


@pytest.mark.parametrize(
    ("suffix", "values", "scale"),
    [
        (".png", (grey16() >> 8).astype(np.uint8), 256 / 257),
        (".png", np.dstack([grey16()] * 3), 1.0),
        (".png", np.dstack([grey16()] * 3 + [np.full_like(grey16(), 7)]), 1.0),
        (".tiff", (GREY / 65_535).astype(np.float32), 1.0),
        (".tiff", GREY.astype(np.float32), 1.0),
        (".tiff", (GREY * 100).astype(np.float32), GREY.max() / 65_535),
        (".tiff", (GREY * 100).astype(np.int32), GREY.max() / 65_535),
    ],
    ids=["8-bit", "colour", "colour-and-alpha", "fractions", "float-counts", "large-floats", "32-bit"],
)
def test_other_kinds_become_sixteen_bit_grey_in_proportion(
    tmp_path: Path, suffix: str, values: Values, scale: float
) -> None:
    write_image(tmp_path / f"scan{suffix}", values)
    pixels = read_pixels(f"scan{suffix}", tmp_path, None)
    assert pixels.dtype == np.uint16
    assert (pixels.shape, pixels.flags.writeable) == ((48, 64), False)
    assert np.abs(pixels * scale - GREY).max() <= (256 if values.dtype == np.uint8 else 1)


@pytest.mark.parametrize(
    ("values", "said"),
    [
        (np.full((4, 4), -3, np.float32), "values down to -3"),
        (np.full((4, 4), np.nan, np.float32), "not finite"),
        (np.full((4, 4), np.inf, np.float32), "not finite"),
    ],
    ids=["negative", "nan", "infinite"],
)
def test_numbers_that_are_no_brightness_are_refused(tmp_path: Path, values: Values, said: str) -> None:
    write_image(tmp_path / "scan.tiff", values)
    with pytest.raises(ImageError, match=rf"image 'scan.tiff': .*{said}"):
        read_pixels("scan.tiff", tmp_path, None)


@pytest.mark.parametrize(
    ("ref", "data", "said"),
    [
        ("scan.png", b"", "zero bytes"),
        ("scan.png", b"\x89PNG\r\n\x1a\n", "damaged PNG"),
        ("scan.png", b"hello", "not a known image format"),
        ("other.png", b"hello", "no such file"),
        ("../scan.png", b"hello", "leaves its folder"),
    ],
    ids=["empty", "broken", "text", "absent", "outside"],
)
def test_what_is_no_image_is_named_with_what_to_do(tmp_path: Path, ref: str, data: bytes, said: str) -> None:
    (tmp_path / "scan.png").write_bytes(data)
    with pytest.raises(ImageError, match=rf"image '{ref}'.*{said}"):
        read_pixels(ref, tmp_path, None)
