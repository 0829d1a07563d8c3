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
from ace.answers.answer_book import AnswerBook
from ace.cycle.journal.journal import Journal
from runtime.contracts.ports import ModelReply

def work(folder, point):
    hook(point, folder / "kept")
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

# Each point in a process of its own, forked from one that has imported everything.
for number, point in enumerate(json.loads(sys.argv[2])):
    folder = Path(sys.argv[1], str(number))
    folder.mkdir()
    child = os.fork()
    if not child:
        work(folder, CrashPoint(*point))
        os._exit(0)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
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


# What it is called, the point, and what is on disk then.
CASES = (
    ("nowhere", CrashPoint("never"), ALL),
    ("before a line", CrashPoint("journal", STEP), NOT_YET._replace(lines=1)),
    ("within a line", CrashPoint("journal", STEP, "torn"), NOT_YET._replace(lines=1, is_line_torn=True)),
    ("after a line", CrashPoint("journal", STEP, "after"), NOT_YET._replace(lines=2)),
    ("before the first answer", CrashPoint("answer"), NOT_YET._replace(lines=2)),
    ("within the first", CrashPoint("answer", when="torn"), NOT_YET._replace(lines=2, is_answer_torn=True)),
    ("after the second", CrashPoint("answer", when="after", number=2), TWO_ANSWERS),
    ("second git command", CrashPoint("git", "--version", number=2), TWO_ANSWERS._replace(git=1)),
    ("file put in place", CrashPoint("rename", "run.json"), TWO_ANSWERS._replace(git=2)),
)


@pytest.fixture(scope="module")
def ended(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[int, Left]]:
    """How the process of each case ended, and what it left on disk."""
    top = tmp_path_factory.mktemp("points")
    points = json.dumps([point for _, point, _ in CASES])
    ran = subprocess.run([sys.executable, "-c", WORK, str(top), points], check=True, stdout=subprocess.PIPE)
    codes = [int(line) for line in ran.stdout.split()]
    return [(code, left_by(top / str(number))) for number, code in enumerate(codes)]


@pytest.mark.parametrize("number", range(len(CASES)), ids=[name for name, _, _ in CASES])
def test_it_dies_at_its_point_and_nowhere_else(ended: list[tuple[int, Left]], number: int) -> None:
    _, point, left = CASES[number]
    assert ended[number] == (0 if point.kind == "never" else -signal.SIGKILL, left)


def test_a_line_is_named_by_its_event_and_step() -> None:
    assert line_label({"event": "step", "step": "run", "state": "done", "at": "x"}) == "step run done"
    assert line_label({"event": "begun", "at": "x"}) == "begun"
