from pathlib import Path

import numpy as np
import pytest

from runtime.inspection.castings import casting_mask, make_casting
from runtime.inspection.read_pixels import read_pixels
from runtime.inspection.real_folder import ImagePair, list_images
from runtime.inspection.truth import truth_boxes
from tests.runtime.inspection.xray_files import Values, grey16, marked, write_image


def test_images_are_paired_with_the_masks_of_their_name(tmp_path: Path) -> None:
    for name in ("b.png", "a.tif", "c.TIFF"):
        write_image(tmp_path / name, grey16())
    for name in ("b_mask.png", "a.png", "c_mask.png"):
        write_image(tmp_path / name, marked((2, 2, 9, 9)))
    (tmp_path / "notes.txt").write_text("not an image")
    (tmp_path / "more").mkdir()
    found = list_images(tmp_path)
    assert found.pairs == (
        ImagePair(tmp_path / "a.tif", tmp_path / "a.png"),
        ImagePair(tmp_path / "b.png", tmp_path / "b_mask.png"),
        ImagePair(tmp_path / "c.TIFF", tmp_path / "c_mask.png"),
    )
    assert (found.problems, found.notes) == ((), ())


def test_drawn_castings_written_to_a_folder_keep_their_pixels_and_voids(tmp_path: Path) -> None:
    for number in range(4):
        write_image(tmp_path / f"casting-{number}.png", make_casting(number).pixels)
        write_image(tmp_path / f"casting-{number}_mask.png", casting_mask(number))
    found = list_images(tmp_path)
    assert (len(found.pairs), found.problems, found.notes) == (4, (), ())
    for number, (image, mask) in enumerate(found.pairs):
        assert np.array_equal(read_pixels(image.name, tmp_path, None), make_casting(number).pixels)
        assert sorted(truth_boxes(image.name, mask.name, tmp_path)) == sorted(make_casting(number).voids)


def test_masks_may_lie_in_a_folder_of_their_own(tmp_path: Path) -> None:
    images, masks = tmp_path / "images", tmp_path / "masks"
    images.mkdir()
    masks.mkdir()
    for name in ("a.png", "b.png"):
        write_image(images / name, grey16())
    write_image(masks / "a.png", marked())
    write_image(masks / "b_mask.png", marked())
    write_image(masks / "z.png", marked())
    found = list_images(images, masks)
    assert found.pairs == (
        ImagePair(images / "a.png", masks / "a.png"),
        ImagePair(images / "b.png", masks / "b_mask.png"),
    )
    assert found.problems == (f"{masks / 'z.png'}: no image belongs to this mask; name both alike",)


def test_naming_the_same_folder_twice_changes_nothing(tmp_path: Path) -> None:
    write_image(tmp_path / "a.png", grey16())
    write_image(tmp_path / "a_mask.png", marked())
    assert list_images(tmp_path, tmp_path / ".." / tmp_path.name).problems == ()
    assert len(list_images(tmp_path, tmp_path).pairs) == 1


@pytest.mark.parametrize(
    ("image", "mask", "said"),
    [
        (grey16(), None, "image 'a.tiff': no mask; add a_mask.png"),
        (grey16(), marked(height=20), "mask 'a_mask.png': 64x20 pixels, but image 'a.tiff' has 64x48"),
        (grey16(), marked((0, 0, 64, 40)), "mask 'a_mask.png': most of it is marked"),
        (np.full((48, 64), 7, np.uint16), marked(), "image 'a.tiff': empty, all pixels are 7"),
        (np.full((48, 64), -1, np.float32), marked(), "image 'a.tiff': values down to -1"),
    ],
    ids=["no-mask", "mask-size", "mask-turned", "blank", "negative"],
)
def test_what_cannot_be_scored_is_left_out_and_named(
    tmp_path: Path, image: Values, mask: Values | None, said: str
) -> None:
    write_image(tmp_path / "a.tiff", image)
    if mask is not None:
        write_image(tmp_path / "a_mask.png", mask)
    write_image(tmp_path / "good.png", grey16())
    write_image(tmp_path / "good_mask.png", marked())
    found = list_images(tmp_path)
    assert [pair.image.name for pair in found.pairs] == ["good.png"]
    assert len(found.problems) == 1
    assert f"{tmp_path}: {said}" in found.problems[0]


@pytest.mark.parametrize(
    ("image", "note"),
    [
        ((grey16() >> 8).astype(np.uint8), "8 bits, spread over 16"),
        (np.dstack([grey16()] * 3), "colour, weighed to grey"),
        (grey16().astype(np.float32), "32-bit values, scaled to 16 bits"),
    ],
    ids=["8-bit", "colour", "float"],
)
def test_what_is_converted_is_used_and_noted(tmp_path: Path, image: Values, note: str) -> None:
    write_image(tmp_path / "a.tiff", image)
    write_image(tmp_path / "a.png", marked())
    found = list_images(tmp_path)
    assert (len(found.pairs), found.problems) == (1, ())
    assert found.notes[0].startswith(f"{tmp_path / 'a.tiff'}: {note}")


def test_broken_and_empty_files_are_problems_not_errors(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(b"")
    (tmp_path / "b.png").write_bytes(b"hello")
    write_image(tmp_path / "c.png", grey16())
    (tmp_path / "c_mask.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    for name in ("a", "b"):
        write_image(tmp_path / f"{name}_mask.png", marked())
    found = list_images(tmp_path)
    assert found.pairs == ()
    assert [line.split(": ", 2)[1] for line in found.problems] == [
        "image 'a.png'",
        "image 'b.png'",
        "image 'c_mask.png'",
    ]


def test_two_images_of_one_name_are_not_guessed_between(tmp_path: Path) -> None:
    write_image(tmp_path / "a.tif", grey16())
    write_image(tmp_path / "a.png", grey16())
    write_image(tmp_path / "a_mask.png", marked())
    found = list_images(tmp_path)
    assert found.pairs == ()
    assert "several images are called 'a' (a.png, a.tif)" in found.problems[0]


def test_a_mask_without_an_image_is_a_problem(tmp_path: Path) -> None:
    write_image(tmp_path / "a_mask.png", marked())
    assert (
        list_images(tmp_path).problems[0]
        == f"{tmp_path / 'a_mask.png'}: no image belongs to this mask; name both alike"
    )


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    folder = tmp_path / "images"
    folder.mkdir()
    (folder / "a.tiff").symlink_to(write_image(tmp_path / "outside.tiff", grey16()))
    write_image(folder / "a.png", marked())
    found = list_images(folder)
    assert found.pairs == ()
    assert "leaves its folder" in found.problems[0]


def test_a_folder_that_is_empty_or_absent_says_so(tmp_path: Path) -> None:
    assert "no PNG, TIFF or JPEG image" in list_images(tmp_path).problems[0]
    assert "the folder cannot be read" in list_images(tmp_path / "absent").problems[0]
    write_image(tmp_path / "a.png", grey16())
    assert "the folder cannot be read" in list_images(tmp_path, tmp_path / "absent").problems[0]
    assert "the folder cannot be read" in list_images(tmp_path / "a.png").problems[0]
