import os
from pathlib import Path

import numpy as np
import pytest

from runtime.inspection.screening_cache import ScreeningCache, screenings_folder
from tests.runtime.inspection.xray_files import grey16, marked, write_image


def _folder(base: Path) -> Path:
    folder = base / "xray"
    folder.mkdir()
    for name, pixels in (("a", grey16()), ("b", np.zeros((48, 64), np.uint16))):
        write_image(folder / f"{name}.png", pixels)
        write_image(folder / f"{name}_mask.png", marked())
    return folder


def _problems(base: Path) -> list[str]:
    cache = ScreeningCache(base, "xray", "xray", base / "kept")
    found = [cache.problem(f"xray/{name}.png", f"xray/{name}_mask.png") for name in ("a", "b")]
    cache.keep()
    return found


def _mark(base: Path) -> None:
    """Write another problem over what was kept of the black image: it comes back only where nothing is decoded."""
    (kept,) = (base / "kept").iterdir()
    assert kept.suffix == ".json"
    kept.write_text(kept.read_text().replace("empty, all pixels", "remembered, all pixels"))


def test_unchanged_files_are_decoded_once(tmp_path: Path) -> None:
    _folder(tmp_path)
    first = _problems(tmp_path)
    assert first[0] == ""
    assert "image 'xray/b.png': empty, all pixels" in first[1]
    _mark(tmp_path)
    for _ in range(2):
        assert "remembered" in _problems(tmp_path)[1]


@pytest.mark.parametrize("name", ["b.png", "b_mask.png"])
def test_a_changed_image_or_mask_is_decoded_again(tmp_path: Path, name: str) -> None:
    folder = _folder(tmp_path)
    _problems(tmp_path)
    _mark(tmp_path)
    before = (folder / name).stat()
    (folder / name).write_bytes((folder / name).read_bytes())
    # A copy tool may keep the time; the entry's own time tells all the same.
    os.utime(folder / name, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert "image 'xray/b.png': empty" in _problems(tmp_path)[1]


def test_an_image_that_was_mended_is_used(tmp_path: Path) -> None:
    folder = _folder(tmp_path)
    assert _problems(tmp_path)[1] != ""
    write_image(folder / "b.png", grey16())
    assert _problems(tmp_path) == ["", ""]


@pytest.mark.parametrize("data", [b"", b"{", b'{"screening":0,"pairs":{}}'], ids=["empty", "damaged", "older"])
def test_what_was_kept_and_cannot_be_used_is_asked_anew(tmp_path: Path, data: bytes) -> None:
    _folder(tmp_path)
    first = _problems(tmp_path)
    (kept,) = (tmp_path / "kept").iterdir()
    before = kept.read_bytes()
    kept.write_bytes(data)
    assert _problems(tmp_path) == first
    assert kept.read_bytes() == before


def test_a_folder_that_cannot_be_written_only_costs_time(tmp_path: Path) -> None:
    _folder(tmp_path)
    (tmp_path / "kept").write_text("a file")
    assert "image 'xray/b.png': empty" in _problems(tmp_path)[1]


def test_a_file_that_went_away_is_a_problem_and_not_remembered(tmp_path: Path) -> None:
    cache = ScreeningCache(tmp_path, "xray", "xray", None)
    assert "image 'xray/a.png': no such file" in cache.problem("xray/a.png", "xray/a_mask.png")
    cache.keep()


def test_screenings_are_kept_in_this_users_cache() -> None:
    assert screenings_folder({"XDG_CACHE_HOME": "/c"}) == Path("/c/ace/images")
    assert screenings_folder({}) == Path("~/.cache/ace/images").expanduser()
    assert screenings_folder({"XDG_CACHE_HOME": "~nobody-of-this-name"}) is None
