"""An HTTP client for model servers that reads no answer longer than a limit and follows no redirect.

Importing this module imports openai; it is reached lazily.
"""

import zlib
from collections.abc import AsyncIterator
from ssl import PROTOCOL_TLS_CLIENT, SSLContext
from typing import TYPE_CHECKING

from openai import DefaultAsyncHttpxClient

if TYPE_CHECKING:
    from httpx2 import Request, Response

MAX_ANSWER_BYTES = 4 * 1024 * 1024
# What is asked for. A decoder that can stop in the middle is needed: 4 KB of gzip can hold 4 MB.
ENCODINGS = "gzip, deflate"
_IDENTITY = frozenset({"", "identity"})
_DECODED = frozenset({"gzip", "x-gzip", "deflate"})
# A charset is not believed: JSON is UTF-8, and among the charsets that can be named are some that decode no text.
_NOT_KEPT = frozenset({b"content-encoding", b"content-length", b"transfer-encoding", b"content-type"})


class UnreadableAnswerError(Exception):
    """An answer is too large or is compressed in a way that was not asked for; str() completes "its answer ..."."""


class BoundedClient(DefaultAsyncHttpxClient):
    """Answers come back whole, to be read as UTF-8, with at most MAX_ANSWER_BYTES once decompressed.

    Of an error's text the rest is cut.
    """

    def __init__(self, *, trust_env: bool, timeout_s: float, is_plain: bool = False) -> None:
        """Open nothing yet. `is_plain`: no TLS is spoken, so that no certificates need be read (40 ms)."""
        super().__init__(
            trust_env=trust_env,
            # A context without certificates trusts nobody.
            verify=SSLContext(PROTOCOL_TLS_CLIENT) if is_plain else True,
            timeout=timeout_s,
            # The prompt goes to the address in the configuration and to no other.
            follow_redirects=False,
            headers={"accept-encoding": ENCODINGS},
        )

    async def send(self, request: "Request", *, stream: bool = False, **options: object) -> "Response":
        """Return the answer, read. Raises: UnreadableAnswerError, and what the base class raises."""
        response = await super().send(request, stream=True, **options)  # type: ignore[arg-type]
        try:
            content = await _content(response)
        finally:
            await response.aclose()
        # As bytes: a header may hold what is not ASCII.
        headers = [(name, value) for name, value in response.headers.raw if name.lower() not in _NOT_KEPT]
        return type(response)(response.status_code, headers=headers, content=content, request=request)


async def _content(response: "Response") -> bytes:
    encoding = response.headers.get("content-encoding", "").strip().lower()
    if encoding not in _IDENTITY | _DECODED:
        raise UnreadableAnswerError(f"is compressed as {encoding[:40]!r}, which was not asked for")
    chunks = response.aiter_raw()
    parts: list[bytes] = []
    size = 0
    async for part in chunks if encoding in _IDENTITY else _decompressed(chunks):
        parts.append(part)
        size += len(part)
        if size > MAX_ANSWER_BYTES and response.is_success:
            raise UnreadableAnswerError(f"has more than {MAX_ANSWER_BYTES} bytes")
        if size > MAX_ANSWER_BYTES:
            break
    return b"".join(parts)[:MAX_ANSWER_BYTES]


async def _decompressed(chunks: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """Yield what gzip or zlib data holds, never much more at once than a chunk."""
    decoder = zlib.decompressobj(wbits=zlib.MAX_WBITS | 32)
    try:
        async for chunk in chunks:
            rest = chunk
            while rest:
                yield decoder.decompress(rest, 65536)
                rest = decoder.unconsumed_tail
        yield decoder.flush()
    except zlib.error as exc:
        raise UnreadableAnswerError(f"cannot be decompressed ({exc})") from exc
    if not decoder.eof:
        raise UnreadableAnswerError("is compressed and cut off")
