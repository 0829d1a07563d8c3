"""What makes a hash of files another one."""

from pathlib import Path

from ace.file_hashes import CODE, files_hash, folder_hash, images_hash
from runtime.contracts.sample import Sample


def _sample(image: str) -> Sample:
    return Sample(id="s", case="c", agent="tutor", split="dev", image=image)


def test_names_and_bytes_count_and_the_order_does_not(tmp_path: Path) -> None:
    one, two = tmp_path / "one.py", tmp_path / "sub/two.py"
    two.parent.mkdir()
    one.write_text("1", encoding="utf-8")
    two.write_text("2", encoding="utf-8")
    whole = folder_hash(tmp_path, CODE)
    assert files_hash(tmp_path, [two, one]) == whole == files_hash(tmp_path, [one, two])
    (tmp_path / "notes.txt").write_text("not code", encoding="utf-8")
    assert folder_hash(tmp_path, CODE) == whole
    two.write_text("3", encoding="utf-8")
    changed = folder_hash(tmp_path, CODE)
    assert changed != whole
    two.rename(tmp_path / "sub/three.py")
    assert folder_hash(tmp_path, CODE) not in {whole, changed}


def test_images_that_are_not_there_are_pinned_by_their_package(tmp_path: Path) -> None:
    (tmp_path / "film.png").write_bytes(b"pixels")
    there = images_hash(tmp_path, [_sample("film.png"), _sample("pydicom:CT_small.dcm")])
    assert there == images_hash(tmp_path, [_sample("film.png"), _sample("")])
    (tmp_path / "film.png").write_bytes(b"others")
    assert images_hash(tmp_path, [_sample("film.png")]) != there
