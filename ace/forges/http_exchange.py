"""One request and its answer: bounded in time and size, redirected only within the same origin."""

import ssl
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

from ace.forges.errors import ForgeAnswerError, ForgeDownError, ForgeSetupError
from ace.forges.forge_token import ForgeToken
from ace.in_time import in_time
from runtime.contracts.json_types import JsonObject

if TYPE_CHECKING:
    import httpx

MAX_BYTES = 20_000_000
MAX_REDIRECTS = 3
_REDIRECTS = frozenset({301, 302, 307, 308})
# So much more than the limit, so that the library's own words for the same limit, which say more, come first.
_GRACE_S = 0.25


@dataclass(frozen=True)
class HttpSetup:
    """How a forge is asked. `token_header` is the header's name, `token_prefix` what stands before the token in it.

    Units: `timeout_s` is for one answer in whole, however slowly it comes.
    """

    api: str
    token: ForgeToken
    token_header: str
    token_prefix: str
    headers: Mapping[str, str]
    timeout_s: float
    ca_bundle: Path | None = None


@dataclass(frozen=True)
class HttpAnswer:
    """Status, headers with lower-case names, and the body as it came, all without the token."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class NotSentError(ForgeDownError):
    """No connection was made, so that the request cannot have had an effect."""


class HttpExchange:
    """A client of one forge; `close` when done. Proxies come from the environment (HTTPS_PROXY, NO_PROXY)."""

    def __init__(self, setup: HttpSetup, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._setup, self._monotonic = setup, monotonic
        self._host = urlsplit(setup.api).netloc
        self._client = _client(setup)

    def close(self) -> None:
        """Close the connections."""
        self._client.close()

    def is_same_origin(self, url: str) -> bool:
        """Return True when `url` has the API's scheme, host and port, so that the token may go there."""
        try:
            return _origin(url) == _origin(self._setup.api)
        except ValueError:
            return False

    def ask(self, method: str, url: str, body: JsonObject | None) -> HttpAnswer:
        """Return the answer, after at most 3 redirects, each asked with the same method and body.

        Raises: NotSentError, ForgeDownError (no answer in time, connection lost), ForgeAnswerError (another origin,
            too large, no such address).
        Source: docs.github.com, "Best practices for using the REST API", follow redirects.
        """
        for _ in range(MAX_REDIRECTS + 1):
            answer = self._once(method, url, body)
            if answer.status not in _REDIRECTS:
                return answer
            url = urljoin(url, answer.headers.get("location", ""))
            if not self.is_same_origin(url):
                raise ForgeAnswerError(
                    f"{self._host} answered with a redirect to another address, where the token is not sent; "
                    "correct forge.api (http instead of https?) or forge.project (moved or renamed?)"
                )
        raise ForgeAnswerError(f"{self._host} redirects in a circle; correct forge.api or forge.project")

    def _once(self, method: str, url: str, body: JsonObject | None) -> HttpAnswer:
        import httpx

        limit = self._setup.timeout_s
        try:
            return in_time(lambda: self._read(method, url, body), limit + _GRACE_S)
        # Without the cause: it holds the request, whose headers hold the token.
        except (httpx.ConnectError, httpx.ConnectTimeout, httpx.ProxyError) as exc:
            raise NotSentError(self._no_connection(exc)) from None
        except TimeoutError:
            self._begin_anew()
            raise ForgeDownError(f"{self._host} gave no whole answer within {limit:g} s; try again later") from None
        except httpx.TimeoutException:
            raise ForgeDownError(f"{self._host} gave no answer within {limit:g} s; try again later") from None
        except (httpx.HTTPError, httpx.InvalidURL, OSError, ValueError) as exc:
            raise ForgeDownError(f"{self._host}: connection lost ({type(exc).__name__}); try again later") from None

    def _read(self, method: str, url: str, body: JsonObject | None) -> HttpAnswer:
        end = self._monotonic() + self._setup.timeout_s
        with self._client.stream(method, url, json=body) as response:
            parts, size = [], 0
            for part in response.iter_bytes():
                parts.append(part)
                size += len(part)
                if size > MAX_BYTES:
                    raise ForgeAnswerError(f"{self._host} answered with more than {MAX_BYTES} bytes")
                if self._monotonic() > end:
                    raise ForgeDownError(
                        f"{self._host} gave no whole answer within {self._setup.timeout_s:g} s; try again later"
                    )
            # A forge that echoes the token must not get it into a report or a committed file.
            hide = self._setup.token.without
            headers = {name.lower(): hide(value) for name, value in response.headers.items()}
            # Latin-1 takes every byte as one character and gives it back.
            return HttpAnswer(response.status_code, headers, hide(b"".join(parts).decode("latin-1")).encode("latin-1"))

    def _begin_anew(self) -> None:
        """Leave the connection whose answer is still on its way; the next request is made over another one."""
        self._client.close()
        self._client = _client(self._setup)

    def _no_connection(self, exc: Exception) -> str:
        import httpx

        text = self._setup.token.scrub(str(exc))[:200]
        if "CERTIFICATE" in text.upper():
            return f"{self._host}: its certificate is not trusted ({text}); set forge.ca_bundle to its authority's file"
        if isinstance(exc, httpx.ProxyError):
            return f"{self._host}: the proxy of the environment (HTTPS_PROXY) refused the connection"
        return f"{self._host}: no connection ({text or type(exc).__name__}); check forge.api, the network and the proxy"


def _client(setup: HttpSetup) -> "httpx.Client":
    import httpx

    headers = {
        **setup.headers,
        "User-Agent": "ace-optimizer",
        setup.token_header: f"{setup.token_prefix}{setup.token.reveal()}",
    }
    verify: ssl.SSLContext | bool = True
    if setup.ca_bundle is not None:
        try:
            verify = ssl.create_default_context(cafile=setup.ca_bundle)
        except OSError as exc:
            raise ForgeSetupError(f"forge.ca_bundle {setup.ca_bundle}: no certificates can be read: {exc}") from exc
    try:
        return httpx.Client(headers=headers, timeout=setup.timeout_s, verify=verify, follow_redirects=False)
    except (ValueError, OSError) as exc:
        # The proxy's address may hold a password, so it is not quoted.
        raise ForgeSetupError(
            f"HTTPS_PROXY, HTTP_PROXY, ALL_PROXY or SSL_CERT_FILE in the environment cannot be used "
            f"({type(exc).__name__}); correct or unset it"
        ) from None


def _origin(url: str) -> tuple[str, str, int | None]:
    parts = urlsplit(url)
    return parts.scheme, parts.hostname or "", parts.port or {"https": 443, "http": 80}.get(parts.scheme)
