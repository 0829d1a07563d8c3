"""What a person sees and types: lines in a terminal, JSON lines for a program, and a transcript beside either."""

import json
import shutil
import signal
import sys
import textwrap
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, Protocol, TypeAlias

from ace.console import print_text
from ace.errors import AceError
from ace.text.visible_text import escape_text
from runtime.contracts.json_types import JsonObject

NoteKind: TypeAlias = Literal["start", "tutor", "student", "tool", "gate", "notice", "approval", "end"]
MAX_LINE_CHARS = 2000
WIDTH, LEAST_WIDTH = 100, 20
PROMPT = "you> "
IMAGE = "Image: "
_HEADS: dict[NoteKind, str] = {
    "start": "",
    "tutor": "tutor> ",
    "student": "you> ",
    "tool": "  [tool] ",
    "gate": "  [gate] ",
    "notice": "  ",
    "approval": "  [approval] ",
    "end": "",
}


@dataclass(frozen=True)
class Note:
    """One thing to show. `text` may be foreign and have several lines; `data` is for programs."""

    kind: NoteKind
    text: str
    data: JsonObject = field(default_factory=dict)


class Screen(Protocol):
    """Where notes go and a person's lines come from."""

    def show(self, note: Note) -> None:
        """Show one note."""
        ...

    def ask(self) -> str | None:
        """Return the person's next line, None when there is no more (end of input, Ctrl-C)."""
        ...


def note_text(note: Note, width: int = WIDTH) -> str:
    """Return a note as lines of text: its head, wrapped, with every character that cannot be seen written out.

    Units: width in columns, of which at least 20 are used. The end and the image's line are not wrapped: they hold
    paths and commands to copy.
    """
    level = note.data.get("hint_level")
    head = f"tutor (hint {level})> " if note.kind == "tutor" and level else _HEADS[note.kind]
    lines: list[str] = []
    for index, line in enumerate(note.text.splitlines() or [""]):
        first = head if index == 0 else " " * len(head)
        shown = escape_text(line)
        is_path = note.kind == "end" or (note.kind == "start" and line.startswith(IMAGE))
        lines += [first + shown] if is_path else _wrapped(shown, first, len(head), width)
    return "\n".join(lines)


def _wrapped(line: str, first: str, hang: int, width: int) -> list[str]:
    return textwrap.wrap(
        line,
        max(width, hang + LEAST_WIDTH),
        initial_indent=first,
        subsequent_indent=" " * hang,
        break_long_words=False,
        break_on_hyphens=False,
    ) or [first.rstrip()]


class TextScreen:
    """Lines on stdout, typed lines from stdin. Without a terminal what was typed is shown too, as in a transcript."""

    def show(self, note: Note) -> None:
        """Print the note."""
        if note.kind == "student" and _is_terminal():
            return
        # A narrow terminal breaks long lines anywhere; a wide one is not used to its edge.
        print_text(note_text(note, min(WIDTH, shutil.get_terminal_size((WIDTH, 24)).columns)))

    def ask(self) -> str | None:
        """Return a line from the terminal or pipe."""
        return read_line(PROMPT)


class JsonScreen:
    """One JSON object a line on stdout: {"event": kind, "text": ..., ...}; a person's lines come from stdin as text."""

    def show(self, note: Note) -> None:
        """Print the note."""
        print_text(json.dumps({"event": note.kind, "text": note.text, **note.data}, ensure_ascii=True))

    def ask(self) -> str | None:
        """Return a line from stdin, without a prompt."""
        return read_line("")


class Transcript:
    """A screen that also writes every note to a text file, line by line, so that nothing is lost at the end."""

    def __init__(self, inner: Screen, path: Path) -> None:
        """Open `path` for writing. Raises: AceError when it exists or cannot be written."""
        self._inner = inner
        try:
            self._file = path.open("x", encoding="utf-8", errors="backslashreplace")
        except FileExistsError:
            raise AceError(f"{path}: exists already; name another file with --transcript") from None
        except OSError as exc:
            raise AceError(f"{path}: cannot be written ({exc.strerror}); name another file with --transcript") from exc

    def show(self, note: Note) -> None:
        """Show and write the note."""
        self._inner.show(note)
        self._file.write(note_text(note) + "\n")
        self._file.flush()

    def ask(self) -> str | None:
        """Return the inner screen's line."""
        return self._inner.ask()

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def read_line(prompt: str) -> str | None:
    """Return one line from stdin, at most 2,000 characters, None at its end or on Ctrl-C.

    While the line is awaited an interrupt ends the waiting at once, also inside an event loop that would keep it.
    """
    with _interruptible():
        try:
            if _is_terminal():
                _use_line_editing()
                return input(prompt)[:MAX_LINE_CHARS]
            line = sys.stdin.readline() if sys.stdin is not None else ""
        except (EOFError, KeyboardInterrupt):
            return None
        except (UnicodeDecodeError, OSError) as exc:
            raise AceError(f"stdin: cannot be read as text ({exc}); send UTF-8") from exc
    return line.rstrip("\r\n")[:MAX_LINE_CHARS] if line else None


def _is_terminal() -> bool:
    return sys.stdin is not None and sys.stdin.isatty() and sys.stdout is not None and sys.stdout.isatty()


def _use_line_editing() -> None:
    try:
        import readline  # noqa: F401  `input` uses it once it is imported
    except ImportError:
        return


@contextmanager
def _interruptible() -> Iterator[None]:
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
