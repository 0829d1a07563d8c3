"""New files: all or none, never over one that is there."""

from pathlib import Path

import pytest

from ace.errors import AceError
from ace.playbook.exchange.write_new_files import write_new_files


def test_all_are_written(tmp_path: Path) -> None:
    write_new_files(tmp_path / "new/deep", {"a/x.yaml": b"1", "b/y.yaml": b"2"})
    assert sorted(path.name for path in (tmp_path / "new/deep").rglob("*") if path.is_file()) == ["x.yaml", "y.yaml"]


@pytest.mark.parametrize("name", ["../x", "/etc/x", "a/../../x", "z/taken.yaml", "link/x.yaml", "z/taken.yaml/x"])
def test_none_is_written_when_one_cannot_be(name: str, tmp_path: Path) -> None:
    top = tmp_path / "top"
    (top / "z").mkdir(parents=True)
    (top / "z/taken.yaml").write_bytes(b"mine")
    (top / "link").symlink_to(tmp_path)
    with pytest.raises(AceError, match="nothing was written"):
        write_new_files(top, {"a/first.yaml": b"1", name: b"2"})
    assert sorted(path.name for path in top.rglob("*")) == ["link", "taken.yaml", "z"]
    assert (top / "z/taken.yaml").read_bytes() == b"mine"


def test_what_was_written_before_a_late_failure_is_taken_back(tmp_path: Path) -> None:
    # A file stands where a later path needs a folder; it appears as part of the same set.
    with pytest.raises(AceError, match=r"a\.yaml: is there already"):
        write_new_files(tmp_path / "top", {"a.yaml": b"1", "a.yaml/b.yaml": b"2"})
    assert not (tmp_path / "top").exists()
