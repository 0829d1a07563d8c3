import asyncio
import gc
import time
from http.server import BaseHTTPRequestHandler
from urllib.parse import parse_qs, urlsplit

import pytest

from runtime.contracts.errors import ToolError
from runtime.tools import web_search
from runtime.tools.web_search import MAX_BYTES, search_web
from tests.runtime.tools.search_serving import Answering, say, search_server

GOOD = {"results": [{"url": "https://nih.gov/a"}]}


@pytest.fixture(autouse=True)
def _no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.delenv(name, raising=False)


def _failure(answer: Answering, **options: float) -> ToolError:
    with search_server(answer) as server, pytest.raises(ToolError) as caught:
        search_web(server.endpoint, "lung", timeout_s=options.get("timeout_s", 5.0))
    assert "127.0.0.1" in str(caught.value)
    return caught.value


def test_the_question_goes_out_with_the_key_and_the_answer_comes_back() -> None:
    with search_server(say(GOOD)) as server:
        answer = search_web(f"{server.endpoint}?lang=en", "rib & lung?", key="s3cret", key_env="KEY")
    assert answer == GOOD
    (path,), (headers,) = server.paths, server.headers
    assert parse_qs(urlsplit(path).query) == {"lang": ["en"], "q": ["rib & lung?"], "format": ["json"]}
    assert headers["authorization"] == "Bearer s3cret"
    assert headers["accept-encoding"] == "identity"
    assert "cookie" not in headers


def test_without_a_key_none_is_sent() -> None:
    with search_server(say(GOOD)) as server:
        search_web(server.endpoint, "lung")
    assert "authorization" not in server.headers[0]


async def test_it_works_where_a_loop_runs_already() -> None:
    with search_server(say(GOOD)) as server:
        assert search_web(server.endpoint, "lung") == GOOD
    assert asyncio.get_running_loop().is_running()


@pytest.mark.parametrize(
    ("status", "error_class", "said"),
    [
        (500, "server_failure", "answered 500; try again later"),
        (503, "server_failure", "answered 503"),
        (429, "server_failure", "answered 429"),
        (401, "permission_denied", "set tools.web.api_key_env to the variable that holds its key"),
        (403, "permission_denied", "that it may answer in JSON"),
        (404, "business_failure", "answered 404; check tools.web.endpoint"),
        (204, "business_failure", "answered 204"),
        (304, "business_failure", "answered 304"),
    ],
)
def test_a_status_is_classed(status: int, error_class: str, said: str) -> None:
    error = _failure(say(b"", status))
    assert error.error_class == error_class
    assert said in str(error)


def test_a_refused_key_is_named_by_its_variable_and_never_said() -> None:
    with search_server(say(b"", 401)) as server, pytest.raises(ToolError, match="check the key in MY_KEY") as caught:
        search_web(server.endpoint, "lung", key="s3cret", key_env="MY_KEY")
    assert "s3cret" not in str(caught.value)


@pytest.mark.parametrize(
    "body",
    [b"<html>search</html>", b"", b"{", b"\xff\xfe\x00", b"[" * 200_000, b'{"results": NaN'],
    ids=["html", "empty", "cut", "not-utf8", "nested", "cut-nan"],
)
def test_what_is_no_json_is_a_failure_with_a_remedy(body: bytes) -> None:
    error = _failure(say(body))
    assert error.error_class == "business_failure"
    assert "turn on its JSON format" in str(error)


def test_a_large_answer_is_cut_off_and_not_kept() -> None:
    sent = 0

    def flood(handler: BaseHTTPRequestHandler) -> None:
        nonlocal sent
        handler.send_response(200)
        handler.send_header("Content-Length", str(50_000_000))
        handler.end_headers()
        for _ in range(50):
            sent += handler.wfile.write(b" " * 1_000_000)

    error = _failure(flood)
    assert error.error_class == "business_failure"
    assert f"more than {MAX_BYTES} bytes" in str(error)
    assert sent < 50_000_000


def test_an_answer_compressed_unasked_is_not_unpacked() -> None:
    error = _failure(say(b"\x1f\x8b" + bytes(50), Content_Encoding="gzip"))
    assert error.error_class == "business_failure"
    assert "compressed" in str(error)


def _hang(handler: BaseHTTPRequestHandler) -> None:
    time.sleep(3)


