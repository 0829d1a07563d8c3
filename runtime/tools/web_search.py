"""One question to a search endpoint: within its time, of bounded size, from nowhere but that host."""

import asyncio
import json
import threading
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from runtime.contracts.errors import ToolError

if TYPE_CHECKING:
    import httpx

MAX_BYTES = 1_000_000
MAX_REDIRECTS = 3
_WIND_UP_S = 0.5
_REDIRECTS = frozenset({301, 302, 303, 307, 308})


def search_web(endpoint: str, query: str, *, key: str = "", key_env: str = "", timeout_s: float = 10.0) -> object:
    """Return what `endpoint` answers to GET ?q=`query`&format=json, parsed.

    `key` goes out as a bearer token and nowhere else; `key_env` is its variable's name, for messages. `timeout_s` is
    for all of it: names, connection, redirects, body, however slowly any of them comes.
    Raises: ToolError timeout, server_failure (5xx, no connection), permission_denied (401, 403), business_failure
        (another status, another host, too much, not JSON).
    """
    outcome: list[bytes | BaseException] = []

    def work() -> None:
        loop = asyncio.new_event_loop()
        try:
            asking = _ask(endpoint, query, key, key_env)
            outcome.append(loop.run_until_complete(asyncio.wait_for(asking, timeout_s)))
        except BaseException as exc:  # noqa: BLE001  carried over to the thread that waits
            outcome.append(exc)
        finally:
            loop.run_until_complete(_wind_up())
            loop.close()

    # A thread of its own: the caller's may have a loop already, and a name lookup can only be left behind.
    thread = threading.Thread(target=work, name="web-search", daemon=True)
    thread.start()
    thread.join(timeout_s + 1.0)
    result = outcome[0] if outcome else TimeoutError()
    if isinstance(result, bytes):
        return _parsed(result, _host(endpoint))
    if isinstance(result, TimeoutError):
        raise ToolError("timeout", f"no answer from {_host(endpoint)} within {timeout_s:g} s; use retrieve")
    raise result


async def _wind_up() -> None:
    """Let the streams that were broken off close; closed over them, the loop would complain on stderr."""
    rest = asyncio.all_tasks() - {asyncio.current_task()}
    if rest:
        await asyncio.wait(rest, timeout=_WIND_UP_S)
    await asyncio.get_running_loop().shutdown_asyncgens()


async def _ask(endpoint: str, query: str, key: str, key_env: str) -> bytes:
    import httpx

    url = httpx.URL(endpoint).copy_merge_params({"q": query, "format": "json"})
    # Not compressed: the limit is on what arrives, and a small answer could unpack to a large one.
    headers = {"Accept": "application/json", "Accept-Encoding": "identity"}
    if key:
        headers["Authorization"] = f"Bearer {key}"
    try:
        async with httpx.AsyncClient(headers=headers, timeout=None, follow_redirects=False) as client:
            for _ in range(MAX_REDIRECTS + 1):
                async with client.stream("GET", url) as response:
                    if response.status_code not in _REDIRECTS:
                        _check(response, key, key_env)
                        return await _body(response)
                    url = _next(url, response)
    except (httpx.HTTPError, httpx.InvalidURL, ValueError, OSError) as exc:
        raise ToolError(
            "server_failure", f"{_host(endpoint)} cannot be asked ({type(exc).__name__}); use retrieve"
        ) from exc
    raise ToolError("business_failure", f"{_host(endpoint)} redirects round and round; set tools.web.endpoint anew")


def _next(url: "httpx.URL", response: "httpx.Response") -> "httpx.URL":
    """Where a redirect leads, if that is the same host and not from https back to http."""
    target = url.join(response.headers.get("location", ""))
    is_same = (target.host, target.userinfo) == (url.host, url.userinfo)
    is_upgrade = (url.scheme, target.scheme) == ("http", "https")
    if not is_same or not (is_upgrade or (target.scheme, target.port) == (url.scheme, url.port)):
        raise ToolError(
            "business_failure",
            f"{url.host} redirects to {target.host or 'nowhere'}, which is not followed; correct tools.web.endpoint",
        )
    return target


def _check(response: "httpx.Response", key: str, key_env: str) -> None:
    status, host = response.status_code, response.url.host
    if status in (401, 403):
        remedy = (
            f"check the key in {key_env}" if key else "set tools.web.api_key_env to the variable that holds its key"
        )
        raise ToolError("permission_denied", f"{host} refuses ({status}): {remedy}, and that it may answer in JSON")
    if status >= 500 or status == 429:
        raise ToolError("server_failure", f"{host} answered {status}; try again later or use retrieve")
    if status != 200:
        raise ToolError("business_failure", f"{host} answered {status}; check tools.web.endpoint in ace.yaml")
    if response.headers.get("content-encoding", "identity").lower() != "identity":
        raise ToolError("business_failure", f"{host} sent a compressed answer unasked; it is not unpacked")


async def _body(response: "httpx.Response") -> bytes:
    body = bytearray()
    async for chunk in response.aiter_raw():
        body += chunk
        if len(body) > MAX_BYTES:
            raise ToolError("business_failure", f"{response.url.host} sent more than {MAX_BYTES} bytes; ask for less")
    return bytes(body)


def _parsed(body: bytes, host: str) -> object:
    try:
        value: object = json.loads(body)
    except (ValueError, RecursionError) as exc:
        raise ToolError(
            "business_failure", f"{host} did not answer in JSON; turn on its JSON format or check tools.web.endpoint"
        ) from exc
    return value


def _host(endpoint: str) -> str:
    """The endpoint as messages name it: without a user name or key that stands in the address."""
    return urlsplit(endpoint).netloc.rpartition("@")[2] or "the search endpoint"
