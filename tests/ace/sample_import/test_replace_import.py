"""Putting an import in place: other people's files stay, and an import that was killed is made whole."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ace.errors import AceError
from ace.sample_import.find_images import ImageFolder
from ace.sample_import.replace_import import ImportTarget
from ace.sample_import.write_samples import head_of
from runtime.samples.load_samples import load_samples
from tests.ace.sample_import.data_sets import imported, vqa_row, with_images, write_json

OURS = (head_of("set") + "x: 1\n").encode()


def _target(top: Path, *, is_replacing: bool = False) -> ImportTarget:
    return ImportTarget(top, top / "out/tutor", "set", is_replacing)


def _put(top: Path, *names: str, is_replacing: bool = False) -> int:
    images = ImageFolder(None, top, top / "out/images/set")
    return _target(top, is_replacing=is_replacing).put(dict.fromkeys(names, OURS), images, [])


def _names(top: Path) -> list[str]:
    return sorted(path.name for path in (top / "out/tutor").iterdir())


def test_files_an_earlier_import_left_go_when_the_new_ones_are_there(tmp_path: Path) -> None:
    _put(tmp_path, "set-a.yaml", "set-b.yaml")
    (tmp_path / "out/tutor/set-mine.yaml").write_text("x: 1\n")
    (tmp_path / "out/tutor/.set-c.yaml.partial").write_text("half")
    _put(tmp_path, "set-b.yaml", "set-d.yaml", is_replacing=True)
    assert _names(tmp_path) == ["set-b.yaml", "set-d.yaml", "set-mine.yaml"]


def test_a_file_of_somebody_else_in_the_way_stays_and_nothing_is_written(tmp_path: Path) -> None:
    (tmp_path / "out/tutor").mkdir(parents=True)
    (tmp_path / "out/tutor/set-b.yaml").write_text("mine: 1\n")
    with pytest.raises(AceError, match=r"set-b.yaml: is in the way and not of an import of set; move it"):
        _put(tmp_path, "set-a.yaml", "set-b.yaml", is_replacing=True)
    assert _names(tmp_path) == ["set-b.yaml"]
    assert (tmp_path / "out/tutor/set-b.yaml").read_text() == "mine: 1\n"


def test_folders_pipes_and_links_of_such_names_are_nobodys_import(tmp_path: Path) -> None:
    folder = tmp_path / "out/tutor"
    (folder / "set-folder.yaml").mkdir(parents=True)
    os.mkfifo(folder / "set-pipe.yaml")
    (tmp_path / "away.yaml").write_bytes(OURS)
    (folder / "set-link.yaml").symlink_to(tmp_path / "away.yaml")
    assert _target(tmp_path).earlier() == []
    _put(tmp_path, "set-a.yaml")
    assert _names(tmp_path) == ["set-a.yaml", "set-folder.yaml", "set-link.yaml", "set-pipe.yaml"]
    with pytest.raises(AceError, match=r"set-link\.yaml: is in the way"):
        _put(tmp_path, "set-link.yaml", is_replacing=True)


@pytest.mark.parametrize("inside", ["", ".git/out"], ids=["outside", "git's own"])
def test_a_link_out_of_the_repository_is_not_followed(inside: str, tmp_path: Path) -> None:
    top = tmp_path / "repository"
    (top / "out").mkdir(parents=True)
    away = top / inside if inside else tmp_path / "away"
    away.mkdir(parents=True)
    (top / "out/tutor").symlink_to(away)
    with pytest.raises(AceError, match=r"tutor: leads to .*; --out must be a folder"):
        _target(top).check()


def test_what_the_disk_refuses_names_the_place(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("a file")
    with pytest.raises(AceError, match=r"out.*: cannot be written \(.*\); make it writable or name another --out"):
        _put(tmp_path, "set-a.yaml")


def test_an_earlier_import_is_only_replaced_when_asked(tmp_path: Path) -> None:
    _put(tmp_path, "set-a.yaml")
    with pytest.raises(AceError, match=r"already holds 1 files of set; --replace writes them anew, also after"):
        _target(tmp_path).check()
    _target(tmp_path, is_replacing=True).check()


_IMPORT = """
import sys
from pathlib import Path
from tests.ace.sample_import.data_sets import imported
imported(Path(sys.argv[1]), "vqa-rad", Path(sys.argv[2]), is_replacing=True)
"""


@pytest.mark.parametrize("until", ["images/vqa-rad", "tutor"])
def test_an_import_killed_half_way_is_made_whole_by_the_next(until: str, tmp_path: Path) -> None:
    data = write_json(tmp_path / "data", [vqa_row(n, question=f"Where is {n}?") for n in range(400)])
    with_images(data / "images", *(f"film{number}.jpg" for number in range(400)))
    out = tmp_path / "top/samples/imported"
    half = subprocess.Popen([sys.executable, "-c", _IMPORT, str(tmp_path / "top"), str(data)])
    until_time = time.monotonic() + 60
    while not (out / until).is_dir() or not any((out / until).iterdir()):
        assert half.poll() is None or any((out / until).iterdir())
        assert time.monotonic() < until_time
        time.sleep(0.002)
    half.send_signal(signal.SIGKILL)
    half.wait()
    report = imported(tmp_path / "top", "vqa-rad", data, is_replacing=True)
    assert (report.cases, report.problems) == (400, ())
    loaded = load_samples([out], frozenset({"dev", "sealed"}), "tutor", tmp_path / "top")
    assert (len(loaded.samples), loaded.problems) == (1200, ())
    assert not list(out.rglob("*.partial"))
