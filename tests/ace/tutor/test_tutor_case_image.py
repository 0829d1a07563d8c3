"""The person's own copy of the image: where it is, and that none is left where no session was."""

from pathlib import Path

import pytest

from ace.tutor.case_image import IMAGE_FILE, CaseImage, no_image_left, write_case_image
from ace.tutor.place import open_place
from runtime.images.load_image import decode_image, load_image
from tests.runtime.builders import sample


def test_the_image_is_written_as_tools_see_it(tmp_path: Path) -> None:
    place = open_place(tmp_path, {}, {}, tmp_path / "traces")
    image = write_case_image(sample(image="phantom:line-pairs"), place)
    assert image.line == f"Image: {place.folder / IMAGE_FILE} (open it beside this window)"
    shown = decode_image(Path(image.path).read_bytes())
    assert (shown.pixels == load_image("phantom:line-pairs").pixels).all()


def test_a_case_without_an_image_has_no_line_and_one_that_cannot_be_read_says_why(tmp_path: Path) -> None:
    place = open_place(tmp_path, {}, {}, tmp_path / "traces")
    assert write_case_image(sample(image=""), place) == CaseImage("", "")
    broken = write_case_image(sample(image="phantom:none"), place)
    assert broken.path == ""
    assert broken.line.startswith("Image: cannot be shown (")
    assert "no such drawn phantom" in broken.line
    assert not place.folder.exists()


@pytest.mark.parametrize("is_begun", [True, False])
def test_the_image_stays_only_with_a_session(is_begun: bool, tmp_path: Path) -> None:
    folder = tmp_path / "r-1"
    folder.mkdir()
    with no_image_left(folder):
        (folder / IMAGE_FILE).write_bytes(b"x")
        if is_begun:
            (folder / "run.json").write_text("{}")
    assert (folder / IMAGE_FILE).exists() is is_begun
    assert folder.exists() is is_begun
