"""One request and its answer."""

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from ace.forges.errors import ForgeAnswerError, ForgeDownError
from ace.forges.forge_token import ForgeToken
from ace.forges.http_exchange import HttpExchange, HttpSetup, NotSentError
from tests.dripping import dripping
from tests.forge_server import TOKEN, ForgeState, Seen, Sent, serve


def _setup(url: str, timeout_s: float = 5.0) -> HttpSetup:
    return HttpSetup(url, ForgeToken(TOKEN, "GITHUB_TOKEN"), "Authorization", "Bearer ", {}, timeout_s)


def _answer(state: ForgeState, seen: Seen) -> Sent:
    redirects = {
        "/moved": "/here",
        "/round": "/round",
        "/away": f"http://localhost:1/{TOKEN}",
        "/nowhere": "//evil.example/x",
    }
    if seen.path in redirects:
        return Sent(307, None, {"Location": redirects[seen.path]})
    if seen.path == "/echo":
        written = "".join(f"\\u{ord(one):04x}" for one in TOKEN)
        body = f'{{"html_url": "http://x/?t={TOKEN}", "body": "{written}", "other": "gr\u00f6\u00dfe"}}'
        return Sent(200, body, {"X-Echo": TOKEN})
    if seen.path == "/large":
        return Sent(200, "x" * 21_000_000)
    return Sent(200, {"method": seen.method, "path": seen.path, "body": seen.body})


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ForgeState]:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
    with serve(ForgeState(tmp_path), _answer) as found:
        yield found


@pytest.fixture
def exchange(state: ForgeState) -> Iterator[HttpExchange]:
    found = HttpExchange(_setup(state.url))
    yield found
    found.close()


def test_a_redirect_on_the_same_host_keeps_method_body_and_token(exchange: HttpExchange, state: ForgeState) -> None:
    answer = exchange.ask("PATCH", f"{state.url}/moved", {"a": 1})
    assert answer.body == b'{"method": "PATCH", "path": "/here", "body": {"a": 1}}'
    assert state.seen[1].headers["authorization"] == f"Bearer {TOKEN}"


@pytest.mark.parametrize("path", ["/away", "/nowhere"])
def test_the_token_is_not_sent_to_another_host(exchange: HttpExchange, state: ForgeState, path: str) -> None:
    with pytest.raises(ForgeAnswerError, match="where the token is not sent") as caught:
        exchange.ask("GET", f"{state.url}{path}", None)
    assert TOKEN not in str(caught.value)


def test_a_circle_of_redirects_ends(exchange: HttpExchange, state: ForgeState) -> None:
    with pytest.raises(ForgeAnswerError, match="in a circle"):
        exchange.ask("GET", f"{state.url}/round", None)
    assert len(state.seen) == 4


def test_too_large_an_answer_is_given_up(exchange: HttpExchange, state: ForgeState) -> None:
    with pytest.raises(ForgeAnswerError, match="more than 20000000 bytes"):
        exchange.ask("GET", f"{state.url}/large", None)


@pytest.mark.parametrize(
    ("url", "is_same"),
    [("{}/x", True), ("https://127.0.0.1", False), ("{}1/x", False), ("http://localhost", False), ("http://[", False)],
)  # fmt: skip
def test_the_same_origin_is_scheme_host_and_port(
    exchange: HttpExchange, state: ForgeState, url: str, is_same: bool
) -> None:
    assert exchange.is_same_origin(url.format(state.url)) == is_same


def test_a_drip_of_bytes_counts_against_one_limit(state: ForgeState) -> None:
    ticks = iter([0.0, 100.0, 200.0])
    exchange = HttpExchange(_setup(state.url), lambda: next(ticks))
    with pytest.raises(ForgeDownError, match="no whole answer within 5 s"):
        exchange.ask("GET", f"{state.url}/here", None)
    exchange.close()


def test_a_refused_connection_was_not_sent() -> None:
    exchange = HttpExchange(_setup("http://127.0.0.1:9"))
    with pytest.raises(NotSentError, match=r"127\.0\.0\.1:9: no connection"):
        exchange.ask("POST", "http://127.0.0.1:9/x", {})
    exchange.close()


def test_a_proxy_that_refuses_is_named_without_its_password(
    tmp_path: Path, state: ForgeState, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTP_PROXY", f"http://user:hunter2@{state.url.removeprefix('http://')}")
    exchange = HttpExchange(_setup("http://forge.example"))
    answer = exchange.ask("GET", "http://forge.example/here", None)
    exchange.close()
    # A plain request goes through the proxy as it is.
    assert answer.status == 200
    monkeypatch.setenv("HTTP_PROXY", "http://user:hunter2@127.0.0.1:9")
    exchange = HttpExchange(_setup("http://forge.example"))
    with pytest.raises(ForgeDownError) as caught:
        exchange.ask("GET", "http://forge.example/here", None)
    exchange.close()
    assert "hunter2" not in str(caught.value)


@pytest.mark.parametrize(
    ("begin", "more"),
    [
        (b"HTTP/1.1 200 OK\r\n", b"X-A: b\r\n"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n", b" "),
        (b"", b"H"),
    ],
    ids=["headers", "body", "status line"],
)
def test_an_answer_that_comes_slowly_is_given_up_in_time(state: ForgeState, begin: bytes, more: bytes) -> None:
    with dripping(begin, more) as url:
        exchange, begun = HttpExchange(_setup(url, 0.3)), time.monotonic()
        with pytest.raises(ForgeDownError, match=r"no whole answer within 0\.3 s|connection lost"):
            exchange.ask("GET", f"{url}/x", None)
        assert time.monotonic() - begun < 2
        # The next question is asked over another connection.
        assert exchange.ask("GET", f"{state.url}/here", None).status == 200
        exchange.close()


def test_a_token_that_comes_back_is_in_no_answer(exchange: HttpExchange, state: ForgeState) -> None:
    answer = exchange.ask("GET", f"{state.url}/echo", None)
    assert TOKEN not in answer.body.decode() + str(answer.headers)
    told = json.loads(answer.body)
    assert TOKEN not in str(told), "nor as JSON may write it"
    assert (told["other"], answer.headers["x-echo"]) == ("gr\u00f6\u00dfe", "[redacted:forge-token]")
