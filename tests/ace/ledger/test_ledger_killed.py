"""A process that counts uses, killed with all its children at twenty points: what it said it counted is there."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from ace.ledger.ledger_ref import add_uses, read_ledger
from tests.ace.ledger.ledger_setup import P1, WHO, repository, sample, use

# Forks a process for each line it is told, so that what it needs is imported once.
COUNT = """
import os, sys
from pathlib import Path
from ace.ledger.ledger_ref import add_uses
from tests.ace.ledger.ledger_setup import WHO, sample, use
for line in sys.stdin:
    child = os.fork()
    if not child:
        os.setsid()
        print(os.getpid(), flush=True)
        for number in range(int(line), int(line) + 50):
            add_uses(Path(sys.argv[1]), [use(f"{number:012x}", sample(number))], WHO)
            print(number, flush=True)
        os._exit(0)
    os.waitpid(child, 0)
    print("gone", flush=True)
"""


def test_no_use_is_lost_to_a_kill(tmp_path: Path) -> None:
    repo, counted = repository(tmp_path / "repo"), set[int]()
    command = [sys.executable, "-c", COUNT, str(repo)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for point in range(20):
            print(1000 * point, file=process.stdin, flush=True)
            child = int(process.stdout.readline())
            counted.add(int(process.stdout.readline()))
            time.sleep(0.003 * point)
            os.killpg(child, signal.SIGKILL)
            counted |= {int(line) for line in iter(process.stdout.readline, "gone\n")}
            _remove_locks(repo)
            assert counted <= {int(one.proposal, 16) for one in read_ledger(repo).uses.values()}
        process.stdin.close()
    add_uses(repo, [use(P1, sample(1))], WHO)
    assert P1 in {one.proposal for one in read_ledger(repo).uses.values()}, "and it can be written after all that"


def _remove_locks(repo: Path) -> None:
    """As the message of a ledger that is locked says: no git runs here any more."""
    for path in (repo / ".git").rglob("*.lock"):
        path.unlink()
