"""`ace` in a process that is killed at one stated point: `python -m ace.bench.crash_child PLAN.json ARGS...`.

The plan says where (`CrashPoint`), and names a file that gets a byte for each answer that was kept. The hooks are put
on from here; what is shipped knows nothing of them.
"""

import json
import os
import signal
import sys
from pathlib import Path
from typing import NamedTuple

from ace.answers.answer_book import AnswerBook
from ace.cycle.journal.journal import Journal
from runtime.contracts.json_types import JsonObject
from runtime.contracts.ports import ModelReply


class CrashPoint(NamedTuple):
    """Where a process is killed. `kind`:

    journal: at the line `label` ("event step state"); answer: at the `number`-th answer that this process keeps;
    git: when the `number`-th git command with `label` in it starts; rename: when a file named `label` is put in place;
    request, reply: by the server, at its `number`-th request (before, after it is answered); time: after `number` ms.
    `when`: before, torn (half of the line is written) or after, of a journal line or an answer.
    """

    kind: str
    label: str = ""
    when: str = "before"
    number: int = 1


def die() -> None:
    """End this process as a power cut or the kernel would: nothing is cleaned up."""
    os.kill(os.getpid(), signal.SIGKILL)


def hook(point: CrashPoint, kept: Path) -> None:
    """Make this process kill itself at `point`, and note each kept answer in `kept`."""
    _hook_journal(point)
    _hook_answers(point, os.open(kept, os.O_WRONLY | os.O_CREAT | os.O_APPEND))
    seen = 0

    def audit(event: str, arguments: tuple[object, ...]) -> None:
        nonlocal seen
        if point.kind == "git" and event == "subprocess.Popen" and point.label in str(arguments[1]):
            seen += 1
            if seen == point.number:
                die()
        elif point.kind == "rename" and event == "os.rename" and str(arguments[1]).endswith(point.label):
            die()

    sys.addaudithook(audit)


def line_label(line: JsonObject) -> str:
    """Return how a journal's line is named: its event, then its step and state where it has them."""
    return " ".join(str(line[name]) for name in ("event", "step", "state") if line.get(name))


def _hook_journal(point: CrashPoint) -> None:
    write = Journal.write

    def killed(self: Journal, event: str, at: str, **fields: object) -> None:
        is_here = point.kind == "journal" and line_label({"event": event, **fields}) == point.label
        if is_here and point.when == "before":
            die()
        if is_here and point.when == "torn":
            os.write(self._file, json.dumps({"event": event, "at": at}).encode()[:17])
            die()
        write(self, event, at, **fields)
        if is_here and point.when == "after":
            die()

    Journal.write = killed  # type: ignore[method-assign]


def _hook_answers(point: CrashPoint, kept: int) -> None:
    keep = AnswerBook.keep
    count = 0

    def killed(self: AnswerBook, key: str, reply: ModelReply) -> None:
        nonlocal count
        count += 1
        is_here = point.kind == "answer" and count == point.number
        if is_here and point.when == "before":
            die()
        if is_here and point.when == "torn":
            if self._file < 0:
                self._open()
            os.write(self._file, json.dumps([key]).encode()[:20])
            die()
        keep(self, key, reply)
        os.write(kept, b".")
        if is_here and point.when == "after":
            die()

    AnswerBook.keep = killed  # type: ignore[method-assign]


def main() -> int:
    """Run `ace` with the hooks on."""
    plan = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    hook(CrashPoint(*plan["point"]), Path(plan["kept"]))
    from ace.commands.group import run

    return run(sys.argv[2:])


if __name__ == "__main__":
    raise SystemExit(main())
