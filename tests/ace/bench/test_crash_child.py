"""A process ends at its point, and what it did before is on disk."""

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from ace.bench.crash_child import CrashPoint, line_label

# Two lines of a journal, two answers, two git commands and a file, in this order.
WORK = """\
import json, os, subprocess, sys
from pathlib import Path
from ace.bench.crash_child import CrashPoint, hook
from ace.cycle.journal.answer_book import AnswerBook
from ace.cycle.journal.journal import Journal
from runtime.contracts.ports import ModelReply

folder = Path(sys.argv[1])
hook(CrashPoint(*json.loads(sys.argv[2])), folder / "kept")
journal, book = Journal(folder / "cycles" / "y-1"), AnswerBook(folder / "book")
journal.write("begun", "now")
journal.write("step", "now", step="run", state="done")
book.keep("first", ModelReply("a"))
book.keep("second", ModelReply("b"))
for count in (1, 2):
    subprocess.run(["git", "--version"], check=True, stdout=subprocess.DEVNULL)
    (folder / f"git-{count}").touch()
(folder / "new").touch()
os.replace(folder / "new", folder / "run.json")
"""


class Left(NamedTuple):
    """What is on disk: whole lines and whether half of one follows, of journal and answers; noted answers; the rest."""

    lines: int
    is_line_torn: bool
    answers: int
    is_answer_torn: bool
    noted: int
    git: int
    is_put: bool


def left_by(folder: Path) -> Left:
    """Return what a process that did `WORK` left in `folder`."""

    def lines(name: str) -> tuple[int, bool]:
        data = (folder / name).read_bytes() if (folder / name).exists() else b""
        *whole, rest = data.split(b"\n")
        assert all(json.loads(line) for line in whole)
        return len(whole), bool(rest)

    done = len(list(folder.glob("git-*")))
    noted = (folder / "kept").stat().st_size
    return Left(*lines("cycles/y-1/journal.jsonl"), *lines("book"), noted, done, (folder / "run.json").exists())


ALL = Left(2, False, 2, False, 2, 2, True)
NOT_YET = Left(0, False, 0, False, 0, 0, False)
STEP, TWO_ANSWERS = "step run done", Left(2, False, 2, False, 2, 0, False)


@pytest.mark.parametrize(
    ("point", "left"),
    [
        pytest.param(CrashPoint("never"), ALL, id="nowhere"),
        pytest.param(CrashPoint("journal", STEP), NOT_YET._replace(lines=1), id="before a line"),
        pytest.param(
            CrashPoint("journal", STEP, "torn"), NOT_YET._replace(lines=1, is_line_torn=True), id="within a line"
        ),
        pytest.param(CrashPoint("journal", STEP, "after"), NOT_YET._replace(lines=2), id="after a line"),
        pytest.param(CrashPoint("answer"), NOT_YET._replace(lines=2), id="before the first answer"),
        pytest.param(
            CrashPoint("answer", when="torn"), NOT_YET._replace(lines=2, is_answer_torn=True), id="within the first"
        ),
        pytest.param(CrashPoint("answer", when="after", number=2), TWO_ANSWERS, id="after the second"),
        pytest.param(CrashPoint("git", "--version", number=2), TWO_ANSWERS._replace(git=1), id="second git command"),
        pytest.param(CrashPoint("rename", "run.json"), TWO_ANSWERS._replace(git=2), id="file put in place"),
    ],
)
def test_it_dies_at_its_point_and_nowhere_else(tmp_path: Path, point: CrashPoint, left: Left) -> None:
    ran = subprocess.run([sys.executable, "-c", WORK, str(tmp_path), json.dumps(point)], check=False)
    assert ran.returncode == (0 if point.kind == "never" else -signal.SIGKILL)
    assert left_by(tmp_path) == left


def test_a_line_is_named_by_its_event_and_step() -> None:
    assert line_label({"event": "step", "step": "run", "state": "done", "at": "x"}) == "step run done"
    assert line_label({"event": "begun", "at": "x"}) == "begun"
