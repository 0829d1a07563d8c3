"""Bytes of a file read a piece at a time, with what was looked at put back."""

from typing import Protocol


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
        self._ahead = b""

    def put_back(self, data: bytes) -> None:
        """Make `data` what is read next."""
        self._ahead = data + self._ahead

    def read(self, size: int) -> bytes:
        """Return up to `size` bytes; none at the end."""
        if self._ahead:
            taken, self._ahead = self._ahead[:size], self._ahead[size:]
            return taken
        return self._file.read(size)

    def read_line(self, limit: int) -> bytes:
        """Return the next line with its newline, or its first `limit` bytes when it is longer."""
        if not self._ahead:
            return self._file.readline(limit)
        end = self._ahead.find(b"\n", 0, limit) + 1
        if end:
            taken, self._ahead = self._ahead[:end], self._ahead[end:]
            return taken
        taken, self._ahead = self._ahead[:limit], self._ahead[limit:]
        return taken if self._ahead or len(taken) == limit else taken + self._file.readline(limit - len(taken))

    def skip_line(self) -> int:
        """Pass over the rest of the present line; return how many bytes that were."""
        size = 0
        while chunk := self.read_line(1 << 20):
            size += len(chunk)
            if chunk.endswith(b"\n"):
                break
        return size
