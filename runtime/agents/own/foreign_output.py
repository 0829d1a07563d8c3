"""What a person's Python agent prints goes to stderr: stdout belongs to the command that runs it."""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from typing import TextIO


class _Users:
    """How many episodes are under way in this process, and the stdout that was there before the first."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.count = 0
        self.before: TextIO | None = None
        self.instead: TextIO | None = None


_USERS = _Users()


@contextmanager
def stdout_to_stderr() -> Iterator[None]:
    """Turn this process's stdout to stderr meanwhile; blocks may overlap, and the last one to end turns it back."""
    with _USERS.lock:
        _USERS.count += 1
        if _USERS.count == 1:
            _USERS.before = sys.stdout
            _USERS.instead = sys.stderr if sys.stderr is not None else StringIO()
            sys.stdout = _USERS.instead
    try:
        yield
    finally:
        with _USERS.lock:
            _USERS.count -= 1
            # Whoever has turned it elsewhere in the meantime turns it back.
            if _USERS.count == 0 and sys.stdout is _USERS.instead and _USERS.before is not None:
                sys.stdout = _USERS.before
