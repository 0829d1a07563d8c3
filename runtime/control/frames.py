"""Messages between a worker process and its owner: a length, then one JSON object, over a pipe."""

import json
import os
import select
import struct
import time

from runtime.contracts.json_types import JsonObject

MAX_FRAME_BYTES = 64 * 1024 * 1024
_HEAD = struct.Struct(">I")
_BLOCK = 1 << 20


class FrameError(Exception):
    """What came over the pipe is no message."""


class FrameTimeoutError(Exception):
    """No whole message came in time."""


def send(handle: int, message: JsonObject) -> None:
    """Write `message` to the pipe `handle`. Raises: OSError when the other end is gone, FrameError when too long."""
    data = json.dumps(message).encode("ascii")
    if len(data) > MAX_FRAME_BYTES:
        raise FrameError(f"a message of {len(data) / 1e6:.1f} MB; at most {MAX_FRAME_BYTES / 1e6:.0f} MB are sent")
    view = memoryview(_HEAD.pack(len(data)) + data)
    while view:
        view = view[os.write(handle, view) :]


def receive(handle: int, deadline: float | None = None) -> JsonObject | None:
    """Return the next message, or None when the other end is gone.

    Units: deadline is a value of time.monotonic(), in seconds. Raises: FrameTimeoutError, FrameError.
    """
    head = _read(handle, _HEAD.size, deadline)
    if head is None:
        return None
    (size,) = _HEAD.unpack(head)
    if size > MAX_FRAME_BYTES:
        raise FrameError(
            f"a message of {size / 1e6:.1f} MB is announced; at most {MAX_FRAME_BYTES / 1e6:.0f} MB are read"
        )
    data = _read(handle, size, deadline)
    if data is None:
        return None
    try:
        message = json.loads(data)
    except ValueError as exc:
        raise FrameError(f"not JSON: {exc}") from exc
    if not isinstance(message, dict):
        raise FrameError(f"a JSON {type(message).__name__} instead of an object")
    return message


def _read(handle: int, size: int, deadline: float | None) -> bytes | None:
    """Return exactly `size` bytes, or None at the end of the stream."""
    parts: list[bytes] = []
    while size > 0:
        _wait(handle, deadline)
        part = os.read(handle, min(size, _BLOCK))
        if not part:
            return None
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def _wait(handle: int, deadline: float | None) -> None:
    if deadline is None:
        return
    poll = select.poll()
    poll.register(handle, select.POLLIN)
    left_ms = max(0.0, (deadline - time.monotonic()) * 1000.0)
    if not poll.poll(left_ms):
        raise FrameTimeoutError
