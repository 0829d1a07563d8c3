"""`ace`: commands by name, loaded when used; errors people can act on, without traceback."""

import contextlib
import os
import sys
import threading

from ace.commands.group import run

OK, ERROR, USAGE, INTERRUPTED = 0, 1, 64, 130


def main(arguments: list[str] | None = None) -> int:
    """Run one command and return its exit code: 0 ok, 1 error, 64 usage, 75 busy, 130 interrupted."""
    code = run(sys.argv[1:] if arguments is None else arguments)
    if arguments is None:
        _leave_past_late_threads(code)
    return code


def _leave_past_late_threads(code: int) -> None:
    """End the process at once when a tool's thread is still at work: after an interrupt, or past its time limit.

    Such a thread may be in native code, which aborts the whole process when the interpreter ends under it. Everything
    that must be kept is on disk by now; worker processes end with their owner.
    """
    if not any(thread.daemon and thread.is_alive() for thread in threading.enumerate()):
        return
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            with contextlib.suppress(OSError, ValueError):
                stream.flush()
    os._exit(code)


if __name__ == "__main__":
    raise SystemExit(main())
