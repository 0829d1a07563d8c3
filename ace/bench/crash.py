"""`ace bench crash`: cycles that are killed again and again must come to what one comes to that is left alone."""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ace.bench.crash_child import CrashPoint, line_label
from ace.bench.crash_points import all_points, crash_points
from ace.bench.crash_report import CrashCycle, CrashReport, CrashRow
from ace.bench.crash_repository import (
    UserState,
    child_environment,
    make_crash_repository,
    proposals_of,
    torn_files,
    user_state,
)
from ace.bench.crash_server import AskedLog, model_server
from ace.cycle.journal import last_cycles
from ace.cycle.journal.journal import JOURNAL, read_journal
from ace.errors import AceError

POINTS_A_CYCLE = 12
_NEVER = CrashPoint("never")
_LIMIT_S = 300.0


@dataclass
class _Bench:
    """The server, the repository all copies are made of, and how processes are started."""

    folder: Path
    log: AskedLog
    rows: list[CrashRow] = field(default_factory=list)
    left: list[CrashPoint] = field(default_factory=list)
    may_leave: bool = True

    @property
    def template(self) -> Path:
        return self.folder / "template"

    def leave(self, *points: CrashPoint) -> None:
        """Note points that were not come past."""
        if self.may_leave:
            self.left += points

    def copy(self, name: str) -> Path:
        repo = self.folder / name
        shutil.copytree(self.template, repo, symlinks=True)
        # A copied index names other inodes: git would write it anew the first time it looks.
        subprocess.run(
            ["git", "-C", str(repo), "update-index", "--refresh", "-q"], check=False, stdout=subprocess.DEVNULL
        )
        return repo


