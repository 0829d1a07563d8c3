"""Printing: results to stdout, progress and warnings to stderr."""

import json
import sys

_MAX_WARNING_CHARS = 8000


class ReaderGoneError(Exception):
    """Whoever read stdout (a pager, `head`) has closed it, or there never was one: a quiet end, not an error."""


def is_terminal() -> bool:
    """True when stdout is a terminal; False also when the process was started without one."""
    return sys.stdout is not None and sys.stdout.isatty()


def warn(text: str) -> None:
    """Write lines to stderr, where there is one.

    Messages hold words of strangers (of files, branches, models): what a terminal would obey is written out, and what
    goes beyond 8,000 characters left out.
    """
    if sys.stderr is None:
        return
    from ace.text.visible_text import escape_text

    left_out = len(text) - _MAX_WARNING_CHARS
    shown = text if left_out <= 0 else f"{text[:_MAX_WARNING_CHARS]}... and {left_out} characters more"
    sys.stderr.write("\n".join(map(escape_text, shown.split("\n"))) + "\n")


def print_json(value: object) -> None:
    """Write one JSON object to stdout."""
    print_text(json.dumps(value, indent=2, ensure_ascii=True))


def print_text(text: str) -> None:
    """Write text to stdout, ending in a newline; what the stream's encoding cannot hold is written escaped.

    Raises: ReaderGoneError when stdout is closed at the other end (click would make an error of it).
    """
    if sys.stdout is None:
        raise ReaderGoneError
    text = text if text.endswith("\n") else text + "\n"
    encoding = sys.stdout.encoding or "utf-8"
    try:
        sys.stdout.write(text.encode(encoding, "backslashreplace").decode(encoding))
        sys.stdout.flush()
    except BrokenPipeError as exc:
        raise ReaderGoneError from exc
