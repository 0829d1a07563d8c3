"""The daemon's log: plain lines on stderr with time and level, which systemd, docker and cron all take."""

import logging
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

NAMES = ("ace.daemon", "apscheduler")
_MOST = 2_000


class _Line(logging.Formatter):
    """One line an entry, times in UTC. What strangers wrote (a child's last line) is made safe to look at."""

    converter = staticmethod(time.gmtime)

    def format(self, record: logging.LogRecord) -> str:
        from ace.text.visible_text import escape_text
        from runtime.traces.redaction import redact_text

        text = escape_text(redact_text(super().format(record)))
        return text if len(text) <= _MOST else f"{text[:_MOST]}... ({len(text)} characters)"


@contextmanager
def log_lines(*, is_quiet: bool) -> Iterator[None]:
    """While the block runs, the daemon's log goes to stderr; `is_quiet`: warnings and errors of it."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Line("%(asctime)sZ %(levelname)s %(message)s", "%Y-%m-%dT%H:%M:%S"))
    loggers = [logging.getLogger(name) for name in NAMES]
    before = [(logger.level, logger.propagate) for logger in loggers]
    for logger in loggers:
        logger.addHandler(handler)
        logger.propagate = False
    loggers[0].setLevel(logging.WARNING if is_quiet else logging.INFO)
    try:
        yield
    finally:
        for logger, (level, propagate) in zip(loggers, before, strict=True):
            logger.removeHandler(handler)
            logger.setLevel(level)
            logger.propagate = propagate
