"""Progress that is silent while there is nothing to wait for."""

import io
from pathlib import Path

from ace.trace_import.import_progress import ImportProgress

FILE = Path("big\x1b.jsonl")


class Clock:
    """Seconds that a test sets."""

    now = 0.0

    def __call__(self) -> float:
        """Return the present."""
        return self.now


def test_a_line_now_and_then() -> None:
    stream, clock = io.StringIO(), Clock()
    progress = ImportProgress(False, stream, clock)
    for number in range(1, 7):
        clock.now += 0.9
        progress.read(FILE, number)
    progress.finish()
    assert stream.getvalue().splitlines() == [
        "big\\x1b.jsonl: 3 episodes read, 3 in all",
        "big\\x1b.jsonl: 6 episodes read, 6 in all",
        "6 episodes read; writing",
    ]


def test_what_is_quick_or_quiet_says_nothing() -> None:
    stream, clock = io.StringIO(), Clock()
    quick = ImportProgress(False, stream, clock)
    quick.read(FILE, 1)
    quick.finish()
    quiet = ImportProgress(True, stream, clock)
    clock.now = 100.0
    quiet.read(FILE, 1)
    quiet.finish()
    assert stream.getvalue() == ""


def test_a_closed_stream_costs_nothing() -> None:
    stream, clock = io.StringIO(), Clock()
    progress = ImportProgress(False, stream, clock)
    stream.close()
    clock.now = 10.0
    progress.read(FILE, 1)
    progress.finish()
