"""Process groups that do not outlive this process, even where it is killed with SIGKILL.

A pipe tells another process of our end: PR_SET_PDEATHSIG would speak of the thread that started the child, and only on
Linux.
"""

import os
import subprocess
import sys
import threading
from pathlib import Path

_PROGRAM = Path(__file__).with_name("group_killer.py")


class GroupWatch:
    """The groups that must end with this process. For any thread.

    `pipe`: the descriptor to the process that sees to it, None while there is none.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._groups: set[int] = set()
        self.pipe: int | None = None

    def add(self, group: int) -> None:
        """Have process group `group` killed when this process ends before `remove` was called for it.

        Where no further process can be started the group ends by itself or not, as its program does.
        """
        with self._lock:
            self._groups.add(group)
            if not self._tell(b"+%d\n" % group):
                self.pipe = _start()
                for known in sorted(self._groups):
                    self._tell(b"+%d\n" % known)

    def remove(self, group: int) -> None:
        """Take a group back. Call it before its leader is reaped: afterwards the number may be another's."""
        with self._lock:
            self._groups.discard(group)
            self._tell(b"-%d\n" % group)

    def _tell(self, line: bytes) -> bool:
        """Return False when nobody hears it."""
        if self.pipe is None:
            return False
        try:
            os.write(self.pipe, line)
        except OSError:  # the other process was killed
            os.close(self.pipe)
            self.pipe = None
        return self.pipe is not None


def _start() -> int | None:
    """Return the pipe to a new process that waits for our end, None where there can be none."""
    try:
        theirs, ours = os.pipe()
    except OSError:  # no descriptors are left
        return None
    try:
        # -I -S: nothing of the user's, no search for packages. It detaches, so that what is waited for is its start.
        subprocess.run(
            [sys.executable, "-I", "-S", str(_PROGRAM)],
            stdin=theirs,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError):
        os.close(ours)
        return None
    finally:
        os.close(theirs)
    return ours


GROUPS = GroupWatch()
