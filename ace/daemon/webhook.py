"""Post notices to a webhook, from a thread of its own: a slow server never delays a cycle."""

import queue
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from urllib.parse import urlsplit

from ace.daemon.notices import LOG
from ace.errors import ConfigError
from ace.in_time import in_time
from runtime.contracts.json_types import JsonObject

_TIMEOUT_S = 10.0
_PAUSES_S = (1.0, 5.0)
_MOST_WAITING = 100
# So much more than the limit, so that the library's own word for what took so long comes first.
_GRACE_S = 0.25


class Webhook:
    """Sends JSON to one address. Only its host is ever shown: the rest of it is a secret."""

    def __init__(
        self,
        url: str,
        pauses_s: Sequence[float] = _PAUSES_S,
        timeout_s: float = _TIMEOUT_S,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """Begin to wait for notices. `pauses_s`: before each further try; `timeout_s`: for one answer in whole."""
        self._url, self._pauses_s, self._timeout_s, self._sleep = url, tuple(pauses_s), timeout_s, sleep
        self.host = urlsplit(url).hostname or ""
        self._waiting: queue.Queue[JsonObject | None] = queue.Queue(_MOST_WAITING)
        self._thread = threading.Thread(target=self._work, name="webhook", daemon=True)
        self._thread.start()

    def post(self, body: JsonObject) -> None:
        """Have `body` sent; returns at once."""
        try:
            self._waiting.put_nowait(body)
        except queue.Full:
            LOG.error("webhook at %s: %d notices wait already; this one is in the log only", self.host, _MOST_WAITING)

    def close(self, timeout_s: float) -> None:
        """Wait at most so long until what waits is sent."""
        try:
            self._waiting.put_nowait(None)
        except queue.Full:
            return
        self._thread.join(timeout_s)

    def _work(self) -> None:
        while (body := self._waiting.get()) is not None:
            problem = self._send(body)
            if problem:
                LOG.error("webhook at %s: %s; the notice is in the log only", self.host, problem)

    def _send(self, body: JsonObject) -> str:
        """Return why it could not be sent, "" when it was."""
        for pause in (*self._pauses_s, None):
            problem, is_worth_another = self._try(body)
            if not problem or not is_worth_another or pause is None:
                return problem
            self._sleep(pause)
        raise AssertionError("the last round returns")

    def _try(self, body: JsonObject) -> tuple[str, bool]:
        import httpx

        def asked() -> int:
            # No redirects: they would take the notice, and the address, somewhere else.
            with httpx.stream("POST", self._url, json=body, timeout=self._timeout_s, follow_redirects=False) as answer:
                return answer.status_code

        try:
            code = in_time(asked, self._timeout_s + _GRACE_S)
        except (httpx.HTTPError, httpx.InvalidURL, OSError) as exc:
            # The message may hold the address.
            return f"not reached ({type(exc).__name__})", not isinstance(exc, httpx.InvalidURL)
        is_worth_another = code >= 500 or code in {408, 429}
        return ("" if 200 <= code < 300 else f"answered {code}"), is_worth_another


def webhook_url(variable: str | None, environ: Mapping[str, str]) -> str | None:
    """Return the address that the environment variable holds, None when no variable is configured.

    Raises: ConfigError when it is not set or no http address; its value is not shown.
    """
    if variable is None:
        return None
    url = environ.get(variable, "")
    if not url:
        raise ConfigError(f"notify.webhook_env: the environment variable {variable} is not set; set it or remove this")
    try:
        parts = urlsplit(url)
        is_good = parts.scheme in {"http", "https"} and bool(parts.hostname)
    except ValueError:
        is_good = False
    if not is_good:
        raise ConfigError(f"notify.webhook_env: {variable} does not hold an http:// or https:// address; correct it")
    return url
