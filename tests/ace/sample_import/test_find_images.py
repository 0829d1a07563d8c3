"""Images: used where they lie in the repository, copied from outside it, never followed out of their folder."""

from pathlib import Path

import pytest

from ace.errors import AceError
from ace.sample_import.find_images import ImageFolder, find_images, picture_problem, placed
from ace.sample_import.request import ImportRequest
from ace.sample_import.row import QuestionRow, RowError
from ace.sample_import.sources import SOURCES
from tests.ace.sample_import.data_sets import PNG, question, with_images


def _always(row: QuestionRow) -> bool:
    return True


def _never(row: QuestionRow) -> bool:
    return False


def test_an_image_in_the_repository_is_used_where_it_is(tmp_path: Path) -> None:
    images = ImageFolder(with_images(tmp_path / "scans", "film1.jpg"), tmp_path, tmp_path / "out")
    assert placed(question(1), images, _always) == (question(1), "scans/film1.jpg")
    assert not images.fetch("film1.jpg")


def test_an_image_outside_is_copied(tmp_path: Path) -> None:
    top = tmp_path / "repository"
    images = ImageFolder(with_images(tmp_path / "scans", "a/film1.jpg"), top, top / "out/images/set")
    assert images.ref("a/film1.jpg") == "out/images/set/a/film1.jpg"
    assert images.fetch("a/film1.jpg")
    assert (top / "out/images/set/a/film1.jpg").read_bytes() == PNG


@pytest.mark.parametrize(
    "name",
    ["a/film1.jpg", "a/../a/film1.jpg", "../scans/a/film1.jpg", "{up}{folder}/a/film1.jpg", "{folder}/a/film1.jpg"],
    ids=["plain", "up and down", "out and in", "from the root up", "absolute"],
)
def test_a_copy_has_its_place_by_where_the_image_is_however_it_was_named(name: str, tmp_path: Path) -> None:
    top, folder = tmp_path / "repository", with_images(tmp_path / "scans", "a/film1.jpg")
    images = ImageFolder(folder, top, top / "out/images/set")
    name = name.format(up="../" * 40, folder=folder)
    assert images.ref(name) == "out/images/set/a/film1.jpg"
    assert images.fetch(name)
    assert {path for path in tmp_path.rglob("*") if path.is_file()} == {
        top / "out/images/set/a/film1.jpg",
        folder / "a/film1.jpg",
    }


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "zero bytes"),
        (PNG[:40], "damaged PNG"),
        (PNG[:-20], "damaged PNG"),
        (b"\xff\xd8\xff\xe0" + bytes(40), "damaged JPEG"),
        (b"<html>not found</html>", "not a known image format"),
        (b"GIF89a" + bytes(20), "GIF is not read"),
    ],
    ids=["empty", "header only", "cut", "broken JPEG", "a page", "GIF"],
)
def test_a_file_that_is_no_image_is_found_out_here(data: bytes, says: str, tmp_path: Path) -> None:
    (tmp_path / "film1.jpg").write_bytes(data)
    images = ImageFolder(tmp_path, tmp_path, tmp_path / "out")
    with pytest.raises(RowError, match=f"its image cannot be used: .*{says}"):
        placed(question(1), images, _never)
    assert says in picture_problem(tmp_path / "film1.jpg")


def test_a_path_longer_than_a_sample_takes_is_refused(tmp_path: Path) -> None:
    deep = tmp_path.joinpath(*["x" * 200] * 6)
    images = ImageFolder(with_images(deep, "film1.jpg"), tmp_path, tmp_path / "out")
    with pytest.raises(RowError, match="more than 1000"):
        images.ref("film1.jpg")


def test_another_file_in_the_way_of_a_copy_stays_unless_it_is_to_be_replaced(tmp_path: Path) -> None:
    top = tmp_path / "repository"
    target = top / "out/film1.jpg"
    target.parent.mkdir(parents=True)
    target.write_bytes(b"mine")
    images = ImageFolder(with_images(tmp_path / "scans", "film1.jpg"), top, top / "out")
    with pytest.raises(AceError, match=r"film1.jpg: is in the way .* or give --replace"):
        images.check_free(["film1.jpg"], is_replacing=False)
    images.check_free(["film1.jpg"], is_replacing=True)
    assert target.read_bytes() == b"mine"
    assert images.fetch("film1.jpg")
    assert target.read_bytes() == PNG
    images.check_free(["film1.jpg"], is_replacing=False)


def test_a_copy_replaces_a_link_and_never_goes_through_one(tmp_path: Path) -> None:
    top, outside = tmp_path / "repository", tmp_path / "outside"
    images = ImageFolder(with_images(tmp_path / "scans", "film1.jpg", "a/film2.jpg"), top, top / "out")
    outside.mkdir()
    (outside / "mine.txt").write_text("mine")
    (top / "out").mkdir(parents=True)
    (top / "out/film1.jpg").symlink_to(outside / "mine.txt")
    (top / "out/a").symlink_to(outside)
    images.fetch("film1.jpg")
    assert ((outside / "mine.txt").read_text(), (top / "out/film1.jpg").is_symlink()) == ("mine", False)
    with pytest.raises(AceError, match="leads out of the repository"):
        images.check_free(["a/film2.jpg"], is_replacing=True)


@pytest.mark.parametrize("name", ["../secret.jpg", "/etc/passwd", "link.jpg", "gone.jpg", "", "a\0b", "x" * 5000])
def test_what_leaves_the_folder_of_images_is_no_image(name: str, tmp_path: Path) -> None:
    with_images(tmp_path, "secret.jpg")
    folder = with_images(tmp_path / "scans", "film1.jpg")
    (folder / "link.jpg").symlink_to(tmp_path / "secret.jpg")
    assert ImageFolder(folder.resolve(), tmp_path, tmp_path / "out").ref(name) == ""


def test_without_its_image_a_question_says_what_it_was_about_or_is_not_asked(tmp_path: Path) -> None:
    images = ImageFolder(None, tmp_path, tmp_path / "out")
    asked, ref = placed(question(1, modality="MR", organ="brain"), images, _never)
    assert (asked.note, asked.image, ref) == (" (Asked about an MR image, region: brain, which is not shown.)", "", "")
    with pytest.raises(RowError, match="name their folder with --images"):
        placed(question(1), images, _always)


def test_the_usual_folder_is_found_and_a_wrong_one_refused(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with_images(data / "images", "film1.jpg")
    request = ImportRequest("vqa-rad", data, tmp_path, Path("out"))
    assert find_images(request, SOURCES["vqa-rad"]).folder == data / "images"
    assert find_images(request, SOURCES["pubmedqa"]).folder is None
    wrong = ImportRequest("vqa-rad", data, tmp_path, Path("out"), images=tmp_path / "gone")
    with pytest.raises(AceError, match="no such folder; --images"):
        find_images(wrong, SOURCES["vqa-rad"])
