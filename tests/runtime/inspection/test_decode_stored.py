import io
import struct

import numpy as np
import pytest
from PIL import Image as Pillow

from runtime.contracts.errors import ImageError
from runtime.images.raster_image import RasterHeader
from runtime.inspection.decode_stored import decode_stored, tiff_header
from tests.runtime.inspection.xray_files import Values, encoded, grey16


@pytest.mark.parametrize(
    ("suffix", "values"),
    [
        (".png", grey16()),
        (".tiff", grey16()),
        (".tiff", grey16().astype(np.float32)),
        (".png", (grey16() >> 8).astype(np.uint8)),
    ],
    ids=["png", "tiff", "float", "8-bit"],
)
def test_values_are_those_of_the_file(suffix: str, values: Values) -> None:
    stored = decode_stored(encoded(suffix, values))
    assert stored.values.dtype == values.dtype
    assert np.array_equal(stored.values, values)
    assert (stored.size_px, stored.is_colour) == ((64, 48), False)


def test_transparency_is_left_out() -> None:
    grey = grey16()
    stored = decode_stored(encoded(".png", np.dstack([grey, grey, grey, np.full_like(grey, 9)])))
    assert stored.is_colour
    assert stored.values.shape == (48, 64, 3)


def _png_of_size(width: int, height: int) -> bytes:
    data = bytearray(encoded(".png", grey16()))
    data[16:24] = struct.pack(">II", width, height)
    return bytes(data)


def _tiff_of_size(width: int, height: int) -> bytes:
    entries = struct.pack("<HHII", 256, 4, 1, width) + struct.pack("<HHII", 257, 4, 1, height)
    return b"II*\0" + struct.pack("<IH", 8, 2) + entries + struct.pack("<I", 0)


def _pages() -> bytes:
    out, page = io.BytesIO(), Pillow.fromarray(grey16())
    page.save(out, "TIFF", save_all=True, append_images=[page])
    return out.getvalue()


def _lzw_damaged() -> bytes:
    out = io.BytesIO()
    Pillow.fromarray(grey16()).save(out, "TIFF", compression="tiff_lzw")
    data = bytearray(out.getvalue())
    data[60:200] = b"\xff" * 140
    return bytes(data)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"not an image at all", "not a known image format; save it as 16-bit grey PNG"),
        (encoded(".bmp", (grey16() >> 8).astype(np.uint8)), "BMP is not read here"),
        (encoded(".png", grey16())[:-20], "damaged PNG"),
        (encoded(".jpg", (grey16() >> 8).astype(np.uint8))[:-60], "damaged JPEG"),
        (encoded(".tiff", grey16())[:60], "damaged TIFF"),
        (_lzw_damaged(), "damaged TIFF"),
        (b"II*\0", "damaged TIFF"),
        (_tiff_of_size(0, 5), "damaged TIFF"),
        (_tiff_of_size(100_000, 100_000), "100000x100000 is more than 40000000 pixels"),
        (_png_of_size(60_000, 60_000), "60000x60000 is more than 40000000 pixels"),
        (_pages(), "TIFF of several pictures"),
    ],
    ids=[
        "text",
        "bmp",
        "png-cut-off",
        "jpeg-cut-off",
        "tiff-cut-off",
        "tiff-damaged",
        "tiff-start-only",
        "no-width",
        "huge-tiff",
        "huge-png",
        "pages",
    ],
)
def test_what_cannot_be_read_says_why(data: bytes, said: str) -> None:
    with pytest.raises(ImageError, match=said):
        decode_stored(data)


def test_a_tiff_header_is_read_in_either_byte_order() -> None:
    big = b"MM\0*" + struct.pack(">IH", 8, 2) + struct.pack(">HHIHH", 256, 3, 1, 7, 0)
    big += struct.pack(">HHII", 257, 4, 1, 9) + struct.pack(">I", 0)
    assert tiff_header(big) == RasterHeader(7, 9)
    assert tiff_header(_tiff_of_size(7, 9)) == RasterHeader(7, 9)
    assert tiff_header(b"II*\0\xff\xff\xff\xff") is None
