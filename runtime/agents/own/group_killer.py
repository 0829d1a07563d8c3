"""Kill the process groups whose owner is gone.

Run as a file with lines on stdin: `+ID` a group that must not outlive the owner, `-ID` one that has been ended. The
end of stdin is the owner's end, however it came. It imports nothing of the project, so that it starts in milliseconds.
"""

import contextlib
import os
import signal
import sys
from collections.abc import Iterable


def groups_left(lines: Iterable[bytes]) -> list[int]:
    """Return the groups named and not taken back, in their order; a line that was cut off is not counted."""
    left: dict[int, None] = {}
    for line in lines:
        sign, number = line[:1], line[1:-1]
        if not line.endswith(b"\n") or not number.isdigit():
            continue
        if sign == b"+":
            left[int(number)] = None
        elif sign == b"-":
            left.pop(int(number), None)
    return list(left)


def main() -> None:
    """Wait for the owner's end, apart from its session and without being its child, then kill what is left."""
    if os.fork():
        os._exit(0)
    os.setsid()
    os.chdir("/")
    for group in groups_left(sys.stdin.buffer):
        # 0 and 1 would be this process's own group and everything there is.
        if group > 1:
            with contextlib.suppress(OSError):
                os.killpg(group, signal.SIGKILL)


if __name__ == "__main__":
    main()
