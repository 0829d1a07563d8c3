"""Which images choose, which are reported."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from ace.errors import NotFoundError
from ace.inspection.image_set import drawn_castings, folder_images


def _draw(folder: Path, *names: str, first: int = 0) -> Path:
    """Write small images, each another one; as masks they are marked in one place."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, name in enumerate(names, first):
        pixels = np.zeros((16, 16), np.uint8)
        pixels[4:6, 2 : 3 + number % 8] = 200
        assert cv2.imwrite(str(folder / name), pixels)
    return folder


NAMES = tuple(f"part-{number}.png" for number in range(20))


def test_drawn_castings_choose_on_others_than_they_report() -> None:
    images = drawn_castings(600, 600)
    numbers = [[int(one.image.removeprefix("casting:")) for one in part] for part in (images.dev, images.held_out)]
    assert numbers == [list(range(600)), list(range(1_000_000, 1_000_600))]
    assert images.is_drawn
    assert "simulated" in images.about
    # A smaller set is the beginning of the larger: its episodes are not run again.
    assert drawn_castings(60, 600).held_out == images.held_out[:60]


@pytest.mark.parametrize("count", [0, 601, -1])
def test_more_drawn_images_than_there_are(count: int) -> None:
    with pytest.raises(ValueError, match="give 1 to 600"):
        drawn_castings(count, 600)


@pytest.mark.parametrize("place", ["within", "beside", "named", "the same"])
def test_a_folder_is_halved_by_name_wherever_its_masks_are(tmp_path: Path, place: str) -> None:
    images = _draw(tmp_path / "set" / "images", *NAMES)
    others = {"within": images / "masks", "beside": tmp_path / "set" / "masks", "named": tmp_path / "truth"}
    masks, end = others.get(place, images), "_mask" if place == "the same" else ""
    _draw(masks, *(f"{name[:-4]}{end}.png" for name in NAMES))
    found = folder_images(images, masks if place == "named" else None)
    assert sorted(one.id for one in (*found.dev, *found.held_out)) == sorted(name[:-4] for name in NAMES)
    assert min(len(found.dev), len(found.held_out)) >= 4
    assert found.base is not None
    for one in (*found.dev, *found.held_out):
        assert (found.base / one.image) == (images / f"{one.id}.png").resolve()
        assert (found.base / one.mask) == (masks / f"{one.id}{end}.png").resolve()
    # More files change nothing about where the others are.
    _draw(images, "more.png")
    _draw(masks, f"more{end}.png")
    assert {one.id for one in found.dev} <= {one.id for one in folder_images(images, masks).dev}


def test_equal_files_and_views_of_a_part_are_in_one_half(tmp_path: Path) -> None:
    names = [f"C{part}_{view}.png" for part in range(4) for view in range(5)]
    images, masks = _draw(tmp_path / "images", *names), _draw(tmp_path / "masks", *names)
    for folder in (images, masks):
        (folder / "copy.png").write_bytes((images / "C0_0.png").read_bytes())
    # Drawings repeat after eight.
    apart = folder_images(images)
    assert any("C0_0, C1_3, C3_1, copy: the same file" in line for line in apart.grouped)
    assert apart.to_json()["groups"] == len(apart.grouped) == 8
    dev = {one.id for one in apart.dev}
    assert len({"C0_0", "copy"} & dev) != 1
    # Each part's numbers, so that no view of one is in the other half.
    for number, name in enumerate(names):
        pixels = np.full((16, 16), number, np.uint8)
        pixels[0, 0] = 200
        assert cv2.imwrite(str(images / name), pixels)
    parted = folder_images(images, group_by="2")
    assert "hash of the part" in parted.about
    assert not {one.id[:2] for one in parted.dev} & {one.id[:2] for one in parted.held_out}


def test_another_image_or_mask_is_another_set(tmp_path: Path) -> None:
    images, masks = _draw(tmp_path / "images", *NAMES), _draw(tmp_path / "masks", *NAMES)
    before = folder_images(images).key
    assert folder_images(images).key == before
    _draw(masks, NAMES[3], first=1)
    assert folder_images(images).key != before


def test_an_image_without_a_mask_is_left_out_and_named(tmp_path: Path) -> None:
    images = _draw(tmp_path / "images", *NAMES, "odd.png")
    _draw(tmp_path / "masks", *NAMES)
    found = folder_images(images)
    assert len(found.left_out) == 1
    assert "odd.png" in found.left_out[0]
    assert found.to_json()["left_out"] == 1


@pytest.mark.parametrize(
    ("files", "masks", "says"),
    [
        (None, None, "no such folder"),
        ((), (), "name the folder that holds them"),
        (NAMES, None, "--masks names another"),
        (NAMES, ("other.png",), "no image belongs to this mask"),
        (NAMES[:1], NAMES[:1], "fall into one half"),
    ],
    ids=["no folder", "no image", "no masks", "no mask fits", "one image"],
)
def test_what_cannot_be_scored_says_what_to_do(
    tmp_path: Path, files: tuple[str, ...] | None, masks: tuple[str, ...] | None, says: str
) -> None:
    for name, given in (("images", files), ("masks", masks)):
        if given is not None:
            _draw(tmp_path / name, *given)
    with pytest.raises(NotFoundError, match=says):
        folder_images(tmp_path / "images")


def test_a_mask_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match="--masks"):
        folder_images(_draw(tmp_path / "images", *NAMES), tmp_path / "gone")
