"""What runs in a cycle's process: `ace`, ended when the daemon is gone.

A pipe whose other end only the daemon holds tells it: `PR_SET_PDEATHSIG` would speak of the daemon's thread, not of
its process, and exists on Linux only.
"""

import os
import select
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def ended_with_owner(lifeline: int, grace_s: float) -> Iterator[None]:
    """While the block runs: SIGTERM to this process when `lifeline` closes, SIGKILL to its group `grace_s` later."""
    # What this process starts must not see the pipe.
    os.set_inheritable(lifeline, False)
    done_read, done_write = os.pipe()

    def watch() -> None:
        if done_read in select.select([lifeline, done_read], [], [])[0]:
            return
        # Nobody reads the output any more, and a broken pipe would end the cycle before it has put things in order.
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 1)
        os.dup2(null, 2)
        os.kill(os.getpid(), signal.SIGTERM)
        if not select.select([done_read], [], [], grace_s)[0]:
            os.killpg(os.getpgrp(), signal.SIGKILL)

    # No daemon thread: `ace` ends at once, without cleaning up, when it sees one at the end.
    watcher = threading.Thread(target=watch, name="lifeline")
    watcher.start()
    try:
        yield
    finally:
        os.write(done_write, b".")
        watcher.join()


def main() -> int:
    """Run `ace` with what follows the lifeline and the grace on the command line; return its exit code."""
    lifeline, grace_s = int(sys.argv[1]), float(sys.argv[2])
    sys.argv[1:3] = []
    with ended_with_owner(lifeline, grace_s):
        # Imported here: from now on a daemon that is gone is noticed.
        from ace.__main__ import main as ace

        return ace()


if __name__ == "__main__":
    raise SystemExit(main())
