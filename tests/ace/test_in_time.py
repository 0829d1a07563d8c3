"""Work under one limit."""

import time

import pytest

from ace.in_time import in_time


def test_what_is_done_in_time_comes_back() -> None:
    assert in_time(lambda: 7, 5) == 7


def test_what_it_raises_is_raised() -> None:
    with pytest.raises(KeyError, match="name"):
        in_time(lambda: dict[str, int]()["name"], 5)


def test_what_takes_longer_is_given_up() -> None:
    begun = time.monotonic()
    with pytest.raises(TimeoutError, match=r"not done within 0\.1 s"):
        in_time(lambda: time.sleep(1), 0.1)
    assert time.monotonic() - begun < 0.9
