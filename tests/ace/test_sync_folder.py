"""Names that outlive a power cut: what can be seen of it is what the system is asked, and that nothing stays open."""

import os
from pathlib import Path

import pytest

from ace.sync_folder import sync_folder


def test_the_folder_is_flushed_and_let_go_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    flushed: list[tuple[int, int]] = []
    monkeypatch.setattr(os, "fsync", lambda file: flushed.append((os.fstat(file).st_ino, file)))
    sync_folder(tmp_path)
    [(inode, file)] = flushed
    assert inode == tmp_path.stat().st_ino
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(file)


def test_a_folder_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        sync_folder(tmp_path / "gone")
