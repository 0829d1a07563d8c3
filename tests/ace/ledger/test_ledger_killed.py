"""A process that counts uses, killed with all its children at twenty points: what it said it counted is there."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from ace.ledger.ledger_ref import add_uses, read_ledger
from tests.ace.ledger.ledger_setup import P1, WHO, repository, sample, use

COUNT = """
import sys
from pathlib import Path
from ace.ledger.ledger_ref import add_uses
from tests.ace.ledger.ledger_setup import WHO, sample, use
for number in range(int(sys.argv[2]), int(sys.argv[2]) + 50):
    add_uses(Path(sys.argv[1]), [use(f"{number:012x}", sample(number))], WHO)
    print(number, flush=True)
"""


def test_no_use_is_lost_to_a_kill(tmp_path: Path) -> None:
    repo, counted = repository(tmp_path / "repo"), set[int]()
    for point in range(20):
        command = [sys.executable, "-c", COUNT, str(repo), str(1000 * point)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True) as process:
            assert process.stdout is not None
            counted.add(int(process.stdout.readline()))
            time.sleep(0.003 * point)
            os.killpg(process.pid, signal.SIGKILL)
            counted |= {int(line) for line in process.stdout.read().split()}
        _remove_locks(repo)
        assert counted <= {int(one.proposal, 16) for one in read_ledger(repo).uses.values()}
    add_uses(repo, [use(P1, sample(1))], WHO)
    assert P1 in {one.proposal for one in read_ledger(repo).uses.values()}, "and it can be written after all that"


def _remove_locks(repo: Path) -> None:
    """As the message of a ledger that is locked says: no git runs here any more."""
    for path in (repo / ".git").rglob("*.lock"):
        path.unlink()
