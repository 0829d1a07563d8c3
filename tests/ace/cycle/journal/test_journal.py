"""A journal on disk."""

import json
import os
from pathlib import Path

import pytest

from ace.cycle.journal.journal import JOURNAL, Journal, is_held, read_journal
from ace.errors import AceError

AT = "2026-11-30T12:00:00Z"


def written(folder: Path, *events: str) -> Path:
    """Write a journal of `events` and return its file."""
    journal = Journal(folder)
    for event in events:
        journal.write(event, AT, text="é\u202e")
    journal.close()
    return folder / JOURNAL


def test_lines_are_read_back_in_their_order(tmp_path: Path) -> None:
    path = written(tmp_path / "y-1", "begun", "step")
    read = read_journal(path)
    assert [line["event"] for line in read.lines] == ["begun", "step"]
    assert (read.is_torn, read.problem) == (False, "")
    assert path.read_bytes().isascii()


def test_each_line_is_on_disk_before_writing_returns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", synced.append)
    journal = Journal(tmp_path / "y-1")
    before = len(synced)
    assert before == 3, "the folders that name it"
    journal.write("begun", AT)
    assert len(synced) == before + 1
    journal.close()


@pytest.mark.parametrize("torn", [b"{", b'{"event": "st', b"\xff"], ids=["a brace", "half a line", "rubbish"])
def test_a_cut_off_last_line_is_said_and_dropped(tmp_path: Path, torn: bytes) -> None:
    path = written(tmp_path / "y-1", "begun")
    whole = path.read_bytes()
    path.write_bytes(whole + torn)
    assert read_journal(path).is_torn
    journal = Journal(tmp_path / "y-1")
    assert journal.was_torn
    journal.write("resumed", AT)
    journal.close()
    assert [line["event"] for line in read_journal(path).lines] == ["begun", "resumed"]


@pytest.mark.parametrize("bad", [b"{\n", b"[]\n", b"\xff\n"], ids=["no JSON", "a list", "no text"])
def test_a_damaged_line_before_the_last_is_refused(tmp_path: Path, bad: bytes) -> None:
    path = written(tmp_path / "y-1", "begun")
    path.write_bytes(path.read_bytes() + bad + b'{"event":"step"}\n')
    with pytest.raises(AceError, match=r"journal\.jsonl: line 2 is damaged; begin anew with `ace cycle --new`"):
        Journal(tmp_path / "y-1")
    assert [line["event"] for line in read_journal(path).lines] == ["begun"]


def test_a_line_that_cannot_be_written_leaves_no_half(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = Journal(tmp_path / "y-1")
    journal.write("begun", AT)
    before = journal.path.read_bytes()

    def full(file: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(AceError, match=r"No space left on device.*make room on that disk"):
        journal.write("step", AT)
    assert journal.path.read_bytes() == before
    assert len(journal.lines) == 1
    journal.close()


def test_others_see_that_it_is_held_until_it_is_closed(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "y-1")
    assert is_held(journal.path)
    journal.close()
    journal.close()
    assert not is_held(journal.path)
    assert not is_held(tmp_path / "absent")


def test_an_absent_journal_has_no_lines(tmp_path: Path) -> None:
    assert read_journal(tmp_path / JOURNAL).lines == ()


def test_a_line_says_when(tmp_path: Path) -> None:
    path = written(tmp_path / "y-1", "begun")
    assert json.loads(path.read_text(encoding="ascii"))["at"] == AT
