import os
from pathlib import Path

import pytest

from runtime.agents.inspector.casting_file import ImageFolder
from runtime.agents.inspector.pair_images import pair_images
from tests.runtime.inspection.xray_files import grey16, marked, write_image, write_plates

PLATES = ImageFolder(folder="xray/plates", masks="xray/masks", split="dev", tags=("real",))


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def test_masks_may_stand_beside_their_images(tmp_path: Path) -> None:
    folder = tmp_path / "xray"
    folder.mkdir()
    for name in ("a.png", "b.tif", "c.png"):
        write_image(folder / name, grey16())
    for name in ("a_mask.png", "b.png"):
        write_image(folder / name, marked())
    paired = pair_images(ImageFolder(folder="xray", split="dev"), tmp_path)
    assert [(sample.id, sample.image, sample.mask) for sample in paired.samples] == [
        ("a", "xray/a.png", "xray/a_mask.png"),
        ("b", "xray/b.tif", "xray/b.png"),
    ]
    assert len(paired.problems) == 1
    assert "image 'c.png': has no mask; add c_mask.png" in paired.problems[0]


def test_an_image_that_cannot_be_used_is_left_out_and_reported(tmp_path: Path) -> None:
    write_plates(tmp_path, "good", "empty", "two", "has space")
    write_image(tmp_path / "xray/plates/alone.png", grey16())
    (tmp_path / "xray/plates/empty.png").write_bytes(b"")
    write_image(tmp_path / "xray/plates/two.jpg", marked())
    os.mkfifo(tmp_path / "xray/plates/pipe.png")
    write_image(tmp_path / "xray/masks/pipe.png", marked())
    paired = pair_images(PLATES, tmp_path)
    assert [sample.id for sample in paired.samples] == ["good"]
    assert [problem.split(": ", 1)[1].split(";")[0] for problem in paired.problems] == [
        "has no mask",
        "zero bytes",
        "its name is the sample's id",
        "no such file, but a folder, pipe or device",
        "two images of one name",
    ]


@pytest.mark.parametrize(
    ("folder", "masks", "said"),
    [
        ("xray/none", "xray/masks", "cannot be looked into (No such file or directory)"),
        ("xray/plates", "xray/plates/a.png", "cannot be looked into (Not a directory)"),
        ("../outside", "xray/masks", "leaves its folder"),
        ("/etc", "xray/masks", "leaves its folder"),
        ("xray/void", "xray/masks", "holds no image; put files there that end in .png"),
    ],
    ids=["missing", "a file", "outside", "absolute", "empty"],
)
def test_a_folder_that_cannot_be_used_is_one_problem(tmp_path: Path, folder: str, masks: str, said: str) -> None:
    write_plates(tmp_path, "a")
    (tmp_path / "xray/void").mkdir()
    paired = pair_images(ImageFolder(folder=folder, masks=masks, split="dev"), tmp_path)
    assert paired.samples == ()
    assert len(paired.problems) == 1
    assert said in paired.problems[0]


def test_what_was_found_is_kept_and_changes_with_the_files(tmp_path: Path) -> None:
    write_plates(tmp_path, "a", "b")
    first = pair_images(PLATES, tmp_path)
    assert [sample.id for sample in first.samples] == ["a", "b"]
    assert len(list((tmp_path / "cache/ace/images").iterdir())) == 1
    assert pair_images(PLATES, tmp_path) == first
    write_image(tmp_path / "xray/masks/a.png", marked((0, 0, 64, 48)))
    second = pair_images(PLATES, tmp_path)
    assert [sample.id for sample in second.samples] == ["b"]
    assert "most of it is marked" in second.problems[0]
