"""How long a forge asks to wait."""

import pytest

from ace.forges.waits import asked_wait_s, backoff_s

_NOW = 1_767_225_600.0


@pytest.mark.parametrize(
    ("status", "headers", "text", "expected"),
    [
        pytest.param(429, {"retry-after": "7"}, "", 7.0, id="seconds"),
        pytest.param(429, {"retry-after": "Thu, 01 Jan 2026 00:00:30 GMT"}, "", 30.0, id="date"),
        pytest.param(429, {"retry-after": "Wed, 31 Dec 2025 00:00:00 GMT"}, "", 0.0, id="date gone by"),
        pytest.param(429, {"retry-after": "nan"}, "", 60.0, id="no number"),
        pytest.param(429, {"retry-after": "soon"}, "", 60.0, id="no date"),
        pytest.param(429, {}, "", 60.0, id="unnamed"),
        pytest.param(
            403, {"x-ratelimit-remaining": "0", "x-ratelimit-reset": "1767225640"}, "", 41.0, id="GitHub's reset"
        ),
        pytest.param(429, {"ratelimit-remaining": "0", "ratelimit-reset": "1767225605"}, "", 6.0, id="GitLab's reset"),
        pytest.param(
            429, {"x-ratelimit-remaining": "0", "x-ratelimit-reset": "9" * 30}, "", 60.0, id="reset that is no time"
        ),
        pytest.param(403, {}, "You have exceeded a secondary rate limit", 60.0, id="secondary"),
        pytest.param(403, {"retry-after": "5"}, "", 5.0, id="secondary with time"),
        pytest.param(503, {"retry-after": "5"}, "", 5.0, id="maintenance"),
        pytest.param(403, {"x-ratelimit-remaining": "4999"}, "Forbidden", None, id="no permission"),
        pytest.param(502, {}, "", None, id="bad gateway"),
        pytest.param(200, {"x-ratelimit-remaining": "0"}, "", None, id="the last one allowed"),
    ],
)
def test_the_wait(status: int, headers: dict[str, str], text: str, expected: float | None) -> None:
    assert asked_wait_s(status, headers, text, _NOW) == expected


def test_tries_grow_apart_up_to_a_bound() -> None:
    assert [backoff_s(attempt) for attempt in (0, 1, 2, 3, 4, 50)] == [1, 2, 4, 8, 16, 16]
