"""Wait for a signal, the end of a child, or output; one place where the daemon sleeps."""

import os
import selectors
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

_SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGCHLD)


class Wakeup:
    """Counts signals, and sleeps until there is one."""

    def __init__(self) -> None:
        """Open the pipe through which signals end a sleep."""
        self._read, self._write = os.pipe()
        for end in (self._read, self._write):
            os.set_blocking(end, False)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._read, selectors.EVENT_READ)
        self._stops = self._reloads = 0

    def take_stops(self) -> int:
        """Return how often SIGTERM or SIGINT came since the last call."""
        found, self._stops = self._stops, 0
        return found

    def take_reloads(self) -> int:
        """Return how often SIGHUP came since the last call."""
        found, self._reloads = self._reloads, 0
        return found

    def watch(self, file: int) -> None:
        """End a sleep also when `file` can be read."""
        self._selector.register(file, selectors.EVENT_READ)

    def unwatch(self, file: int) -> None:
        """Watch `file` no more."""
        self._selector.unregister(file)

    def sleep(self, seconds: float) -> list[int]:
        """Sleep at most so long; return the watched files that can be read."""
        ready = [key.fd for key, _ in self._selector.select(max(seconds, 0.0))]
        if self._read in ready:
            try:
                while os.read(self._read, 512):
                    pass
            except BlockingIOError:
                pass
        return [file for file in ready if file != self._read]

    @contextmanager
    def signals(self) -> Iterator[None]:
        """While the block runs, signals come here instead of ending the process."""
        before = {number: signal.signal(number, self._take) for number in _SIGNALS}
        before_fd = signal.set_wakeup_fd(self._write, warn_on_full_buffer=False)
        try:
            yield
        finally:
            signal.set_wakeup_fd(before_fd)
            for number, handler in before.items():
                signal.signal(number, handler)

    def close(self) -> None:
        """Close the pipe."""
        self._selector.close()
        os.close(self._read)
        os.close(self._write)

    def _take(self, number: int, frame: FrameType | None) -> None:
        if number in (signal.SIGTERM, signal.SIGINT):
            self._stops += 1
        elif number == signal.SIGHUP:
            self._reloads += 1
