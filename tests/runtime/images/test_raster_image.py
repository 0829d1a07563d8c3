import io
import struct
import zlib
from typing import Any

import cv2
import numpy as np
import pytest
from PIL import Image as Pillow

from runtime.contracts.errors import ImageError
from runtime.images.load_image import encode_png
from runtime.images.raster_image import (
    RasterHeader,
    decode_raster,
    encoded_size,
    jpeg_header,
    picture_chunks,
    png_header,
)


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


def _stored(form: str, picture: Pillow.Image, **options: Any) -> bytes:
    file = io.BytesIO()
    picture.save(file, form, **options)
    return file.getvalue()


@pytest.fixture
def photograph() -> Pillow.Image:
    """60 x 40 smooth colours: red grows to the right, green downwards, blue is 40."""
    y, x = np.mgrid[0:40, 0:60]
    return Pillow.fromarray(np.stack([x * 4, y * 6, np.full_like(x, 40)], axis=2).astype(np.uint8))


@pytest.mark.parametrize("share", [0.3, 0.5, 0.9, 0.99])
@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
def test_a_file_that_was_cut_off_is_refused(photograph: Pillow.Image, kind: str, share: float) -> None:
    data = _stored(kind, photograph)
    with pytest.raises(ImageError, match=f"damaged {kind}"):
        decode_raster(data[: int(len(data) * share)], kind, 10_000)


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
def test_what_follows_the_end_does_not_matter(photograph: Pillow.Image, kind: str) -> None:
    data = _stored(kind, photograph)
    assert np.array_equal(
        decode_raster(data + b"more" * 9, kind, 10_000).pixels, decode_raster(data, kind, 10_000).pixels
    )


def test_a_thumbnails_end_is_not_the_pictures_end(photograph: Pillow.Image) -> None:
    data = _stored("JPEG", photograph)
    thumbnail = b"\xff\xe1" + struct.pack(">H", 4) + b"\xff\xd9"
    with pytest.raises(ImageError, match="cut off"):
        decode_raster(data[:2] + thumbnail + data[2:-2], "JPEG", 10_000)


def test_one_changed_bit_in_a_png_is_found(photograph: Pillow.Image) -> None:
    data = bytearray(_stored("PNG", photograph))
    data[len(data) // 2] ^= 1
    with pytest.raises(ImageError, match="checksum of IDAT"):
        decode_raster(bytes(data), "PNG", 10_000)


def test_only_what_makes_the_picture_reaches_the_decoder(
    photograph: Pillow.Image, capfd: pytest.CaptureFixture[str]
) -> None:
    data = _stored("PNG", photograph)
    extra = b"".join(
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
        for name, body in ((b"iCCP", b"broken\0\0profile"), (b"tEXt", b"Comment\0obey me"), (b"zTXt", b"x\0\0bomb"))
    )
    dressed = data[:33] + extra + data[33:]
    assert picture_chunks(dressed) == data
    assert np.array_equal(decode_raster(dressed, "PNG", 10_000).pixels, np.asarray(photograph))
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
def test_a_picture_that_was_taken_sideways_is_turned(photograph: Pillow.Image, kind: str) -> None:
    exif = Pillow.Exif()
    exif[0x0112] = 6  # turn a quarter to the right to see it
    pixels = decode_raster(_stored(kind, photograph, exif=exif), kind, 10_000).pixels
    assert pixels.shape == (60, 40, 3)
    assert np.abs(pixels.astype(int) - np.rot90(np.asarray(photograph), -1)).mean() < 4


@pytest.mark.parametrize("mode", ["CMYK", "L"])
def test_jpegs_of_other_colours_are_read(photograph: Pillow.Image, mode: str) -> None:
    changed = photograph.convert(mode)
    pixels = decode_raster(_stored("JPEG", changed, quality=95), "JPEG", 10_000).pixels
    expected = np.asarray(changed if mode == "L" else changed.convert("RGB"))
    assert pixels.shape == expected.shape
    assert np.abs(pixels.astype(int) - expected).mean() < 4


@pytest.mark.parametrize(
    ("mode", "shape"), [("1", (40, 60)), ("P", (40, 60, 3)), ("LA", (40, 60, 3)), ("RGBA", (40, 60, 3))]
)
def test_pngs_of_other_colours_are_read(photograph: Pillow.Image, mode: str, shape: tuple[int, ...]) -> None:
    changed = photograph.convert(mode)
    pixels = decode_raster(_stored("PNG", changed), "PNG", 10_000).pixels
    expected = np.asarray(changed.convert("L" if len(shape) == 2 else "RGB"))
    assert pixels.shape == shape
    assert np.array_equal(pixels, expected)


# 12 bits in 16 as X-ray detectors write them: without this they would come out as good as black.
@pytest.mark.parametrize(
    ("values", "grey", "note"),
    [
        ([0, 2048, 4095], [0, 128, 255], "12 in use"),
        ([0, 32768, 65535], [0, 128, 255], "16 in use"),
        ([0, 100, 255], [0, 100, 255], "8 in use"),
        ([0, 1, 3], [0, 1, 3], "8 in use"),
    ],
)
def test_sixteen_bits_are_shown_by_the_upper_eight_in_use(values: list[int], grey: list[int], note: str) -> None:
    image = decode_raster(_stored("PNG", Pillow.fromarray(np.array([values], np.uint16))), "PNG", 100)
    assert image.pixels.ravel().tolist() == grey
    assert note in image.note
