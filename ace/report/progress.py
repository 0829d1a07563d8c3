"""Progress on stderr: a live line in a terminal, a plain line now and then elsewhere, nothing when quiet."""

import sys
import time
from typing import TextIO

from runtime.contracts.trace_event import Episode

PLAIN_EVERY_S = 10.0
LIVE_EVERY_S = 0.2


class Progress:
    """Counts episodes of one batch. Rates are episodes a minute."""

    def __init__(self, is_quiet: bool, stream: TextIO | None = None) -> None:
        self._stream = stream or sys.stderr
        # Started without a stderr, Python has none: progress must never cost a run.
        self._quiet = is_quiet or self._stream is None
        self._live = not self._quiet and self._stream.isatty()
        self._title, self._total = "", 0
        self._reset()

    def _reset(self) -> None:
        self._done = self._failed = self._errors = self._waiting = 0
        self._cost = 0.0
        self._started = self._last = time.monotonic()

    def begin(self, title: str, total: int) -> None:
        """Start a batch of `total` episodes."""
        self.finish()
        self._title, self._total = title, total
        self._reset()

    def episode(self, episode: Episode) -> None:
        """Count one finished episode."""
        self._done += 1
        if episode.is_waiting:
            self._waiting += 1
        elif episode.is_infrastructure_error:
            self._errors += 1
        elif episode.outcome is not None and not episode.outcome.scores.get("success"):
            self._failed += 1
        cost = episode.outcome.spent.get("cost_usd", 0.0) if episode.outcome else 0.0
        self._cost += cost if isinstance(cost, int | float) else 0.0
        now = time.monotonic()
        if now - self._last >= (LIVE_EVERY_S if self._live else PLAIN_EVERY_S):
            self._last = now
            self._write(is_last=False)

    def finish(self) -> None:
        """Write the batch's last line."""
        if self._done:
            self._write(is_last=True)
        self._done = 0

    def note(self, text: str) -> None:
        """Write one line between batches."""
        self.finish()
        self._put(text + "\n")

    def _write(self, is_last: bool) -> None:
        if self._quiet:
            return
        seconds = max(time.monotonic() - self._started, 1e-6)
        cost = f", {self._cost:.4f} USD" if self._cost else ""
        errors = f", {self._errors} not finished" if self._errors else ""
        errors += f", {self._waiting} waiting for a person" if self._waiting else ""
        # At the end of a batch what is not counted was known from before, or a ceiling has left it out.
        is_part = is_last and self._done < self._total
        done = f"{self._done} of {self._total} episodes run now" if is_part else f"{self._done}/{self._total} episodes"
        text = (
            f"{self._title}: {done}, {self._failed} not solved{errors}{cost}, {60 * self._done / seconds:.0f} a minute"
        )
        end = "\n" if is_last or not self._live else ""
        start = "\r\x1b[2K" if self._live else ""
        self._put(start + text + end)

    def _put(self, text: str) -> None:
        """Write, or fall silent for good when the stream is closed or full: progress must never cost a run."""
        if self._quiet:
            return
        try:
            self._stream.write(text)
            self._stream.flush()
        except (OSError, ValueError):
            self._quiet = True
