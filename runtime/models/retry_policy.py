"""When a failed request is worth another try, and how long to wait before it."""

import asyncio
import math
import random
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC
from email.utils import parsedate_to_datetime
from typing import Literal, TypeAlias

FailureKind: TypeAlias = Literal["connection", "timeout", "status", "bad_answer"]

FIRST_WAIT_S = 0.5
LONGEST_BACKOFF_S = 30.0
LONGEST_RETRY_AFTER_S = 60.0
_RETRYABLE_BELOW_500 = frozenset({408, 409, 429})


@dataclass(frozen=True)
class Failure:
    """One request that brought no answer. `cause` is fit to show; `body` is the server's own text and is not."""

    kind: FailureKind
    cause: str
    status: int = 0
    body: str = field(default="", repr=False)
    retry_after_s: float | None = None

    @property
    def is_retryable(self) -> bool:
        """True for connection errors, timeouts, broken answers, 408, 409, 429 and 5xx."""
        return self.kind != "status" or self.status in _RETRYABLE_BELOW_500 or self.status >= 500


@dataclass(frozen=True)
class Waiting:
    """Time and chance, injected: jitter's generator, the sleep, a clock that never runs back, the wall clock (s)."""

    rng: random.Random = field(default_factory=random.Random)
    sleep: Callable[[float], Awaitable[object]] = asyncio.sleep
    monotonic: Callable[[], float] = time.monotonic
    now: Callable[[], float] = time.time


def wait_s(failure: Failure, attempt: int, rng: random.Random) -> float:
    """Return the seconds to wait after `failure`, the `attempt`-th so far counting from 0.

    The server's Retry-After wins, capped at 60 s; else 0.5 s doubling to 30 s. Jitter keeps many clients from
    coming back together: added to the former, taken off the latter (down to a half).
    """
    if failure.retry_after_s is not None:
        return min(LONGEST_RETRY_AFTER_S, failure.retry_after_s + rng.uniform(0.0, FIRST_WAIT_S))
    # The exponent is capped because 2.0**1024 overflows and any number of retries may be configured.
    longest = min(LONGEST_BACKOFF_S, FIRST_WAIT_S * 2.0 ** min(attempt, 16))
    return longest * rng.uniform(0.5, 1.0)


def parse_retry_after(header: str | None, now_s: float) -> float | None:
    """Return the seconds a Retry-After header (seconds or an HTTP date) asks for, None when absent or unreadable.

    Units: `now_s` is Unix time. The result lies in 0-60 s.
    """
    if header is None:
        return None
    try:
        seconds = float(header)
    except ValueError:
        seconds = _seconds_until(header, now_s)
    return min(LONGEST_RETRY_AFTER_S, max(0.0, seconds)) if math.isfinite(seconds) else None


def _seconds_until(http_date: str, now_s: float) -> float:
    try:
        moment = parsedate_to_datetime(http_date)
    except (ValueError, OverflowError):
        return math.nan
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp() - now_s
