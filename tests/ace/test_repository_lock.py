"""The one lock of a repository."""

import multiprocessing
import os
import sys
from pathlib import Path

import pytest

from ace.errors import BusyError
from ace.repository_lock import repository_lock


def test_it_says_who_holds_it_since_when_and_forgets_that_afterwards(tmp_path: Path) -> None:
    path = tmp_path / "state" / "lock"
    with repository_lock(path):
        text = path.read_text(encoding="utf-8")
        assert text.startswith(f"process {os.getpid()} since 20")
        with pytest.raises(BusyError, match=f"held by process {os.getpid()} since .*; wait for it to end"):
            repository_lock(path).__enter__()
        assert path.read_text(encoding="utf-8") == text, "who is refused changes nothing"
    assert path.read_text(encoding="utf-8") == ""


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (["/usr/bin/ace", "cycle", "--quiet"], " (ace cycle) since "),
        (["/x/ace/__main__.py", "run"], " (ace run) since "),
        (["/usr/bin/ace"], " since "),
        (["/usr/bin/ace", "--help"], " since "),
        (["/usr/bin/ace", "\x1b[31m"], " since "),
        (["pytest", "cycle"], " since "),
    ],
    ids=repr,
)
def test_it_names_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: list[str], said: str) -> None:
    monkeypatch.setattr(sys, "argv", command)
    with repository_lock(tmp_path / "lock"):
        assert (tmp_path / "lock").read_text(encoding="utf-8").startswith(f"process {os.getpid()}{said}")


def test_what_an_older_holder_left_does_not_matter(tmp_path: Path) -> None:
    (tmp_path / "lock").write_text("process 1 since long ago, and a longer text than the next one has\n" * 3)
    with repository_lock(tmp_path / "lock"):
        assert (tmp_path / "lock").read_text(encoding="utf-8").count("\n") == 1


def test_a_full_disk_does_not_keep_it_from_holding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(file: int, data: bytes, place: int) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "pwrite", full)
    with repository_lock(tmp_path / "lock"), pytest.raises(BusyError, match="held by another process"):
        repository_lock(tmp_path / "lock").__enter__()


def _hold(path: Path, count: int) -> None:
    for _ in range(count):
        while True:
            try:
                with repository_lock(path):
                    number = int(path.with_suffix(".number").read_text())
                    path.with_suffix(".number").write_text(str(number + 1))
                break
            except BusyError:
                continue


def test_processes_never_hold_it_together(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    path.with_suffix(".number").write_text("0")
    spawn = multiprocessing.get_context("spawn")
    processes = [spawn.Process(target=_hold, args=(path, 50)) for _ in range(2)]
    for process in processes:
        process.start()
    for process in processes:
        process.join(60)
    assert path.with_suffix(".number").read_text() == "100"
