"""A person's own agent behind an HTTP address: the request is posted, and the whole episode is the reply.

There is no way back in the middle of an episode: rules with `enforce: gate` are in the request and the agent's to keep.
"""

import asyncio
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING

from runtime.agents.own.faults import AgentFaultError
from runtime.agents.own.messages import MAX_LINE_BYTES, parse_object, read_reply, to_line
from runtime.agents.own.play_episode import OwnParts, play_episode
from runtime.agents.own.record_lines import EpisodeRecord
from runtime.agents.own.request import request_of
from runtime.contracts.ports import EpisodeJob, TraceSink
from runtime.contracts.sample import Sample
from runtime.contracts.trace_event import ControllerInfo, Episode
from runtime.models.server_address import is_loopback, shown_url

if TYPE_CHECKING:
    import ssl

    import httpx

# Only what surely reached no agent is sent again: it could act twice.
RETRIES = 2
PAUSE_S = 0.2
_BUSY = 503
_ERROR_CHARS = 300
# A shorter value may stand anywhere by chance.
_SECRET_CHARS = 6


class HttpAgent:
    """Implements AgentUnderTest. `headers` are sent with every request, and nowhere else."""

    def __init__(self, parts: OwnParts, url: str, headers: Mapping[str, str]) -> None:
        """Nothing is asked before the first episode."""
        self._parts, self._url, self._headers = parts, url, dict(headers)
        self._is_here = is_loopback(url)
        self._trusted: ssl.SSLContext | None = None

    @property
    def info(self) -> ControllerInfo:
        """Who decides in this agent."""
        return self._parts.info

    async def run(self, sample: Sample, job: EpisodeJob, sink: TraceSink | None = None) -> Episode:
        """Return the episode; what the address does wrong is its outcome. Raises: SinkError, RuleError."""
        return await play_episode(self._parts, sample, job, sink, self._talk)

    async def aclose(self) -> None:
        """There is nothing to close: a connection is as long as its episode."""

    async def _talk(self, record: EpisodeRecord) -> None:
        limit = self._parts.timeout_s
        try:
            async with asyncio.timeout(limit):
                body = await self._asked(json.dumps(request_of(record.asked)).encode("ascii"))
        except TimeoutError as exc:
            raise AgentFaultError("timeout", f"{self._shown} gave no whole reply within {limit:g} s") from exc
        for line in read_reply(parse_object(body)):
            record.take(to_line(line))

    @property
    def _shown(self) -> str:
        return shown_url(self._url)

    async def _asked(self, body: bytes) -> bytes:
        import httpx

        # Not compressed: the limit is on what arrives, and a small reply could unpack to a large one.
        headers = {"Content-Type": "application/json", "Accept": "application/json", "Accept-Encoding": "identity"}
        headers |= self._headers
        try:
            async with httpx.AsyncClient(
                headers=headers,
                timeout=None,
                follow_redirects=False,
                trust_env=not self._is_here,
                verify=self._certificates(),
            ) as client:
                return await self._tried(client, body)
        except httpx.ConnectError as exc:
            raise AgentFaultError(
                "server", f"{self._shown} cannot be reached ({exc}); start it, or correct own_agent.url"
            ) from exc
        except (httpx.HTTPError, httpx.InvalidURL, OSError) as exc:
            raise AgentFaultError("server", f"{self._shown} gave no whole reply ({_words(exc)})") from exc

    def _certificates(self) -> "ssl.SSLContext | bool":
        """Return what certificates are checked against, made once: reading them takes longer than asking."""
        import httpx

        if self._is_here and self._url.startswith("http:"):
            return False  # nothing is encrypted on the way to this machine
        if self._trusted is None:
            self._trusted = httpx.create_ssl_context()
        return self._trusted

    async def _tried(self, client: "httpx.AsyncClient", body: bytes) -> bytes:
        import httpx

        for attempt in range(RETRIES + 1):
            is_last = attempt == RETRIES
            try:
                async with client.stream("POST", self._url, content=body) as response:
                    if response.status_code != _BUSY or is_last:
                        return await self._body(response)
            except httpx.ConnectError:
                if is_last:
                    raise
            await asyncio.sleep(PAUSE_S * (attempt + 1))
        raise AssertionError("the last attempt returns or raises")

    async def _body(self, response: "httpx.Response") -> bytes:
        """Return the reply of a request that went well. Raises: AgentFaultError."""
        body = bytearray()
        if response.headers.get("content-encoding", "identity").strip().lower() not in ("", "identity"):
            raise AgentFaultError("server", f"{self._shown} sent a compressed reply unasked; it is not unpacked")
        async for part in response.aiter_raw():
            body += part
            if len(body) > MAX_LINE_BYTES:
                raise AgentFaultError("protocol", f"a reply of more than {MAX_LINE_BYTES} bytes; send less")
        status = response.status_code
        body = self._without_headers(body)
        if response.is_redirect:
            where = _shown_target(str(response.headers.get("location", "")))
            raise AgentFaultError("server", f"{self._shown} answered {status}, to {where}; redirects are not followed")
        if status != 200:
            text = bytes(body[:_ERROR_CHARS]).decode("utf-8", "replace")
            raise AgentFaultError("server", f"{self._shown} answered {status}: {' '.join(text.split())!r}")
        return bytes(body)

    def _without_headers(self, body: bytearray) -> bytearray:
        """An address may send back what it was sent; the values of headers are for nobody to read."""
        for value in self._headers.values():
            for part in (value, *value.split()):
                if len(part) >= _SECRET_CHARS:
                    body = body.replace(part.encode("ascii"), b"[redacted:header]")
        return body


def _shown_target(location: str) -> str:
    try:
        return shown_url(location)[:200] if "://" in location else location[:200]
    except ValueError:
        return "what is no address"


def _words(exc: BaseException) -> str:
    return f"{type(exc).__name__}: {exc}" if str(exc) else type(exc).__name__
