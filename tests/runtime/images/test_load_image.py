import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from runtime.artifacts.store import MemoryArtifactStore
from runtime.contracts.errors import ImageError
from runtime.images.image_refs import PACKAGE_FOLDERS, image_problem, package_folder
from runtime.images.image_types import missing_image_packages
from runtime.images.load_image import decode_image, encode_png, load_image, sniff

# reference, shape, modality, frames: real files of the packages the samples use.
REAL: list[tuple[str, tuple[int, ...], str, int]] = [
    ("pydicom-data:693_UNCI.dcm", (512, 512), "CT", 1),
    ("pydicom-data:693_UNCR.dcm", (512, 512), "CT", 1),
    ("pydicom-data:bad_sequence.dcm", (512, 512), "CT", 1),
    ("pydicom-data:explicit_VR-UN.dcm", (512, 512), "CT", 1),
    ("pydicom-data:JPEG2000_UNC.dcm", (1024, 256), "NM", 1),
    ("pydicom-data:JPEG-LL.dcm", (1024, 256), "NM", 1),
    ("pydicom-data:MR-SIEMENS-DICOM-WithOverlays.dcm", (484, 484), "MR", 1),
    ("pydicom-data:MR2_UNCI.dcm", (1024, 1024), "MR", 1),
    ("pydicom-data:RG1_UNCI.dcm", (1955, 1841), "CR", 1),
    ("pydicom-data:RG3_UNCI.dcm", (1760, 1760), "CR", 1),
    ("pydicom-data:US1_UNCI.dcm", (480, 640, 3), "US", 1),
    ("pydicom-data:JPGLosslessP14SV1_1s_1f_8b.dcm", (768, 1024), "US", 1),
    ("pydicom-data:color3d_jpeg_baseline.dcm", (480, 640, 3), "US", 120),
    ("pydicom-data:color-pl.dcm", (120, 256, 3), "US", 1),
    ("pydicom-data:gdcm-US-ALOKA-16.dcm", (480, 640, 3), "US", 1),
    ("pydicom-data:OBXXXX1A.dcm", (600, 800, 3), "US", 1),
    ("pydicom-data:liver.dcm", (512, 512), "SEG", 3),
    ("pydicom:J2K_pixelrep_mismatch.dcm", (512, 512), "CT", 1),
    ("pydicom:CT_small.dcm", (128, 128), "CT", 1),
    ("pydicom:MR_small.dcm", (64, 64), "MR", 1),
    ("skimage:retina.jpg", (1411, 1411, 3), "", 1),
    ("skimage:ihc.png", (512, 512, 3), "", 1),
    ("skimage:microaneurysms.png", (102, 102), "", 1),
]


@pytest.mark.parametrize(("ref", "shape", "modality", "frames"), REAL, ids=[row[0] for row in REAL])
def test_every_real_image_is_readable_and_shows_something(
    ref: str, shape: tuple[int, ...], modality: str, frames: int, capfd: pytest.CaptureFixture[str]
) -> None:
    image = load_image(ref)
    assert image.pixels.dtype == np.uint8
    assert image.pixels.shape == shape
    assert (image.height, image.width) == shape[:2]
    assert (image.modality, image.frames) == (modality, frames)
    assert image.note
    assert image.pixels.std() > 5
    assert capfd.readouterr() == ("", "")


def test_pixels_cannot_be_changed_by_a_tool() -> None:
    image = load_image("skimage:microaneurysms.png")
    with pytest.raises(ValueError, match="read-only"):
        image.pixels[0, 0] = 1


def test_the_name_does_not_decide_what_a_file_is(tmp_path: Path) -> None:
    (tmp_path / "scan.dcm").write_bytes(encode_png(np.full((5, 7), 9, np.uint8)))
    image = load_image("scan.dcm", base=tmp_path)
    assert (image.width, image.height, int(image.pixels.max())) == (7, 5, 9)


def test_a_stored_image_comes_back_pixel_for_pixel() -> None:
    store = MemoryArtifactStore()
    colour = np.random.default_rng(1).integers(0, 256, (6, 4, 3)).astype(np.uint8)
    ref = store.put(encode_png(colour), "image/png")
    assert np.array_equal(load_image(ref, artifacts=store).pixels, colour)


def _apng() -> bytes:
    whole = encode_png(np.zeros((4, 4), np.uint8))
    body = b"acTL" + struct.pack(">II", 2, 0)
    return whole[:33] + struct.pack(">I", 8) + body + struct.pack(">I", zlib.crc32(body)) + whole[33:]


