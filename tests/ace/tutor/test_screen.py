"""What is shown, safely, and what is typed."""

import io
import json
import signal
import sys
import threading
from pathlib import Path

import pytest

from ace.errors import AceError
from ace.tutor.screen import MAX_LINE_CHARS, JsonScreen, Note, TextScreen, Transcript, note_text, read_line


@pytest.mark.parametrize(
    ("note", "text"),
    [
        (Note("tutor", "What do you see?"), "tutor> What do you see?"),
        (Note("tutor", "Look.", {"hint_level": 2}), "tutor (hint 2)> Look."),
        (Note("tutor", "One.\nTwo."), "tutor> One.\n       Two."),
        (Note("tool", "zoom: seen"), "  [tool] zoom: seen"),
        (Note("tutor", "\x1b[31mred\u202e"), "tutor> \\x1b[31mred\\u202e"),
        (Note("notice", ""), ""),
        (Note("start", "A\n\nB"), "A\n\nB"),
        (Note("end", "Trace: " + "long path/" * 12), "Trace: " + "long path/" * 12),
    ],
    ids=["tutor", "hint", "lines", "tool", "escape codes", "nothing", "empty line", "a path"],
)
def test_a_note_as_text(note: Note, text: str) -> None:
    assert note_text(note) == text


def test_long_lines_are_wrapped_under_their_head() -> None:
    lines = note_text(Note("tutor", "word " * 60)).splitlines()
    assert len(lines) > 2
    assert all(len(line) <= 100 for line in lines)
    assert all(line.startswith("       word") for line in lines[1:])


@pytest.mark.parametrize(("width", "longest"), [(40, 40), (300, 300), (5, 27)], ids=["narrow", "wide", "too-narrow"])
def test_text_is_wrapped_to_the_width_asked_for(width: int, longest: int) -> None:
    lines = note_text(Note("tutor", "a word " * 200), width).splitlines()
    assert longest - 5 <= max(map(len, lines)) <= longest


def test_a_narrow_terminal_is_asked_for_its_width(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    TextScreen().show(Note("tutor", "a word " * 50))
    assert max(map(len, capsys.readouterr().out.splitlines())) <= 40


def test_json_lines_are_one_object_each_and_ask_without_a_prompt(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("hello\n"))
    screen = JsonScreen()
    screen.show(Note("tutor", "Two\nlines", {"action": "QUIZ"}))
    assert screen.ask() == "hello"
    (line,) = capsys.readouterr().out.splitlines()
    assert json.loads(line) == {"event": "tutor", "text": "Two\nlines", "action": "QUIZ"}


@pytest.mark.parametrize(
    ("typed", "lines"),
    [("", [None]), ("a\r\nb", ["a", "b", None]), ("\n", ["", None]), ("x" * 5000, ["x" * MAX_LINE_CHARS, None])],
    ids=["nothing", "two lines", "empty line", "long"],
)
def test_lines_are_read_until_the_end(typed: str, lines: list[str | None], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    assert [read_line("") for _ in lines] == lines


def test_an_interrupt_while_waiting_is_the_end_and_the_handler_before_comes_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Waiting(io.StringIO):
        def readline(self, size: int = -1, /) -> str:  # type: ignore[override]
            signal.raise_signal(signal.SIGINT)
            return "never"

    def ignored(number: int, frame: object) -> None:
        raise AssertionError("the loop's own handler must not be asked")

    before = signal.signal(signal.SIGINT, ignored)
    try:
        monkeypatch.setattr(sys, "stdin", Waiting())
        assert read_line("") is None
        assert signal.getsignal(signal.SIGINT) is ignored
    finally:
        signal.signal(signal.SIGINT, before)


def test_a_line_can_be_read_outside_the_main_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("hello\n"))
    said: list[str | None] = []
    thread = threading.Thread(target=lambda: said.append(read_line("")))
    thread.start()
    thread.join()
    assert said == ["hello"]


def test_what_is_no_text_is_an_error_with_a_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xff\xfe\n"), encoding="utf-8"))
    with pytest.raises(AceError, match="send UTF-8"):
        read_line("")


def test_a_transcript_has_every_note_at_once_and_never_overwrites(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("hi\n"))
    path = tmp_path / "talk.txt"
    written = Transcript(TextScreen(), path)
    written.show(Note("tutor", "What?"))
    assert written.ask() == "hi"
    written.show(Note("student", "hi"))
    assert path.read_text(encoding="utf-8") == "tutor> What?\nyou> hi\n"
    written.close()
    assert capsys.readouterr().out == "tutor> What?\nyou> hi\n"
    with pytest.raises(AceError, match="exists already"):
        Transcript(TextScreen(), path)
    with pytest.raises(AceError, match="cannot be written"):
        Transcript(TextScreen(), tmp_path / "no" / "folder.txt")