def run_crash(points: int, limit: int, told: Callable[[str], None]) -> CrashReport:
    """Return how cycles fared that were killed at `points` points in all. `limit`: samples a cycle.

    Raises: AceError when the cycle that is left alone opens nothing, for then nothing could be seen.
    """
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="ace-crash-") as made, model_server() as (base_url, log):
        bench = _Bench(Path(made), log)
        make_crash_repository(bench.template, base_url, limit)
        expected, asked = _reference(bench)
        told(f"a cycle left alone: {sum(asked.values())} requests, {len(expected)} proposals")
        chosen, every = crash_points(points), len(all_points())
        cycles: list[CrashCycle] = []
        rounds = [chosen[start : start + every] for start in range(0, points, every)]
        while rounds:
            these = rounds.pop(0)
            number = -(-len(these) // POINTS_A_CYCLE)
            for place in range(number):
                cycle = _killed_cycle(bench, len(cycles), these[place::number], expected, asked)
                told(f"cycle {len(cycles) + 1}: {cycle.kills} kills, {'right' if cycle.is_right else 'WRONG'}")
                cycles.append(cycle)
            # A point that a cycle did not come past any more is left to a further one, once.
            if not rounds and bench.left:
                rounds, bench.left, bench.may_leave = [bench.left], [], False
        return CrashReport(
            tuple(bench.rows), tuple(cycles), sum(asked.values()), len(expected), time.monotonic() - started
        )


def _reference(bench: _Bench) -> tuple[dict[str, str], Counter[str]]:
    repo = bench.copy("reference")
    row, said = _process(bench, repo, -1, _NEVER)
    expected = proposals_of(repo)
    if not expected or row.exit_code != 2:
        raise AceError(f"the cycle that is left alone opened {len(expected)} proposals (exit {row.exit_code}): {said}")
    asked = Counter(bench.log.asked)
    bench.log.asked.clear()
    return expected, asked


def _killed_cycle(
    bench: _Bench, number: int, points: Sequence[CrashPoint], expected: dict[str, str], asked: Counter[str]
) -> CrashCycle:
    repo = bench.copy(f"killed-{number}")
    state = repo / ".git" / "ace"
    before, failed, first = user_state(repo), "", len(bench.rows)
    for place, point in enumerate((*points, _NEVER)):
        if _is_done(state):
            bench.leave(*points[place:])
            break
        if _is_past(state, point):
            bench.leave(point)
            continue
        row, said = _process(bench, repo, number, point)
        bench.rows.append(row)
        if not row.killed and point is not _NEVER:
            bench.leave(point)
        if not row.killed and row.exit_code not in (0, 2):
            failed = f"exit {row.exit_code}: {said}"
            break
    rows = bench.rows[first:]
    repeated = sum((bench.log.asked - asked).values())
    missing = sum((asked - bench.log.asked).values())
    requests = sum(bench.log.asked.values())
    bench.log.asked.clear()
    unanswered = sum(row.unanswered for row in rows if row.killed)
    found = proposals_of(repo)
    result = CrashCycle(
        cycle=number,
        kills=sum(row.killed for row in rows),
        proposals=len(found),
        wrong_proposals=sorted(f"{name}" for name in found.keys() | expected if found.get(name) != expected.get(name)),
        torn=torn_files(state),
        requests=requests,
        repeated=repeated,
        unexplained=max(0, repeated - unanswered),
        missing=missing,
        changed=_changed(before, user_state(repo)),
        failed=failed,
    )
    if result.is_right:
        shutil.rmtree(repo)
    return result


def _is_past(state: Path, point: CrashPoint) -> bool:
    """Return True when the cycle has written the line of `point`, which no cycle writes twice."""
    newest = last_cycles(state, 1)
    if point.kind != "journal" or point.label == "resumed" or not newest:
        return False
    lines = read_journal(state / "cycles" / newest[0].id / JOURNAL).lines
    is_fresh = point.label == "begun"
    return is_fresh or any(line_label(line) == point.label for line in lines)


def _is_done(state: Path) -> bool:
    cycles = last_cycles(state, 1)
    return bool(cycles) and cycles[0].status == "done"


def _changed(before: UserState, after: UserState) -> list[str]:
    return [name for name, old, new in zip(before._fields, before, after, strict=True) if old != new]


def _process(bench: _Bench, repo: Path, cycle: int, point: CrashPoint) -> tuple[CrashRow, str]:
    """Run one `ace cycle` to its end or to `point`; return its row and the end of what it said."""
    kept, plan = bench.folder / "kept", bench.folder / "plan.json"
    kept.unlink(missing_ok=True)
    plan.write_text(json.dumps({"point": list(point), "kept": str(kept)}), encoding="utf-8")
    log, started = bench.log, time.monotonic()
    received = log.received
    command = [sys.executable, "-m", "ace.bench.crash_child", str(plan), "cycle", "--quiet", "-C", str(repo)]
    with (
        (bench.folder / "said").open("w+b") as said,
        subprocess.Popen(
            command,
            stdout=said,
            stderr=said,
            env=child_environment(bench.folder / "index"),
            start_new_session=True,
        ) as process,
    ):
        _aim(log, point, process.pid, received)
        timer = threading.Timer(point.number / 1000, _kill, (process.pid,)) if point.kind == "time" else None
        if timer is not None:
            timer.start()
        try:
            code = process.wait(_LIMIT_S)
        except subprocess.TimeoutExpired:
            raise AceError(f"a cycle did not end within {_LIMIT_S:.0f} s at {point}; look at {repo}") from None
        finally:
            if process.poll() is None:
                _kill(process.pid)
            log.on_request = log.on_answer = None
            if timer is not None:
                timer.cancel()
        said.seek(0)
        text = said.read().decode("utf-8", "replace")[-600:]
    # What it had sent when it died may only be arriving now.
    time.sleep(0.05)
    kept_count = kept.stat().st_size if kept.exists() else 0
    row = CrashRow(
        cycle, point, code == -signal.SIGKILL, code, log.received - received, kept_count, time.monotonic() - started
    )
    return row, text


def _aim(log: AskedLog, point: CrashPoint, process: int, received: int) -> None:
    """Have the server kill `process` at its `point.number`-th request, before or after it is answered."""

    def at(number: int) -> None:
        if number - received == point.number:
            _kill(process)

    if point.kind == "request":
        log.on_request = at
    elif point.kind == "reply":
        log.on_answer = at


def _kill(process: int) -> None:
    try:
        os.kill(process, signal.SIGKILL)
    except ProcessLookupError:
        return
