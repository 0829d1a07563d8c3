"""Pictures for models: PNG of bounded size, decoded once."""

from pathlib import Path

import pytest

from runtime.artifacts.store import MemoryArtifactStore
from runtime.contracts.errors import ImageError
from runtime.models.picture import picture_loader

cv2 = pytest.importorskip("cv2")
np = pytest.importorskip("numpy")


def _png(height: int, width: int, colour: bool = False) -> bytes:
    shape = (height, width, 3) if colour else (height, width)
    pixels = np.arange(int(np.prod(shape)), dtype=np.uint32).reshape(shape).astype(np.uint8)
    return bytes(cv2.imencode(".png", pixels)[1].tobytes())


def _size(png: bytes | None) -> tuple[int, ...]:
    assert png is not None
    assert png.startswith(b"\x89PNG")
    return tuple(cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_UNCHANGED).shape)


@pytest.mark.parametrize(
    ("height", "width", "colour", "shown"),
    [
        (100, 50, False, (100, 50)),
        (400, 200, False, (128, 64)),
        (200, 400, True, (64, 128, 3)),
        (4, 1000, False, (1, 128)),
        (128, 128, False, (128, 128)),
    ],
    ids=["small", "tall", "wide colour", "thin", "just fits"],
)
def test_the_longer_side_is_bounded(
    tmp_path: Path, height: int, width: int, colour: bool, shown: tuple[int, ...]
) -> None:
    (tmp_path / "film.png").write_bytes(_png(height, width, colour))
    assert _size(picture_loader(tmp_path, MemoryArtifactStore(), 128)("film.png")) == shown


def test_a_picture_is_decoded_once(tmp_path: Path) -> None:
    (tmp_path / "film.png").write_bytes(_png(20, 10))
    load = picture_loader(tmp_path, MemoryArtifactStore(), 128)
    first = load("film.png")
    (tmp_path / "film.png").unlink()
    assert load("film.png") is first


def test_dicom_jpeg_and_phantoms_become_png(tmp_path: Path) -> None:
    pytest.importorskip("pydicom")
    (tmp_path / "film.jpg").write_bytes(bytes(cv2.imencode(".jpg", np.zeros((20, 10), np.uint8))[1].tobytes()))
    load = picture_loader(tmp_path, MemoryArtifactStore(), 256)
    assert _size(load("film.jpg")) == (20, 10)
    assert max(_size(load("pydicom:CT_small.dcm"))) == 128
    assert max(_size(load("phantom:window-wedge"))[:2]) <= 256


def test_an_artifact_that_is_no_picture_is_none(tmp_path: Path) -> None:
    store = MemoryArtifactStore()
    load = picture_loader(tmp_path, store, 128)
    assert load(store.put(b'{"rows": 3}', "application/json")) is None
    assert _size(load(store.put(_png(8, 8), "image/png"))) == (8, 8)


def test_a_file_that_is_no_picture_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("no image")
    load = picture_loader(tmp_path, MemoryArtifactStore(), 128)
    for ref in ("notes.txt", "gone.png", "../film.png"):
        with pytest.raises(ImageError):
            load(ref)
