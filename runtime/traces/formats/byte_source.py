"""Bytes of a file read a piece at a time, with what was looked at put back."""

import re
from typing import Protocol

_CHUNK = 1 << 20
_NOT_BLANK = re.compile(rb"\S")


class Readable(Protocol):
    """What is used of a binary file."""

    def read(self, size: int, /) -> bytes:
        """Return up to `size` bytes."""

    def readline(self, size: int, /) -> bytes:
        """Return up to `size` bytes of the present line."""


class ByteSource:
    """A binary file that can be looked ahead in. Reads raise what the file's own reads raise."""

    def __init__(self, file: Readable) -> None:
        """Read from where `file` stands."""
        self._file = file
        self._ahead, self._at = b"", 0

    def put_back(self, data: bytes) -> None:
        """Make `data` what is read next."""
        self._ahead, self._at = data + self._ahead[self._at :], 0

    def read(self, size: int) -> bytes:
        """Return up to `size` bytes; none at the end."""
        return self._take(size) if self._at < len(self._ahead) else self._file.read(size)

    def read_line(self, limit: int) -> bytes:
        """Return the next line with its newline, or its first `limit` bytes when it is longer."""
        end = self._ahead.find(b"\n", self._at, self._at + limit) + 1
        if end:
            return self._take(end - self._at)
        taken = self._take(limit)
        is_whole = len(taken) == limit or self._at < len(self._ahead)
        return taken if is_whole else taken + self._file.readline(limit - len(taken))

    def skip_blank(self) -> int:
        """Pass over what is blank; return how many lines ended in it."""
        lines = 0
        while True:
            is_blank = self._at == 0 and self._ahead.isspace()  # far quicker than to search
            found = None if is_blank else _NOT_BLANK.search(self._ahead, self._at)
            end = found.start() if found else len(self._ahead)
            lines += self._ahead.count(b"\n", self._at, end)
            self._at = end
            if found:
                return lines
            self._ahead, self._at = self._file.read(_CHUNK), 0
            if not self._ahead:
                return lines

    def skip_line(self) -> int:
        """Pass over the rest of the present line; return how many bytes that were."""
        size = 0
        while chunk := self.read_line(_CHUNK):
            size += len(chunk)
            if chunk.endswith(b"\n"):
                break
        return size

    def _take(self, size: int) -> bytes:
        taken = self._ahead[self._at : self._at + size]
        self._at += len(taken)
        return taken
