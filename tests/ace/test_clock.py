"""The real clock."""

from datetime import UTC, datetime

from ace.clock import SystemClock


def test_now_is_utc_to_the_second() -> None:
    before = datetime.now(UTC).replace(microsecond=0)
    now = datetime.strptime(SystemClock().now(), "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)
    assert before <= now <= datetime.now(UTC)


def test_monotonic_does_not_run_backwards() -> None:
    clock = SystemClock()
    assert clock.monotonic() <= clock.monotonic()