def _png_that_claims(width: int, height: int) -> bytes:
    body = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + body + struct.pack(">I", zlib.crc32(body))


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"hello, this is text", "not a known image format"),
        (b"GIF89a" + bytes(20), "GIF is not read"),
        (b"RIFF\x10\0\0\0WEBPVP8 " + bytes(20), "WebP is not read"),
        (b"%PDF-1.7", "PDF is not read"),
        (b"BM" + bytes(60), "BMP is not read"),
        (b"II*\0" + bytes(60), "TIFF is not read"),
        (b"\x1f\x8b\x08" + bytes(60), "gzip is not read"),
        (b"PK\x03\x04" + bytes(60), "zip is not read"),
        (b"\0\0\0\x18ftypheic" + bytes(60), "HEIF, AVIF or video is not read"),
        (b"\0\0\0\x0cjP  \r\n\x87\n" + bytes(60), "JPEG 2000 is not read"),
        (b"\x5c\x01" + bytes(342) + b"n+1\0" + bytes(8), "NIfTI is not read"),
        (b"\x89PNG\r\n\x1a\n", "damaged PNG"),
        (encode_png(np.arange(2500, dtype=np.uint8).reshape(50, 50) * 7)[:60], "damaged PNG"),
        (b"\xff\xd8\xff\xe0" + bytes(40), "damaged JPEG"),
        (_apng(), "animated PNG"),
        (_png_that_claims(50_000, 50_000), "more than 40000000 pixels"),
        (_png_that_claims(0, 10), "damaged PNG"),
        (bytes(128) + b"DICM", "DICOM"),
        (bytes(128) + b"DICM" + b"\xff" * 300, "DICOM"),
    ],
    ids=[
        "text",
        "gif",
        "webp",
        "pdf",
        "bmp",
        "tiff",
        "gzip",
        "zip",
        "heic",
        "jpeg-2000",
        "nifti",
        "png-header-only",
        "png-cut",
        "jpeg-zeros",
        "apng",
        "huge",
        "no-width",
        "dicom-empty",
        "dicom-noise",
    ],
)
def test_what_is_no_usable_image_is_refused_with_its_reference(tmp_path: Path, data: bytes, said: str) -> None:
    (tmp_path / "case.png").write_bytes(data)
    with pytest.raises(ImageError, match=said) as caught:
        load_image("case.png", base=tmp_path)
    assert "'case.png'" in str(caught.value)
    assert ";" in str(caught.value)


@pytest.mark.parametrize("ref", ["skimage:retina.jpg", "skimage:ihc.png", "phantom:line-pairs"])
def test_a_still_picture_has_no_second_frame(ref: str) -> None:
    assert load_image(ref, frame=1).frame == 1
    with pytest.raises(ImageError, match=r"no frame 2: it is one still picture; leave `frame` out"):
        load_image(ref, frame=2)


def test_a_frame_of_a_film_can_be_chosen() -> None:
    first, last = (load_image("pydicom-data:color3d_jpeg_baseline.dcm", frame=frame) for frame in (1, 120))
    assert (first.frame, last.frame, first.frames) == (1, 120, 120)
    assert not np.array_equal(first.pixels, last.pixels)


def _walked(kind: str) -> tuple[int, list[str], list[str]]:
    """Every file in a package's image folder: how many load, which are refused, which do anything else."""
    folder = package_folder(PACKAGE_FOLDERS[kind])
    loaded, refused, other = 0, [], []
    for path in sorted(path for path in folder.rglob("*") if path.is_file() and path.suffix != ".pyc"):
        ref = f"{kind}:{path.relative_to(folder)}"
        try:
            load_image(ref)
            loaded += 1
        except ImageError as exc:
            refused.append(str(exc))
        except Exception as exc:  # noqa: BLE001  anything else is what is looked for
            other.append(f"{ref}: {type(exc).__name__}: {exc}")
    return loaded, refused, other


# Counts with pydicom 3.0, pydicom-data 1.0, scikit-image 0.25: those that load only ever grow.
@pytest.mark.parametrize(("kind", "at_least"), [("pydicom", 89), ("pydicom-data", 67), ("skimage", 26)])
def test_every_file_of_the_packages_loads_or_is_refused_in_words(
    kind: str, at_least: int, capfd: pytest.CaptureFixture[str]
) -> None:
    loaded, refused, other = _walked(kind)
    assert other == []
    assert loaded >= at_least
    assert [text for text in refused if ";" not in text or len(text) > 400] == []
    assert len([text for text in refused if "unreadable DICOM" in text]) <= 3
    # Native decoders write to the terminal past Python.
    assert capfd.readouterr() == ("", "")


def test_sixteen_bits_and_transparency_become_eight_bit_grey_and_rgb() -> None:
    ok, deep = cv2.imencode(".png", np.full((3, 3), 65535, np.uint16))
    assert ok
    assert int(decode_image(deep.tobytes()).pixels.min()) == 255
    ok, clear = cv2.imencode(".png", np.full((3, 3, 4), (10, 20, 30, 40), np.uint8))
    assert ok
    assert decode_image(clear.tobytes()).pixels[0, 0].tolist() == [30, 20, 10]


def test_an_empty_array_is_not_stored() -> None:
    with pytest.raises(ImageError, match="without pixels"):
        encode_png(np.zeros((0, 5), np.uint8))


def test_missing_packages_are_named_with_their_extra() -> None:
    assert missing_image_packages("cv2", "numpy") == ""
    assert missing_image_packages("no_such_module").startswith("missing package no_such_module; install ace-optimizer")


def test_unknown_bytes_have_no_kind() -> None:
    assert sniff(b"") == ""


def test_a_drawn_phantom_is_an_image_without_its_truth() -> None:
    image = load_image("phantom:contrast-steps")
    assert image.width > image.height > 100
    assert "drawn phantom" in image.note
    assert not hasattr(image, "truth")


def test_an_unknown_phantom_names_those_that_exist() -> None:
    with pytest.raises(ImageError, match="no such drawn phantom; use one of contrast-steps"):
        load_image("phantom:nothing")
    assert "use one of contrast-steps" in image_problem("phantom:nothing", None)
    assert image_problem("phantom:line-pairs", None) == ""
