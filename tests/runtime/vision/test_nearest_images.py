from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from ace.paths import shipped
from runtime.images.load_image import encode_png, load_image
from runtime.vision.image_embedding import ImageEmbedder
from runtime.vision.nearest_images import NearestImages
from runtime.vision.reference_images import ReferenceImage, load_references
from tests.runtime.vision.tiny_models import put_models

LEFT, RIGHT, TOP = (ReferenceImage(f"{name}.png", "XR", name) for name in ("left", "right", "top"))


@pytest.fixture
def base(tmp_path: Path) -> Path:
    put_models(tmp_path / "models")
    for reference, rows, columns in ((LEFT, 60, 20), (RIGHT, 60, 20), (TOP, 20, 60)):
        pixels = np.zeros((60, 60), np.uint8)
        start = 40 if reference is RIGHT else 0
        pixels[:rows, start : start + columns] = 200
        (tmp_path / reference.ref).write_bytes(encode_png(pixels))
    return tmp_path


def _index(base: Path, references: Sequence[ReferenceImage], folder: Path | None = None) -> NearestImages:
    return NearestImages.build(ImageEmbedder.open(base / "models"), references, base, folder)


def test_the_nearest_come_first_and_the_picture_itself_never(base: Path) -> None:
    index = _index(base, (LEFT, RIGHT, TOP))
    pixels = load_image("left.png", base=base).pixels
    found = index.search(pixels, 5)
    assert [one.organ for one in found] == ["top", "right"]
    assert found[0].similarity > found[1].similarity
    almost = pixels.copy()
    almost[5, 5] += 1
    assert index.search(almost, 1)[0].ref == "left.png"
    assert index.search(np.repeat(pixels[..., None], 3, axis=2), 1)[0].organ == "top"


@pytest.mark.parametrize("k", [0, -1])
def test_none_asked_for_gives_none(base: Path, k: int) -> None:
    assert _index(base, (LEFT, RIGHT)).search(np.zeros((5, 5), np.uint8), k) == []


def test_an_index_of_nothing_finds_nothing(base: Path) -> None:
    assert _index(base, ()).search(np.zeros((5, 5), np.uint8), 3) == []


def test_what_cannot_be_read_is_skipped_and_named(base: Path) -> None:
    (base / "broken.png").write_bytes(b"\x89PNG\r\n\x1a\nbroken")
    index = _index(base, (LEFT, ReferenceImage("gone.png", "CT", "head"), ReferenceImage("broken.png", "CT", "head")))
    assert index.skipped == ("gone.png", "broken.png")
    assert index.references == (LEFT,)


def test_kept_vectors_are_used_for_the_same_pictures_only(base: Path) -> None:
    folder = base / "index"
    first = _index(base, (LEFT, RIGHT), folder)
    (kept,) = folder.iterdir()
    # Marked, to see that it is read back.
    np.save(kept, -first.vectors)
    assert (_index(base, (LEFT, RIGHT), folder).vectors == -first.vectors).all()
    (base / "right.png").write_bytes((base / "top.png").read_bytes())
    changed = _index(base, (LEFT, RIGHT), folder)
    assert changed.contract["corpus"] != first.contract["corpus"]
    assert len(list(folder.iterdir())) == 2


def _array(header: str) -> bytes:
    return b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header.encode()


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"no array",
        b"\x93NUMPY\x01\x00",
        b"PK\x03\x04no zip",
        _array("{'descr':'<f4','fortran_order':False,'shape':(1000000000000,1280)}\n"),
        _array("(" * 3000 + "\n"),
    ],
    ids=["empty", "text", "cut", "zip", "larger than the memory", "nested header"],
)
def test_damaged_vectors_are_made_again(base: Path, data: bytes) -> None:
    folder = base / "index"
    first = _index(base, (LEFT, RIGHT), folder)
    (kept,) = folder.iterdir()
    kept.write_bytes(data)
    assert (_index(base, (LEFT, RIGHT), folder).vectors == first.vectors).all()
    assert (np.load(kept) == first.vectors).all()


def test_a_folder_that_cannot_be_written_to_costs_only_time(base: Path) -> None:
    (base / "file").write_text("in the way")
    assert _index(base, (LEFT, RIGHT), base / "file" / "index").vectors.shape[0] == 2


@pytest.mark.models
def test_shipped_ultrasound_pictures_are_nearest_to_each_other(built_models: Path) -> None:
    """Leave-one-out on the shipped pictures: docs/evidence/segmentation.md has the whole table."""
    index = NearestImages.build(ImageEmbedder.open(built_models), load_references([shipped("samples")]))
    right = [
        index.search(load_image(one.ref).pixels, 1)[0].modality == "US"
        for one in index.references
        if one.modality == "US"
    ]
    assert len(right) == 6
    assert all(right)
