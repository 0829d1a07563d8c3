"""Progress on stderr."""

import io

import pytest

from ace.report.progress import Progress
from tests.ace.building import RETRIEVE, episode


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        """Say so."""
        return True


class Clock:
    """Time that a test moves."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def monotonic(self) -> float:
        """Return the time."""
        return self.seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock progress reads."""
    clock = Clock()
    monkeypatch.setattr("ace.report.progress.time.monotonic", clock.monotonic)
    return clock


def show(stream: io.StringIO, clock: Clock, *, is_quiet: bool = False, every: float = 4.0) -> str:
    """Run a batch of six episodes, one each `every` seconds, and return what was written."""
    progress = Progress(is_quiet, stream)
    progress.begin("r-1", 6)
    for number in range(6):
        clock.seconds += every
        ending = "infrastructure_error" if number == 5 else "responded"
        progress.episode(episode(f"e{number}", RETRIEVE, success=float(number % 2), ending=ending))
    progress.note("2 drafts")
    progress.finish()
    return stream.getvalue()


def test_plain_lines_now_and_then_when_not_a_terminal(clock: Clock) -> None:
    assert show(io.StringIO(), clock).splitlines() == [
        "r-1: 3/6 episodes, 2 not solved, 15 a minute",
        "r-1: 6/6 episodes, 3 not solved, 1 not finished, 15 a minute",
        "r-1: 6/6 episodes, 3 not solved, 1 not finished, 15 a minute",
        "2 drafts",
    ]


def test_episodes_that_wait_for_a_person_are_counted_apart(clock: Clock) -> None:
    stream = io.StringIO()
    progress = Progress(False, stream)
    progress.begin("r-1", 2)
    for ending in ("awaiting_approval", "responded"):
        clock.seconds += 30.0
        progress.episode(episode("e1", RETRIEVE, ending=ending))
    assert stream.getvalue().splitlines() == [
        "r-1: 1/2 episodes, 0 not solved, 1 waiting for a person, 2 a minute",
        "r-1: 2/2 episodes, 0 not solved, 1 waiting for a person, 2 a minute",
    ]


def test_plain_lines_hold_no_control_characters(clock: Clock) -> None:
    assert show(io.StringIO(), clock).replace("\n", "").isprintable()


def test_a_terminal_has_one_live_line(clock: Clock) -> None:
    written = show(Terminal(), clock)
    assert written.count("\r\x1b[2K") == 7
    assert written.count("\n") == 2
    assert written.endswith("1 not finished, 15 a minute\n2 drafts\n")


def test_a_terminal_is_not_flooded(clock: Clock) -> None:
    assert show(Terminal(), clock, every=0.05).count("\r\x1b[2K") == 2


@pytest.mark.parametrize("stream", [io.StringIO(), Terminal()], ids=["plain", "terminal"])
def test_quiet_writes_nothing(clock: Clock, stream: io.StringIO) -> None:
    assert show(stream, clock, is_quiet=True) == ""


def test_a_batch_in_which_nothing_was_run_is_not_shown(clock: Clock) -> None:
    stream = io.StringIO()
    progress = Progress(False, stream)
    progress.begin("before", 6)
    progress.begin("after", 6)
    progress.finish()
    assert stream.getvalue() == ""


def test_the_last_line_of_a_batch_that_was_known_in_part_says_so(clock: Clock) -> None:
    stream = io.StringIO()
    progress = Progress(False, stream)
    progress.begin("before and after", 6)
    clock.seconds += 5.0
    progress.episode(episode("e1", RETRIEVE))
    progress.finish()
    assert stream.getvalue() == "before and after: 1 of 6 episodes run now, 0 not solved, 12 a minute\n"
