"""Printing."""

import io
import sys

import pytest

from ace.console import ReaderGoneError, print_json, print_text, warn


class _Gone(io.StringIO):
    def flush(self) -> None:
        raise BrokenPipeError


def test_what_the_stream_cannot_hold_is_written_escaped(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="ascii")
    monkeypatch.setattr(sys, "stdout", stream)
    print_text("caf\u00e9 \u2192")
    assert raw.getvalue() == b"caf\\xe9 \\u2192\n"


def test_a_closed_reader_is_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", _Gone())
    with pytest.raises(ReaderGoneError):
        print_text("x")


def test_json_is_ascii_so_that_nothing_is_hidden(capsys: pytest.CaptureFixture[str]) -> None:
    print_json({"a": "\u202e"})
    assert capsys.readouterr().out == '{\n  "a": "\\u202e"\n}\n'


def test_a_warning_shows_what_a_terminal_would_obey_and_is_bounded(capsys: pytest.CaptureFixture[str]) -> None:
    warn("no run '\x1b[2J\u202e'\nsecond line")
    assert capsys.readouterr().err == "no run '\\x1b[2J\\u202e'\nsecond line\n"
    warn("x" * 100_000)
    err = capsys.readouterr().err
    assert len(err) < 9000
    assert err.endswith("... and 92000 characters more\n")
