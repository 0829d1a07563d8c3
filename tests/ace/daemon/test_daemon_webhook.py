"""Posting notices: a real server, good answers and bad ones; the address is never shown."""

import logging
import time
from collections.abc import Callable

import pytest

from ace.daemon.webhook import Webhook, webhook_url
from ace.errors import ConfigError
from runtime.contracts.json_types import JsonObject
from tests.ace.daemon.daemon_building import wait_for
from tests.chat_server import Answer, chat_server
from tests.dripping import dripping

SECRET = "T0K3N-of-the-hook"


def answers(*statuses: int) -> Callable[[JsonObject, int], Answer]:
    """Answer with these, the last one from then on."""
    return lambda request, number: Answer("{}", statuses[min(number, len(statuses)) - 1])


@pytest.mark.parametrize(
    ("statuses", "tries", "problem"),
    [
        pytest.param((200,), 1, "", id="good"),
        pytest.param((500, 503, 204), 3, "", id="good at the third try"),
        pytest.param((500,), 3, "answered 500", id="never good"),
        pytest.param((429, 200), 2, "", id="too many requests"),
        pytest.param((404,), 1, "answered 404", id="gone for good"),
        pytest.param((302,), 1, "answered 302", id="no redirect is followed"),
    ],
)
def test_it_tries_three_times_where_that_helps(
    statuses: tuple[int, ...], tries: int, problem: str, caplog: pytest.LogCaptureFixture
) -> None:
    with chat_server(answers(*statuses)) as server, caplog.at_level(logging.DEBUG):
        hook = Webhook(f"{server.base_url}/{SECRET}?key={SECRET}", pauses_s=(0.01, 0.01))
        hook.post({"kind": "failed"})
        hook.close(20)
        assert server.requests == [{"kind": "failed"}] * tries
    told = [record.getMessage() for record in caplog.records if record.name == "ace.daemon"]
    assert bool(told) == bool(problem)
    assert all(problem in line and "127.0.0.1" in line for line in told)
    assert SECRET not in " ".join(told)


def test_nobody_there_is_told_without_the_address(caplog: pytest.LogCaptureFixture) -> None:
    hook = Webhook(f"http://127.0.0.1:1/{SECRET}", pauses_s=(0.01, 0.01))
    hook.post({"kind": "failed"})
    hook.close(20)
    (line,) = [record.getMessage() for record in caplog.records if record.name == "ace.daemon"]
    assert "not reached (ConnectError)" in line
    assert SECRET not in line


def test_a_slow_server_delays_nothing_and_a_full_queue_is_told(caplog: pytest.LogCaptureFixture) -> None:
    def slow(request: JsonObject, number: int) -> Answer:
        time.sleep(1)
        return Answer("{}")

    with chat_server(slow) as server:
        hook = Webhook(server.base_url, pauses_s=())
        begun = time.monotonic()
        for number in range(105):
            hook.post({"number": number})
        hook.close(0.1)
        assert time.monotonic() - begun < 1
        wait_for(lambda: bool(server.requests))
    assert "notices wait already" in caplog.text


@pytest.mark.parametrize(
    ("value", "problem"),
    [
        pytest.param("", "is not set", id="not set"),
        pytest.param(f"ftp://{SECRET}", "does not hold an http", id="another protocol"),
        pytest.param(SECRET, "does not hold an http", id="no address"),
        pytest.param(f"http://[{SECRET}", "does not hold an http", id="broken"),
    ],
)
def test_an_address_that_cannot_be_used_is_refused_without_showing_it(value: str, problem: str) -> None:
    with pytest.raises(ConfigError, match=problem) as caught:
        webhook_url("ACE_HOOK", {"ACE_HOOK": value})
    assert "ACE_HOOK" in str(caught.value)
    assert SECRET not in str(caught.value)


def test_the_address_comes_from_the_environment() -> None:
    assert webhook_url("ACE_HOOK", {"ACE_HOOK": "https://example.org/x"}) == "https://example.org/x"
    assert webhook_url(None, {"ACE_HOOK": "https://example.org/x"}) is None


def test_an_answer_that_comes_slowly_is_given_up_in_time(caplog: pytest.LogCaptureFixture) -> None:
    with dripping(b"HTTP/1.1 200 OK\r\n", b"X-A: b\r\n") as url:
        hook = Webhook(url, pauses_s=(), timeout_s=0.2)
        hook.post({"kind": "failed"})
        wait_for(lambda: "not reached (TimeoutError)" in caplog.text, 5)
