"""Two `ace cycle` at once on one repository, and on two worktrees of it."""

import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from ace.cycle.journal import last_cycles
from ace.ledger.ledger_ref import add_uses, read_ledger
from tests.ace.building import commit_all, git, small_session
from tests.ace.ledger.ledger_setup import P1, WHO, use
from tests.conftest import Ran

CONFIG = """\
schema: 1
branch: main
controller: {kind: simulated}
run: {limit: 8, seed: 0}
gate: {trials: 1, sealed_limit: 2, must_pass_limit: 2, control: false}
"""


@contextmanager
def under_way(executable: list[str], repo: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Start `ace cycle` as a process, and wait until it holds the lock."""
    lock = repo / ".git" / "ace" / "lock"
    with subprocess.Popen([*executable, "cycle", "-q", "-C", str(repo)], stdout=subprocess.PIPE) as process:
        try:
            until = time.monotonic() + 60
            while not (lock.is_file() and lock.read_bytes()):
                assert process.poll() is None
                assert time.monotonic() < until
                time.sleep(0.02)
            yield process
        finally:
            process.kill()


def test_the_second_is_refused_wherever_it_is_started_and_no_use_is_lost(
    starter: Path, tmp_path: Path, ace: Callable[..., Ran], ace_executable: list[str]
) -> None:
    (starter / "ace.yaml").write_text(CONFIG, encoding="utf-8")
    commit_all(starter)
    linked = [tmp_path / "one", tmp_path / "two"]
    for folder in linked:
        git(starter, "worktree", "add", "-q", "-b", folder.name, str(folder))
    first, second = small_session(starter).samples("sealed")[0][:2]
    add_uses(starter, [use(P1, first, simulated=True)], WHO)
    with under_way(ace_executable, starter) as process:
        for folder in (starter, *linked):
            ran = ace("cycle", "-q", "-C", str(folder))
            assert (ran.code, ran.out) == (75, "")
            assert f"held by process {process.pid}" in ran.err
            assert "wait for it to end, then start again" in ran.err
        # The ledger is no part of the lock: what another clone counts meanwhile is kept beside what this cycle counts.
        add_uses(linked[0], [use("b" * 12, second, simulated=True)], WHO)
        assert process.wait(120) in (0, 2)
    assert [cycle.status for cycle in last_cycles(starter / ".git" / "ace")] == ["done"]
    assert len(list((starter / ".git" / "ace" / "runs").iterdir())) == 1
    assert {one.proposal for one in read_ledger(linked[1]).uses.values()} >= {P1, "b" * 12}
    assert ace("cycle", "-q", "-C", str(linked[1])).code in (0, 2)
