"""`ace bench diff`: the whole command as a process, start included, beside `git diff` of the same branches."""

import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from ace.bench.diff_repository import PROPOSALS, DiffRepository, make_diff_repository
from ace.bench.row import Row, rows_text
from ace.errors import AceError
from runtime.contracts.json_types import JsonObject

# Rules -> seconds that the command may take at most, start included.
TARGETS_S: Mapping[int, float] = {1_000: 0.3, 10_000: 2.0}
PASSES = 7


class Taken(NamedTuple):
    """Seconds: `wall` on the clock, `cpu` of the processes (user and system)."""

    wall: float
    cpu: float


class DiffBench(NamedTuple):
    """What one size took: the fastest of PASSES on the clock and in CPU time, each for itself."""

    rules: int
    ours: Taken
    git: Taken


def bench_diff(sizes: Sequence[int], note: Callable[[str], None]) -> tuple[DiffBench, ...]:
    """Return what `ace diff` takes in repositories of `sizes` rules with five proposals each.

    Raises: AceError when a command fails or shows less than every proposal.
    """
    found: list[DiffBench] = []
    for size in sizes:
        with tempfile.TemporaryDirectory(prefix="ace-bench-diff-") as folder:
            note(f"a repository of {size} rules and {PROPOSALS} proposals ...")
            repository = make_diff_repository(Path(folder), size)
            note(f"{PASSES} passes ...")
            ours = [_ours(repository) for _ in range(PASSES)]
            git = [_git(repository) for _ in range(PASSES)]
        found.append(DiffBench(size, _fastest(ours), _fastest(git)))
    return tuple(found)


def rows(found: Sequence[DiffBench]) -> list[Row]:
    """Return the figures, the clock against its target where that size has one, and CPU time beside it."""
    lines: list[Row] = []
    for one in found:
        bound = TARGETS_S.get(one.rules)
        other = f"git diff of {PROPOSALS} branches"
        detail: JsonObject = {"rules": one.rules, "proposals": PROPOSALS, "passes": PASSES}
        target = None if bound is None else ("<=", bound)
        name = f"ace diff, {one.rules:,} rules"
        lines.append(Row(f"{name}, clock", "s", one.ours.wall, other, one.git.wall, target, detail))
        lines.append(Row(f"{name}, CPU", "s", one.ours.cpu, other, one.git.cpu, None, detail))
    return lines


def bench_json(found: Sequence[DiffBench]) -> JsonObject:
    """Return the measurement as data; times are of this machine."""
    return {"schema_version": 1, "rows": [row.to_json() for row in rows(found)]}


def bench_text(found: Sequence[DiffBench]) -> str:
    """Return the measurement for a terminal."""
    return rows_text(rows(found))


def _ours(repository: DiffRepository) -> Taken:
    taken, output = _timed([[sys.executable, "-m", "ace", "diff", "-C", str(repository.path)]])
    if missing := [branch for branch in repository.branches if branch not in output]:
        raise AceError(f"ace diff left out {', '.join(missing)} in {repository.path}; run it there by hand")
    return taken


def _git(repository: DiffRepository) -> Taken:
    start = ["git", "-C", str(repository.path), "diff", "--no-color"]
    return _timed([[*start, f"main...{branch}"] for branch in repository.branches])[0]


def _timed(commands: Sequence[Sequence[str]]) -> tuple[Taken, str]:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    started = time.perf_counter()
    done = [subprocess.run(command, capture_output=True, check=False) for command in commands]
    wall = time.perf_counter() - started
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    for one in done:
        if one.returncode:
            said = one.stderr.decode("utf-8", "replace").strip()
            raise AceError(f"{' '.join(one.args)} failed (exit {one.returncode}): {said}; run it by hand")
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Taken(wall, cpu), "".join(one.stdout.decode("utf-8", "replace") for one in done)


def _fastest(taken: Sequence[Taken]) -> Taken:
    return Taken(min(one.wall for one in taken), min(one.cpu for one in taken))