def _drip_body(handler: BaseHTTPRequestHandler) -> None:
    handler.send_response(200)
    handler.send_header("Content-Length", "100000")
    handler.end_headers()
    for _ in range(100):
        handler.wfile.write(b" ")
        handler.wfile.flush()
        time.sleep(0.05)


def _drip_headers(handler: BaseHTTPRequestHandler) -> None:
    handler.wfile.write(b"HTTP/1.1 200 OK\r\n")
    for number in range(100):
        handler.wfile.write(b"X-%d: y\r\n" % number)
        handler.wfile.flush()
        time.sleep(0.05)


def _redirect_slowly(handler: BaseHTTPRequestHandler) -> None:
    time.sleep(0.25)
    say(b"", 302, Location="/search")(handler)


@pytest.mark.parametrize("answer", [_hang, _drip_body, _drip_headers, _redirect_slowly])
def test_the_deadline_is_for_all_of_it(answer: Answering) -> None:
    started = time.monotonic()
    error = _failure(answer, timeout_s=0.5)
    assert error.error_class == "timeout"
    assert "within 0.5 s" in str(error)
    assert time.monotonic() - started < 2.0


def test_a_name_lookup_that_hangs_does_not_hold_it_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(*arguments: object, **options: object) -> list[object]:
        time.sleep(1.5)
        return []

    monkeypatch.setattr("socket.getaddrinfo", slow)
    started = time.monotonic()
    with pytest.raises(ToolError) as caught:
        search_web("http://search.invalid/", "lung", timeout_s=0.3)
    assert caught.value.error_class == "timeout"
    assert time.monotonic() - started < 1.4


def test_nobody_listening_is_a_server_failure() -> None:
    with search_server(say(GOOD)) as server:
        endpoint = server.endpoint
    with pytest.raises(ToolError, match="cannot be asked") as caught:
        search_web(endpoint, "lung")
    assert caught.value.error_class == "server_failure"


def test_an_address_with_a_password_is_not_repeated() -> None:
    with pytest.raises(ToolError) as caught:
        search_web("http://me:s3cret@127.0.0.1:1/", "lung")
    assert "s3cret" not in str(caught.value)


def test_a_redirect_on_the_same_host_is_followed() -> None:
    def answer(handler: BaseHTTPRequestHandler) -> None:
        moved = say(b"", 301, Location="/find?q=lung&format=json")
        (say(GOOD) if handler.path.startswith("/find") else moved)(handler)

    with search_server(answer) as server:
        assert search_web(server.endpoint, "lung") == GOOD
    assert len(server.paths) == 2


@pytest.mark.parametrize(
    "location",
    ["http://localhost/search", "//evil.example/", "http://127.0.0.1:1/", "ftp://127.0.0.1/", "http://x@127.0.0.1/"],
    ids=["other-name", "other-host", "other-port", "other-scheme", "user"],
)
def test_a_redirect_elsewhere_is_not_followed(location: str) -> None:
    with search_server(say(b"", 302, Location=location)) as server, pytest.raises(ToolError, match="is not followed"):
        search_web(server.endpoint, "lung", key="s3cret")
    assert len(server.paths) == 1


def test_a_redirect_in_a_circle_ends() -> None:
    error = _failure(say(b"", 302, Location="/search"))
    assert error.error_class == "business_failure"
    assert "round and round" in str(error)
    assert web_search.MAX_REDIRECTS == 3


@pytest.mark.parametrize("answer", [say(b"", 302), say(b"", 302, Location="http://[::1")], ids=["none", "broken"])
def test_a_redirect_without_a_usable_place_is_classed(answer: Answering) -> None:
    assert _failure(answer).error_class in ("business_failure", "server_failure")


def test_a_connection_cut_in_the_middle_is_a_server_failure() -> None:
    def cut(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.send_header("Content-Length", "1000")
        handler.end_headers()
        handler.wfile.write(b'{"resu')

    assert _failure(cut).error_class == "server_failure"


def test_a_stream_that_is_broken_off_leaves_nothing_behind(caplog: pytest.LogCaptureFixture) -> None:
    def flood(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.end_headers()
        for _ in range(3):
            handler.wfile.write(b" " * 1_000_000)

    with caplog.at_level("ERROR", logger="asyncio"):
        _failure(flood)
        gc.collect()
    assert caplog.records == []
