"""Agents behind an address: a real local server that answers well, badly, slowly or not at all."""

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from runtime.agents.own.http_agent import HttpAgent
from runtime.contracts.json_types import JsonObject
from runtime.contracts.trace_event import Episode
from tests.dripping import dripping
from tests.runtime.agents.own.own_building import FIRST_LOOK, outcome, parts, play

GOOD: JsonObject = {
    "steps": [{"action": {"name": "lookup_order", "arguments": {"order": "A-1"}}, "result": {"ok": True}}],
    "end": {"success": True},
}


class Served:
    """What the server got: bodies and headers, in order."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.bodies: list[JsonObject] = []
        self.headers: list[Mapping[str, str]] = []


Answer = Callable[[int], tuple[int, bytes, Mapping[str, str]]]


@contextmanager
def served(answer: Answer) -> Iterator[Served]:
    """Serve `answer(number of the request)`: status, body, headers."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            seen.bodies.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            seen.headers.append(dict(self.headers))
            status, body, headers = answer(len(seen.bodies))
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002  the base class names it so
            """Keep quiet."""

    http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    http.daemon_threads = True
    seen = Served(f"http://127.0.0.1:{http.server_address[1]}/run")
    thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield seen
    finally:
        http.shutdown()
        http.server_close()
        thread.join(timeout=5)


def _fixed(body: object, status: int = 200, **headers: str) -> Answer:
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    return lambda number: (status, data, {name.replace("_", "-"): value for name, value in headers.items()})


def _play(url: str, timeout_s: float = 10.0, headers: Mapping[str, str] | None = None) -> Episode:
    return play(HttpAgent(parts(timeout_s), url, headers or {}), [FIRST_LOOK])


def test_one_reply_is_an_episode() -> None:
    with served(_fixed(GOOD)) as server:
        episode = _play(server.url, headers={"Authorization": "Bearer abc"})
    assert outcome(episode).scores == {"success": 1.0}
    assert [(step.proposed or {})["tool"] for step in episode.steps] == ["lookup_order"]
    request = server.bodies[0]
    assert request["type"] == "run"
    assert request["rules_text"] == "- [refunds.first] Look before you ask."
    assert server.headers[0]["Authorization"] == "Bearer abc"
    assert server.headers[0]["Content-Type"] == "application/json"


@pytest.mark.parametrize(
    ("answer", "says", "asked"),
    [
        pytest.param(_fixed(b"oh no", 500), "server: ", 1, id="500"),
        pytest.param(_fixed(b"oh no", 500), "answered 500: 'oh no'", 1, id="500 with its words"),
        pytest.param(_fixed(b"full", 503), "answered 503", 3, id="503 is tried again"),
        pytest.param(_fixed(b"no", 404), "answered 404", 1, id="404"),
        pytest.param(_fixed(b"", 302, Location="http://127.0.0.1:1/x"), "redirects are not followed", 1, id="redirect"),
        pytest.param(_fixed(b"", 301, Location="http://[x"), "to what is no address", 1, id="redirect to nowhere"),
        pytest.param(_fixed(b"", 307, Location="/y"), "to /y; redirects", 1, id="redirect on the same host"),
        pytest.param(_fixed(b"", 204), "answered 204", 1, id="nothing"),
        pytest.param(_fixed(b"<html>"), "protocol: not a line of JSON", 1, id="no JSON"),
        pytest.param(_fixed(b"\xff"), "protocol: byte 0xff", 1, id="no UTF-8"),
        pytest.param(_fixed([1]), "protocol: JSON, but not an object", 1, id="a list"),
        pytest.param(_fixed({}), "protocol: a reply without an ending", 1, id="no end"),
        pytest.param(_fixed(b'{"end": {"success": NaN}}'), "protocol: not a line", 1, id="NaN"),
        pytest.param(_fixed({"steps": [{}], "end": {}}), "step line, field 'action' is missing", 1, id="no action"),
        pytest.param(_fixed({"error": "no model"}), "agent: it says: no model", 1, id="an error"),
        pytest.param(_fixed(b" " * 8_500_000), "protocol: a reply of more than", 1, id="8 MB"),
        pytest.param(_fixed(GOOD, 200, Content_Encoding="gzip"), "compressed reply unasked", 1, id="compressed"),
        pytest.param(
            _fixed({"steps": [{"type": "end", "success": True}], "end": {"success": True}}),
            "protocol: steps.0: type 'end'; every entry",
            1,
            id="an end among the steps",
        ),
    ],
)
def test_what_it_answers_wrong_is_the_outcome(answer: Answer, says: str, asked: int) -> None:
    with served(answer) as server:
        episode = _play(server.url)
    assert episode.is_infrastructure_error
    assert says in outcome(episode).error
    assert len(server.bodies) == asked


def test_a_busy_address_may_be_free_again() -> None:
    with served(lambda number: (503, b"", {}) if number < 3 else (200, json.dumps(GOOD).encode(), {})) as server:
        assert outcome(_play(server.url)).scores == {"success": 1.0}
    assert len(server.bodies) == 3


def test_nobody_there() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    started = time.monotonic()
    error = outcome(_play(f"http://127.0.0.1:{port}/run")).error
    assert error.startswith(f"server: http://127.0.0.1:{port}/run cannot be reached")
    assert "start it, or correct own_agent.url" in error
    assert time.monotonic() - started < 3.0


@pytest.mark.parametrize(
    ("begin", "more"),
    [
        (b"", b""),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n", b" "),
        (b"HTTP/1.1 200 OK\r\n", b"X-A: b\r\n"),
    ],
    ids=["silent", "a slow body", "slow headers"],
)
def test_a_slow_one_is_left_at_its_time(begin: bytes, more: bytes) -> None:
    started = time.monotonic()
    with dripping(begin, more) as url:
        error = outcome(_play(f"{url}/run", timeout_s=0.2)).error
    assert error.startswith("timeout: ")
    assert "within 0.2 s" in error
    assert time.monotonic() - started < 2.0


@pytest.mark.parametrize(
    "data",
    [b"no http\r\n\r\n", b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{", b""],
    ids=["no HTTP", "cut off", "closed"],
)
def test_a_broken_reply_is_the_outcome(data: bytes) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:

        def once() -> None:
            client, _ = server.accept()
            with client:
                client.recv(65536)
                client.sendall(data)

        thread = threading.Thread(target=once, daemon=True)
        thread.start()
        error = outcome(_play(f"http://127.0.0.1:{server.getsockname()[1]}/run")).error
        thread.join(timeout=5)
    assert "gave no whole reply" in error
    assert error.startswith("server: ")


def test_a_header_is_nowhere_on_record() -> None:
    echo = _fixed(GOOD | {"end": {"success": True, "message": "you sent hush-hush"}})
    for answer in (_fixed(b"hush-hush is no key", 401), echo):
        with served(answer) as server:
            episode = _play(server.url, headers={"X-Key": "Bearer hush-hush"})
        assert "hush" not in repr(episode)
        assert "[redacted:header]" in repr(outcome(episode))
