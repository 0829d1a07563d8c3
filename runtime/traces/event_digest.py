"""An episode's lines under one hash, kept in its outcome: a line edited, removed, added or moved is found out.

The hash has no key: it shows an accident or a careless hand, not someone who computes it anew.
"""

import hashlib
import re
from collections.abc import Iterable
from typing import Literal, TypeAlias

from runtime.contracts.json_types import JsonObject
from runtime.contracts.trace_event import Event, Header, Outcome
from runtime.traces.event_json import encode_line

# "unsealed": no hash was kept, by an older program or because the episode has no outcome.
Integrity: TypeAlias = Literal["intact", "edited", "unsealed"]
# With blanks the line was written anew by another program: edited, not unsealed.
_FIELD = re.compile(rb'"events_sha256"\s*:\s*"([0-9a-f]{64})"')
_EMPTY = b'"events_sha256":""'


class EpisodeDigests:
    """The hashes of episodes being written to one log; an episode whose header it has not seen gets none."""

    def __init__(self) -> None:
        """Start without an episode."""
        self._running: dict[tuple[str, str], hashlib._Hash] = {}

    def add(self, event: Event, line: bytes) -> None:
        """Take in a line that was written."""
        key = (event.run, event.episode)
        if isinstance(event, Header):
            self._running[key] = hashlib.sha256(line)
        elif isinstance(event, Outcome):
            self._running.pop(key, None)
        elif key in self._running:
            self._running[key].update(line)

    def sealed(self, outcome: Outcome, value: JsonObject) -> bytes:
        """Return the line of `outcome` (`value` is it as JSON) with the hash of the whole episode in it."""
        running = self._running.get((outcome.run, outcome.episode))
        line = encode_line({**value, "events_sha256": ""})
        if running is None:
            return line
        whole = running.copy()
        whole.update(line)
        before, _, after = line.rpartition(_EMPTY)
        return before + b'"events_sha256":"%b"' % whole.hexdigest().encode() + after


class LinesCheck:
    """The lines of one episode as they are read, one after the other."""

    def __init__(self) -> None:
        """Start before the header."""
        self._hash = hashlib.sha256()

    def add(self, line: bytes) -> None:
        """Take in a line with its newline; not the last."""
        self._hash.update(line)

    def check(self, last: bytes) -> Integrity:
        """Return whether the lines up to `last`, the outcome's, are those written."""
        fields = [*_FIELD.finditer(last)]
        if not fields:
            return "unsealed"
        found = fields[-1]
        whole = self._hash.copy()
        whole.update(last[: found.start(1)] + last[found.end(1) :])
        return "intact" if whole.hexdigest().encode() == found.group(1) else "edited"


def check_lines(lines: Iterable[bytes]) -> Integrity:
    """Return whether an episode's lines (each with its newline, header first, outcome last) are those written."""
    *earlier, last = [*lines] or [b""]
    reading = LinesCheck()
    for line in earlier:
        reading.add(line)
    return reading.check(last)
