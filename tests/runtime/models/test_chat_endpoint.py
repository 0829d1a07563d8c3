import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from runtime.models.chat_completion import Completion
from runtime.models.chat_endpoint import ChatEndpoint
from runtime.models.retry_policy import Failure

GOOD = b'{"choices": [{"message": {"content": "hi"}, "finish_reason": "stop"}]}'


@asynccontextmanager
async def answering(raw: bytes, timeout_s: float = 5.0, pause_s: float = 0.0) -> AsyncIterator[ChatEndpoint]:
    """An endpoint whose server sends `raw`, byte by byte with pauses when `pause_s` is positive, and hangs up."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        try:
            for chunk in [bytes([byte]) for byte in raw] if pause_s else [raw]:
                writer.write(chunk)
                await writer.drain()
                await asyncio.sleep(pause_s)
        except ConnectionError:
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    endpoint = ChatEndpoint(f"http://127.0.0.1:{port}/v1", "k-123456", timeout_s, now=lambda: 0.0)
    try:
        yield endpoint
    finally:
        await endpoint.aclose()
        server.close()
        await server.wait_closed()


def response(body: bytes, status: str = "200 OK", *headers: str) -> bytes:
    lines = [f"HTTP/1.1 {status}", f"content-length: {len(body)}", "connection: close", *headers]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


async def test_a_completion_comes_back_whatever_its_content_type() -> None:
    async with answering(response(GOOD, "200 OK", "content-type: text/plain")) as endpoint:
        assert await endpoint.post({}) == Completion("hi", "stop")


async def test_a_status_comes_back_as_a_failure_with_its_body_and_wait() -> None:
    async with answering(response(b"busy with k-123456", "429 Too Many Requests", "retry-after: 4")) as endpoint:
        failure = await endpoint.post({})
    assert isinstance(failure, Failure)
    assert (failure.kind, failure.status, failure.retry_after_s) == ("status", 429, 4.0)
    assert failure.cause == "HTTP 429: busy with [redacted:api-key]"


@pytest.mark.parametrize(
    ("raw", "kind"),
    [
        (b"", "connection"),
        (b"SSH-2.0-x\r\n", "connection"),
        (response(GOOD)[:-5], "connection"),
        (response(b"hi"), "bad_answer"),
    ],
    ids=["hangs up", "not HTTP", "cut", "prose"],
)
async def test_what_is_no_answer_is_a_failure_of_its_kind(raw: bytes, kind: str) -> None:
    async with answering(raw) as endpoint:
        failure = await endpoint.post({})
    assert isinstance(failure, Failure)
    assert failure.kind == kind


async def test_the_time_limit_holds_for_the_whole_answer_not_each_read() -> None:
    async with answering(response(GOOD), timeout_s=0.15, pause_s=0.02) as endpoint:
        failure = await endpoint.post({})
    assert failure == Failure("timeout", "no answer within 0.15 s")


async def test_a_server_on_this_machine_is_not_asked_through_a_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("no_proxy", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    async with answering(response(GOOD)) as endpoint:
        assert await endpoint.post({}) == Completion("hi", "stop")


@pytest.mark.parametrize(
    ("status", "location", "host"),
    [
        ("307 Temporary Redirect", "http://{here}/elsewhere?key=k-123456", "http://{here}"),
        ("302 Found", "http://user:secret@169.254.169.254/latest?q=secret", "http://169.254.169.254"),
        ("308 Permanent Redirect", "//other.test:1", "http://other.test:1"),
        ("301 Moved Permanently", "http://[::1", "an unreadable address"),
    ],
    ids=["other port", "link-local", "no scheme", "broken"],
)
async def test_a_redirect_is_refused_by_name_and_never_followed(status: str, location: str, host: str) -> None:
    asked: list[bytes] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked.append(await reader.read(100))
        writer.write(response(GOOD))
        writer.close()

    other = await asyncio.start_server(serve, "127.0.0.1", 0)
    here = f"127.0.0.1:{other.sockets[0].getsockname()[1]}"
    raw = response(b"", status, f"location: {location.format(here=here)}")
    async with answering(raw) as endpoint:
        failure = await endpoint.post({"messages": ["the prompt"]})
    other.close()
    await other.wait_closed()
    assert isinstance(failure, Failure)
    assert not failure.is_retryable
    code = status.partition(" ")[0]
    assert failure.cause == f"HTTP {code}: it redirects to {host.format(here=here)}, and redirects are not followed"
    assert asked == []


async def test_a_redirect_status_without_an_address_is_a_status_like_any_other() -> None:
    async with answering(response(b"no", "304 Not Modified")) as endpoint:
        failure = await endpoint.post({})
    assert isinstance(failure, Failure)
    assert failure.cause == "HTTP 304: no text"


async def test_an_answer_beyond_the_limit_is_a_bad_answer_that_says_so() -> None:
    async with answering(response(b" " * 5_000_000 + GOOD)) as endpoint:
        failure = await endpoint.post({})
    assert failure == Failure("bad_answer", "its answer has more than 4194304 bytes")


@pytest.mark.parametrize(
    "charset",
    ["zlib_codec", "base64", "rot13", "idna", "punycode", "utf-16", "undefined", "cp037", "\xe9", "bogus", ""],
)
async def test_a_charset_is_not_believed(charset: str) -> None:
    header = f"content-type: application/json; charset={charset}"
    async with answering(response(GOOD, "200 OK", header)) as endpoint:
        assert await endpoint.post({}) == Completion("hi", "stop")
    async with answering(response(b"so busy", "500 Error", header)) as endpoint:
        failure = await endpoint.post({})
    assert isinstance(failure, Failure)
    assert failure.cause == "HTTP 500: so busy"


async def test_a_header_that_is_not_ascii_does_no_harm() -> None:
    async with answering(response(GOOD, "200 OK", "x-region: Zürich")) as endpoint:
        assert await endpoint.post({}) == Completion("hi", "stop")
