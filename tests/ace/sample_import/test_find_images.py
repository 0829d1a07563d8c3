"""Images: used where they lie in the repository, copied from outside it, never followed out of their folder."""

from pathlib import Path

import pytest

from ace.errors import AceError
from ace.sample_import.find_images import ImageFolder, find_images, placed
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
