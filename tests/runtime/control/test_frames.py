"""Messages over a pipe: whole, in time, or named as what they are."""

import os
import threading
import time
from collections.abc import Iterator

import pytest

from runtime.contracts.json_types import JsonObject
from runtime.control.frames import MAX_FRAME_BYTES, FrameError, FrameTimeoutError, receive, send


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    """A pipe: its reading and its writing end."""
    ends = os.pipe()
    yield ends
    for end in ends:
        try:
            os.close(end)
        except OSError:
            continue


def _soon() -> float:
    return time.monotonic() + 5.0


@pytest.mark.parametrize(
    "message",
    [{}, {"a": [1, None, 2.5, {"b": "ü\ud800\u202e\x00"}]}, {"big": "x" * 3_000_000}],
    ids=["empty", "odd", "larger than the pipe"],
)
def test_a_message_arrives_as_it_was_sent(pipe: tuple[int, int], message: JsonObject) -> None:
    writer = threading.Thread(target=send, args=(pipe[1], message))
    writer.start()
    assert receive(pipe[0], _soon()) == message
    writer.join()


def test_messages_do_not_run_into_each_other(pipe: tuple[int, int]) -> None:
    for number in range(3):
        send(pipe[1], {"n": number})
    assert [receive(pipe[0]) for _ in range(3)] == [{"n": 0}, {"n": 1}, {"n": 2}]


@pytest.mark.parametrize(
    "sent", [b"", b"\x00\x00", b"\x00\x00\x00\x05{"], ids=["nothing", "half a head", "half a body"]
)
def test_an_end_in_the_middle_is_an_end(pipe: tuple[int, int], sent: bytes) -> None:
    os.write(pipe[1], sent)
    os.close(pipe[1])
    assert receive(pipe[0], _soon()) is None


@pytest.mark.parametrize("sent", [b"", b"\x00\x00\x00\x05{"], ids=["nothing", "half a body"])
def test_what_does_not_come_in_time_is_a_timeout(pipe: tuple[int, int], sent: bytes) -> None:
    os.write(pipe[1], sent)
    with pytest.raises(FrameTimeoutError):
        receive(pipe[0], time.monotonic() + 0.05)


@pytest.mark.parametrize(
    ("sent", "says"),
    [
        (b"\x00\x00\x00\x03{a}", "not JSON"),
        (b"\x00\x00\x00\x02[]", "a JSON list instead of an object"),
        (b"\xff\xff\xff\xff", "a message of 4295.0 MB"),
    ],
)
def test_what_is_no_message_is_refused(pipe: tuple[int, int], sent: bytes, says: str) -> None:
    os.write(pipe[1], sent)
    with pytest.raises(FrameError, match=says):
        receive(pipe[0], _soon())


def test_a_message_too_long_is_not_sent(pipe: tuple[int, int]) -> None:
    with pytest.raises(FrameError, match=r"at most 67 MB are sent"):
        send(pipe[1], {"x": "y" * MAX_FRAME_BYTES})
