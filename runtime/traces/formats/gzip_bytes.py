"""Bytes out of a gzip file: all that can be had of one that is cut off, damaged, or has something behind it."""

import io
import zlib
from typing import BinaryIO

GZIP_START = b"\x1f\x8b"
# Of damaged data everything is lost that is unpacked in one go, so little is.
_AT_ONCE = 1024
_WITH_GZIP_HEADER = 31


class GzipBytes(io.RawIOBase):
    """The unpacked bytes of `file`. Unlike gzip.GzipFile it ends where they cannot be read on; `problem` says why.

    `problem` is empty until then, and stays so where all was read. Reads raise OSError as the file's own do.
    """

    def __init__(self, file: BinaryIO) -> None:
        """Read from where `file` stands."""
        self._file = file
        self._packed = b""
        self._member: zlib._Decompress | None = None
        self._is_at_end = False
        self.problem = ""

    def readable(self) -> bool:
        """Return True."""
        return True

    def readinto(self, buffer: "bytearray | memoryview", /) -> int:  # type: ignore[override]
        """Put the next bytes into `buffer`; return how many, 0 at the end."""
        data = b""
        while not data and not self._is_at_end:
            data = self._unpacked(len(buffer))
        buffer[: len(data)] = data
        return len(data)

    def _unpacked(self, size: int) -> bytes:
        packed = self._packed or self._file.read(_AT_ONCE)
        self._packed = b""
        if self._member is None:
            packed = self._start_of_member(packed)
            if self._member is None:
                return b""
        try:
            data = self._member.decompress(packed, size)
        except zlib.error as exc:
            return self._stop(str(exc))
        if self._member.eof:
            self._packed, self._member = self._member.unused_data, None
            self._is_at_end = not self._packed and not self._peek()
        else:
            self._packed = self._member.unconsumed_tail
            if not packed and not data:
                return self._stop("the gzip data end in the middle")
        return data

    def _start_of_member(self, packed: bytes) -> bytes:
        packed = packed.lstrip(b"\0")  # padding, which gzip passes over too
        if not packed and not self._peek():
            self._is_at_end = True
        elif packed:
            packed += self._file.read(1) if len(packed) == 1 else b""
            if packed.startswith(GZIP_START):
                self._member = zlib.decompressobj(_WITH_GZIP_HEADER)
            else:
                self._stop("something that is not gzip follows the gzip data")
        return packed

    def _peek(self) -> bool:
        self._packed = self._packed or self._file.read(_AT_ONCE)
        return bool(self._packed)

    def _stop(self, problem: str) -> bytes:
        self.problem, self._is_at_end = problem, True
        return b""
