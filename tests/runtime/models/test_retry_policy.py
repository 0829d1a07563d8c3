import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.models.retry_policy import Failure, parse_retry_after, wait_s

NOW_S = 784111777.0  # Sun, 06 Nov 1994 08:49:37 GMT


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        (None, None),
        ("5", 5.0),
        ("0.5", 0.5),
        ("-3", 0.0),
        ("9999", 60.0),
        ("nan", None),
        ("inf", None),
        ("whenever", None),
        ("Sun, 06 Nov 1994 08:49:47 GMT", 10.0),
        ("Sun, 06 Nov 1994 08:49:47 -0000", 10.0),
        ("Sun, 06 Nov 1994 08:49:00 GMT", 0.0),
    ],
)
def test_retry_after_is_read_as_seconds_or_date(header: str | None, expected: float | None) -> None:
    assert parse_retry_after(header, NOW_S) == expected


@pytest.mark.parametrize(
    ("failure", "expected"),
    [
        (Failure("connection", ""), True),
        (Failure("timeout", ""), True),
        (Failure("bad_answer", ""), True),
        (Failure("status", "", 408), True),
        (Failure("status", "", 429), True),
        (Failure("status", "", 599), True),
        (Failure("status", "", 400), False),
        (Failure("status", "", 404), False),
    ],
)
def test_which_failures_may_pass(failure: Failure, expected: bool) -> None:
    assert failure.is_retryable is expected


@pytest.mark.parametrize(("attempt", "longest_s"), [(0, 0.5), (1, 1.0), (3, 4.0), (9, 30.0), (5000, 30.0)])
def test_back_off_doubles_to_a_limit_with_jitter_under_it(attempt: int, longest_s: float) -> None:
    rng = random.Random(3)
    waits = [wait_s(Failure("timeout", ""), attempt, rng) for _ in range(50)]
    assert all(longest_s / 2 <= wait <= longest_s for wait in waits)
    assert max(waits) - min(waits) > longest_s / 4


def test_the_servers_wish_is_never_undercut_nor_over_a_minute() -> None:
    rng = random.Random(3)
    assert all(5.0 <= wait_s(Failure("status", "", 429, retry_after_s=5.0), 0, rng) <= 5.5 for _ in range(20))
    assert wait_s(Failure("status", "", 429, retry_after_s=60.0), 0, rng) == 60.0


@pytest.mark.parametrize(
    "header",
    [
        "Mon, 01 Jan 2024 99:00:00 +99999999999999999999",
        "Mon, 01 Jan 99999 00:00:00 GMT",
        "Mon, 01 Jan 2024 00:00:00 +999999999",
        "9" * 5000,
        "",
        "soon",
    ],
)
def test_an_unreadable_wait_is_none(header: str) -> None:
    assert parse_retry_after(header, 0.0) is None


@given(st.text(max_size=60))
def test_no_header_breaks_it(header: str) -> None:
    seconds = parse_retry_after(header, 0.0)
    assert seconds is None or 0 <= seconds <= 60
