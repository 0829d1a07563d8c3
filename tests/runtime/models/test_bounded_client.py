"""Answers of any size and encoding, with bounded memory."""

import asyncio
import gzip
import tracemalloc
import zlib

import pytest

from runtime.models.bounded_client import MAX_ANSWER_BYTES, BoundedClient, UnreadableAnswerError


async def fetched(data: bytes, status: int = 200, encoding: str = "") -> tuple[int, bytes]:
    """Status and content of one answer that a server sends as `data`."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        head = [f"HTTP/1.1 {status} x", f"content-length: {len(data)}", "connection: close"]
        head += [f"content-encoding: {encoding}"] if encoding else []
        try:
            writer.write("\r\n".join(head).encode() + b"\r\n\r\n" + data)
            await writer.drain()
        except ConnectionError:
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        async with BoundedClient(trust_env=False, timeout_s=10) as client:
            got = await client.get(url)
    finally:
        server.close()
        await server.wait_closed()
    return got.status_code, got.content


@pytest.mark.parametrize(
    ("encoding", "data"),
    [("", b"hi"), ("identity", b"hi"), ("gzip", gzip.compress(b"hi")), ("deflate", zlib.compress(b"hi"))],
    ids=["absent", "identity", "gzip", "deflate"],
)
async def test_an_answer_comes_back_decompressed(encoding: str, data: bytes) -> None:
    assert await fetched(data, encoding=encoding) == (200, b"hi")


async def test_exactly_the_limit_is_read_and_one_more_byte_is_not() -> None:
    _, content = await fetched(b"x" * MAX_ANSWER_BYTES)
    assert len(content) == MAX_ANSWER_BYTES
    with pytest.raises(UnreadableAnswerError, match="more than 4194304 bytes"):
        await fetched(b"x" * (MAX_ANSWER_BYTES + 1))


async def test_a_gzip_bomb_is_refused_in_little_memory() -> None:
    bomb = gzip.compress(bytes(100_000_000))
    tracemalloc.start()
    try:
        with pytest.raises(UnreadableAnswerError, match="more than"):
            await fetched(bomb, encoding="gzip")
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 20_000_000


async def test_of_an_errors_long_text_the_beginning_is_kept() -> None:
    status, content = await fetched(b"x" * (MAX_ANSWER_BYTES + 1), 401)
    assert (status, len(content)) == (401, MAX_ANSWER_BYTES)


@pytest.mark.parametrize(
    ("encoding", "data", "says"),
    [
        ("br", b"x", "compressed as 'br', which was not asked for"),
        ("gzip, gzip", b"x", "which was not asked for"),
        ("gzip", b"not gzip at all", "cannot be decompressed"),
        ("gzip", gzip.compress(b"hi" * 100)[:-9], "compressed and cut off"),
    ],
    ids=["brotli", "twice", "not gzip", "cut"],
)
async def test_what_cannot_be_decompressed_says_why(encoding: str, data: bytes, says: str) -> None:
    with pytest.raises(UnreadableAnswerError, match=says):
        await fetched(data, encoding=encoding)
