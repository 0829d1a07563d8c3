import os
from collections.abc import Callable
from pathlib import Path

import pytest

from runtime.contracts.errors import SampleError
from runtime.retrieval.corpus_files import corpus_files


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (os.mkfifo, "is no regular file"),
        (lambda path: path.symlink_to("/dev/zero"), "is a link out of the folder"),
        (lambda path: path.symlink_to("/etc/hostname"), "is a link out of the folder"),
        (lambda path: path.symlink_to(path), "leads nowhere"),
        (lambda path: path.symlink_to("absent.md"), "leads nowhere"),
        (lambda path: path.symlink_to("."), "is a link to a folder that is searched anyway"),
        (lambda path: path.symlink_to("good.md"), ""),
        (lambda path: path.write_text("text"), ""),
    ],
    ids=["pipe", "device", "file-outside", "loop", "dangling", "own-folder", "file-inside", "file"],
)
def test_only_regular_files_inside_the_folder_are_read(
    tmp_path: Path, make: Callable[[Path], object], said: str
) -> None:
    (tmp_path / "good.md").write_text("text")
    make(tmp_path / "odd.md")
    found = {path.name: problem for path, problem in corpus_files(tmp_path)}
    assert found["good.md"] == ""
    assert said in found["odd.md"]
    assert bool(found["odd.md"]) == bool(said)


def test_a_folder_that_is_a_link_is_searched(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "a.md").write_text("text")
    (tmp_path / "link").symlink_to("real")
    assert [problem for _, problem in corpus_files(tmp_path / "link")] == [""]


@pytest.mark.parametrize("name", ["absent", "n" * 300], ids=["absent", "too-long"])
def test_a_folder_that_cannot_be_listed_is_named(tmp_path: Path, name: str) -> None:
    with pytest.raises(SampleError, match=name):
        list(corpus_files(tmp_path / name))
