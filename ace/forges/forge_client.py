"""Requests that are repeated when that is safe: waits as long as the forge asks, within what the settings allow."""

import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from urllib.parse import urlencode, urlsplit

from ace.forges.errors import ForgeAnswerError, ForgeBusyError, ForgeDownError, ForgeUnsureError
from ace.forges.http_exchange import HttpAnswer, HttpExchange, HttpSetup, NotSentError
from ace.forges.refusals import parse_json, refusal
from ace.forges.waits import asked_wait_s, backoff_s
from runtime.contracts.json_types import JsonObject

_TRIES = 4
_MOST_PAGES = 100
_NEXT = re.compile(r'<([^<>]*)>\s*;[^,]*\brel="?next"?')


@dataclass(frozen=True)
class Pause:
    """Time, injected: the sleep, a clock that never runs back, the wall clock. Units: seconds."""

    sleep: Callable[[float], object] = time.sleep
    monotonic: Callable[[], float] = time.monotonic
    now: Callable[[], float] = time.time


class ForgeClient:
    """A forge's API. `wait_s`: the longest that one request waits in all, for a limit or between tries."""

    def __init__(self, setup: HttpSetup, wait_s: float, pause: Pause | None = None) -> None:
        self.setup, self._wait_s, self._pause = setup, wait_s, pause or Pause()
        self._exchange = HttpExchange(setup, self._pause.monotonic)

    def close(self) -> None:
        """Close the connections."""
        self._exchange.close()

    def ask(
        self, method: str, path: str, body: Mapping[str, object] | None = None, *, what: str, creates: bool = False
    ) -> object:
        """Return the JSON value of the answer. `path` begins with a slash, below the API, or is a whole address.

        `what` is asked for, in words. `creates`: asking twice would make two, so that it is not repeated once sent.
        Raises: ForgeError as errors.py draws it; ForgeUnsureError only with `creates`.
        """
        answer = self._answer(method, self._address(path), _object(body), what, creates)
        return self._value(answer, what)

    def pages(self, path: str, query: Mapping[str, str], *, what: str) -> list[object]:
        """Return the items of every page, by X-Next-Page (GitLab) or the Link header (GitHub). Raises: as `ask`.

        Source: docs.github.com, "Using pagination in the REST API"; docs.gitlab.com, "REST API", pagination.
        """
        items: list[object] = []
        url = f"{self._address(path)}?{urlencode({**query, 'per_page': '100'})}"
        for _ in range(_MOST_PAGES):
            answer = self._answer("GET", url, None, what, creates=False)
            value = self._value(answer, what)
            if not isinstance(value, list):
                raise ForgeAnswerError(f"{self._host}: {what}: a list was expected; is forge.api its API's address?")
            items += value
            following = self._next_page(answer, path, query)
            if not following:
                return items
            url = following
        raise ForgeAnswerError(f"{self._host}: {what}: more than {_MOST_PAGES} pages")

    @property
    def _host(self) -> str:
        return urlsplit(self.setup.api).netloc

    def _address(self, path: str) -> str:
        return path if "://" in path else f"{self.setup.api}{path}"

    def _next_page(self, answer: HttpAnswer, path: str, query: Mapping[str, str]) -> str:
        # GitLab's Link has the host its administrator configured, which behind a proxy may be another.
        if (page := answer.headers.get("x-next-page")) is not None:
            more = {**query, "per_page": "100", "page": page}
            return f"{self._address(path)}?{urlencode(more)}" if page.isdecimal() else ""
        match = _NEXT.search(answer.headers.get("link", ""))
        if match is None:
            return ""
        if not self._exchange.is_same_origin(match[1]):
            raise ForgeAnswerError(f"{self._host}: its next page is at another address, where the token is not sent")
        return match[1]

    def _value(self, answer: HttpAnswer, what: str) -> object:
        try:
            return parse_json(answer)
        except ValueError:
            raise ForgeAnswerError(
                f"{self._host} answered {answer.status} for {what}, but not with JSON; is forge.api the address of "
                "its API, and no sign-in page or proxy in between?"
            ) from None

    def _answer(self, method: str, url: str, body: JsonObject | None, what: str, creates: bool) -> HttpAnswer:
        waited = 0.0
        for attempt in range(_TRIES):
            failure, wait = self._try(method, url, body, what)
            if isinstance(failure, HttpAnswer):
                return failure
            is_done_maybe = not isinstance(failure, NotSentError | ForgeBusyError)
            if creates and is_done_maybe:
                raise ForgeUnsureError(f"{failure} (it may have been done)") from None
            if attempt == _TRIES - 1 or waited + (pause := backoff_s(attempt) if wait is None else wait) > self._wait_s:
                raise failure
            self._pause.sleep(pause)
            waited += pause
        raise AssertionError("the last try returns or raises")

    def _try(
        self, method: str, url: str, body: JsonObject | None, what: str
    ) -> tuple[HttpAnswer | ForgeDownError | ForgeBusyError, float | None]:
        """Return the answer, or what passes with time, and the seconds that the forge asks to wait."""
        try:
            answer = self._exchange.ask(method, url, body)
        except ForgeDownError as exc:
            return exc, None
        wait = asked_wait_s(
            answer.status, answer.headers, answer.body[:2000].decode("utf-8", "replace"), self._pause.now()
        )
        if wait is not None:
            until = datetime.fromtimestamp(self._pause.now() + min(wait, 1e8), UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
            return ForgeBusyError(
                f"{self._host} takes no more requests of this token until {until} (rate limit); run it again then, or "
                f"set forge.wait_s above {wait:.0f}"
            ), wait
        if answer.status < 300:
            return answer, None
        found = refusal(answer, self.setup, what)
        if isinstance(found, ForgeDownError):
            return found, None
        raise found


def _object(body: Mapping[str, object] | None) -> JsonObject | None:
    return None if body is None else dict(body)
