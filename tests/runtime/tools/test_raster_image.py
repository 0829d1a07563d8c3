import cv2
import numpy as np
import pytest

from runtime.contracts.errors import ImageError
from runtime.tools.images import encode_png
from runtime.tools.raster_image import RasterHeader, decode_raster, encoded_size, jpeg_header, png_header


def _jpeg(height: int, width: int, *flags: int) -> bytes:
    ok, data = cv2.imencode(".jpg", np.full((height, width, 3), 90, np.uint8), list(flags))
    assert ok
    return bytes(data.tobytes())


@pytest.mark.parametrize("flags", [(), (cv2.IMWRITE_JPEG_PROGRESSIVE, 1)], ids=["baseline", "progressive"])
def test_a_jpeg_header_gives_the_size_without_decoding(flags: tuple[int, ...]) -> None:
    data = _jpeg(30, 50, *flags)
    assert jpeg_header(data) == RasterHeader(50, 30)
    assert decode_raster(data, "JPEG", 10_000).pixels.shape == (30, 50, 3)


def test_a_jpeg_with_fill_bytes_before_a_marker_is_read() -> None:
    data = _jpeg(8, 8)
    assert jpeg_header(data[:2] + b"\xff\xff" + data[2:]) == RasterHeader(8, 8)


@pytest.mark.parametrize(
    "data",
    [b"", b"\xff\xd8", b"\xff\xd8\xff\xe0\x00\x00" + bytes(60), b"\xff\xd8\xff\xda" + bytes(20)],
    ids=["empty", "start-only", "zero-length", "pixels-first"],
)
def test_a_jpeg_without_a_frame_has_no_header(data: bytes) -> None:
    assert jpeg_header(data) is None


def test_a_png_header_gives_the_size() -> None:
    assert png_header(encode_png(np.zeros((4, 9), np.uint8))) == RasterHeader(9, 4)
    assert png_header(b"\x89PNG") is None


@pytest.mark.parametrize(
    ("data", "size"),
    [
        (_jpeg(8, 9), RasterHeader(9, 8)),
        (b"\xff\x4f\xff\x51\0\x29\0\0\0\0\0\x05\0\0\0\x06", RasterHeader(5, 6)),
        (b"\0\0\0\x0cjP  \xff\x4f\xff\x51\0\x29\0\0\0\0\0\x05\0\0\0\x06", RasterHeader(5, 6)),
        (b"\xff\x4f\xff\x51", None),
        (b"raw", None),
    ],
    ids=["jpeg", "jpeg-2000", "jp2-box", "cut", "other"],
)
def test_a_streams_own_size_is_found(data: bytes, size: RasterHeader | None) -> None:
    assert encoded_size(data) == size


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
def test_one_pixel_over_the_limit_is_refused(kind: str) -> None:
    data = encode_png(np.zeros((10, 10), np.uint8)) if kind == "PNG" else _jpeg(10, 10)
    assert decode_raster(data, kind, 100).width == 10
    with pytest.raises(ImageError, match="10x10 is more than 99 pixels"):
        decode_raster(data, kind, 99)
