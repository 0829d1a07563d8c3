"""Progress of an import on stderr: nothing for what is quick, then a line now and then."""

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TextIO

from ace.text.counted import counted
from ace.text.visible_text import escape_text

EVERY_S = 2.0


class ImportProgress:
    """Told of each episode; writes at most one line every two seconds."""

    def __init__(self, is_quiet: bool, stream: TextIO | None = None, now: Callable[[], float] = time.monotonic) -> None:
        """Write to `stream` (stderr), which may be absent; `now` gives seconds."""
        self._stream = None if is_quiet else stream or sys.stderr
        self._now = now
        self._last = now()
        self._episodes = 0
        self._has_written = False

    def read(self, path: Path, of_file: int) -> None:
        """Count one more episode, the `of_file`-th of `path`."""
        self._episodes += 1
        if self._now() - self._last >= EVERY_S:
            self._last = self._now()
            self._has_written = True
            self._put(f"{escape_text(str(path))}: {counted(of_file, 'episode')} read, {self._episodes:,} in all\n")

    def finish(self) -> None:
        """Say what was read, if anything was said before."""
        if self._has_written:
            self._put(f"{counted(self._episodes, 'episode')} read; writing\n")

    def _put(self, text: str) -> None:
        if self._stream is None:
            return
        try:
            self._stream.write(text)
            self._stream.flush()
        except (OSError, ValueError):
            self._stream = None
