"""How long a forge asks to wait. Pure.

Source: docs.github.com, "Rate limits for the REST API" and "Best practices for using the REST API";
docs.gitlab.com, "Rate limits" and "User and IP rate limits" (response headers).
"""

import math
from collections.abc import Mapping
from datetime import UTC
from email.utils import parsedate_to_datetime

_FIRST_S, _LONGEST_S = 1.0, 16.0
# GitHub: where a secondary limit names no time, wait at least a minute.
_UNNAMED_S = 60.0


def asked_wait_s(status: int, headers: Mapping[str, str], text: str, now_s: float) -> float | None:
    """Return the seconds to wait before the same request may be sent again, None when it is not a matter of waiting.

    429, and of 403 only those that are a rate limit: Retry-After (seconds or a date), no requests left until
    x-ratelimit-reset (GitHub) or RateLimit-Reset (GitLab), or GitHub's words of a secondary limit.
    Units: `now_s` is Unix time. `headers` has lower-case names.
    """
    is_spent = headers.get("x-ratelimit-remaining") == "0" or headers.get("ratelimit-remaining") == "0"
    is_secondary = "secondary rate limit" in text.lower() or "abuse detection" in text.lower()
    if status == 503 and "retry-after" in headers:
        return _retry_after_s(headers["retry-after"], now_s)
    if status != 429 and not (status == 403 and (is_spent or is_secondary or "retry-after" in headers)):
        return None
    named = _retry_after_s(headers.get("retry-after"), now_s)
    if named is not None:
        return named
    reset = headers.get("x-ratelimit-reset") or headers.get("ratelimit-reset")
    if is_spent and reset and reset.isdecimal() and len(reset) < 13:
        # One second more: the limit is renewed at the end of that second.
        return max(0.0, float(reset) - now_s) + 1.0
    return _UNNAMED_S


def backoff_s(attempt: int) -> float:
    """Return the seconds before the next try after the `attempt`-th passing failure, counting from 0: 1, 2, 4...16."""
    return min(_LONGEST_S, _FIRST_S * 2.0 ** min(attempt, 8))


def _retry_after_s(header: str | None, now_s: float) -> float | None:
    if header is None:
        return None
    try:
        seconds = float(header)
    except ValueError:
        try:
            moment = parsedate_to_datetime(header)
        except (ValueError, OverflowError):
            return None
        seconds = (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp() - now_s
    return max(0.0, seconds) if math.isfinite(seconds) else None
