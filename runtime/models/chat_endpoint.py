"""One HTTP request to a chat server, and its outcome as a value."""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

from runtime.contracts.json_types import JsonObject
from runtime.models.chat_completion import Completion, parse_completion
from runtime.models.retry_policy import Failure, parse_retry_after
from runtime.models.server_address import NO_KEY, is_loopback
from runtime.models.shown_text import shown
from runtime.traces.redaction import redact_text

if TYPE_CHECKING:
    from openai import APIStatusError

# A server can answer with megabytes; an error message needs the beginning.
_READ_CHARS = 20_000


class ChatEndpoint:
    """Connections to one server; belongs to the event loop that uses it first."""

    def __init__(self, base_url: str, api_key: str, timeout_s: float, now: Callable[[], float]) -> None:
        from openai import AsyncOpenAI

        from runtime.models.bounded_client import BoundedClient

        self._api_key = api_key
        self._timeout_s = timeout_s
        self._now = now
        # A proxy set for the internet cannot reach a server on this machine.
        is_here = is_loopback(base_url)
        is_plain = is_here and base_url.lower().startswith("http:")
        http_client = BoundedClient(trust_env=not is_here, timeout_s=timeout_s, is_plain=is_plain)
        self._client = AsyncOpenAI(
            api_key=api_key, base_url=base_url, timeout=timeout_s, max_retries=0, http_client=http_client
        )

    async def post(self, body: JsonObject) -> Completion | Failure:
        """Send `body` once and return the answer, or what went wrong with the key nowhere in it.

        Failures are values, raised later outside any `except`: the client's own exception, which may quote the server
        quoting the key, must not be chained to ours.
        """
        import openai

        from runtime.models.bounded_client import UnreadableAnswerError

        try:
            async with asyncio.timeout(self._timeout_s):
                text = await self._client.post("/chat/completions", cast_to=str, body=body)
        except openai.APIStatusError as exc:
            return self._status_failure(exc)
        except UnreadableAnswerError as exc:
            return Failure("bad_answer", f"its answer {self._clean(str(exc))}")
        except (openai.APITimeoutError, TimeoutError):
            return Failure("timeout", f"no answer within {self._timeout_s:g} s")
        except openai.APIConnectionError as exc:
            return Failure("connection", self._clean(f"connection failed ({exc.__cause__ or exc})"))
        completion = parse_completion(text)
        if completion is None:
            return Failure("bad_answer", f"its answer is not a chat completion: {self._clean(text) or 'empty'}")
        return completion

    async def aclose(self) -> None:
        """Close the connections."""
        await self._client.close()

    def _status_failure(self, exc: "APIStatusError") -> Failure:
        body = exc.response.text
        location = exc.response.headers.get("location", "")
        if exc.response.is_redirect and location:
            cause = f"HTTP {exc.status_code}: it redirects to {self._clean(_host(str(exc.request.url), location))}"
            return Failure("status", f"{cause}, and redirects are not followed", exc.status_code, body[:_READ_CHARS])
        return Failure(
            kind="status",
            cause=f"HTTP {exc.status_code}: {self._clean(body) or 'no text'}",
            status=exc.status_code,
            body=body[:_READ_CHARS],
            retry_after_s=parse_retry_after(exc.response.headers.get("retry-after"), self._now()),
        )

    def _clean(self, text: str) -> str:
        """Return a server's text fit to show: without keys (ours whole, whatever it looks like), printable, short."""
        text = text[:_READ_CHARS]
        if self._api_key != NO_KEY:
            text = text.replace(self._api_key, "[redacted:api-key]")
        return shown(redact_text(text))


def _host(url: str, location: str) -> str:
    """Return scheme, host and port of a Location header; path, query and user may hold secrets."""
    try:
        parts = urlsplit(urljoin(url, location))
        return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"
    except ValueError:
        return "an unreadable address"
