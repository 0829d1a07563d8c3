"""Metrics over HTTP: this machine only."""

import http.client
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress

import pytest

from ace.daemon.metrics_server import MetricsServer
from ace.errors import ConfigError


@pytest.fixture
def server() -> Iterator[MetricsServer]:
    """A server on a free port."""
    made = MetricsServer("127.0.0.1", 0, lambda: b"ace_up 1\n", is_anywhere=False)
    yield made
    made.close()


def get(port: int, path: str = "/metrics", host: str | None = None) -> tuple[int, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("GET", path, headers={} if host is None else {"Host": host})
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer.status, body


@pytest.mark.parametrize("host", [None, "localhost:9464", "127.0.0.1", "LOCALHOST", "[::1]:9464"])
def test_this_machine_gets_them(server: MetricsServer, host: str | None) -> None:
    assert get(server.port, host=host) == (200, b"ace_up 1\n")


@pytest.mark.parametrize("host", ["evil.example", "evil.example:9464", "localhost.evil.example", "", "127.0.0.1.evil"])
def test_another_name_in_the_host_header_is_refused(server: MetricsServer, host: str) -> None:
    assert get(server.port, host=host)[0] == 403


def test_nothing_else_is_there(server: MetricsServer) -> None:
    assert get(server.port, "/")[0] == 404
    assert get(server.port, "/metrics?name=x")[0] == 200


def test_a_client_that_says_nothing_does_not_keep_others_out_for_long(server: MetricsServer) -> None:
    with socket.create_connection(("127.0.0.1", server.port)):
        assert get(server.port)[0] == 200


@pytest.mark.parametrize("address", ["0.0.0.0", "192.0.2.1", "::", "example.org", ""])
def test_an_address_others_reach_needs_a_flag(address: str) -> None:
    with pytest.raises(ConfigError, match="--metrics-anywhere"):
        MetricsServer(address, 0, lambda: b"", is_anywhere=False)


def test_with_the_flag_any_host_header_goes() -> None:
    made = MetricsServer("127.0.0.1", 0, lambda: b"x", is_anywhere=True)
    assert get(made.port, host="metrics.example")[0] == 200
    made.close()


def test_a_port_in_use_says_so(server: MetricsServer) -> None:
    with pytest.raises(ConfigError, match=f"--metrics-port {server.port}.*choose another port"):
        MetricsServer("127.0.0.1", server.port, lambda: b"", is_anywhere=False)


@pytest.mark.parametrize("second", ["evil.example", "localhost"])
def test_two_host_headers_are_refused(server: MetricsServer, second: str) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=5) as client:
        client.sendall(f"GET /metrics HTTP/1.0\r\nHost: localhost\r\nHost: {second}\r\n\r\n".encode())
        assert client.recv(100).split(b"\r\n")[0].split()[1] == b"403"


@contextmanager
def slow_client(port: int) -> Iterator[socket.socket]:
    """Yield a client that sends one line of its request after the other and never the last."""
    is_over = threading.Event()

    def drip() -> None:
        with suppress(OSError):
            while not is_over.wait(0.05):
                client.sendall(b"X-a: b\r\n")

    with socket.create_connection(("127.0.0.1", port), timeout=5) as client:
        client.sendall(b"GET /metrics HTTP/1.1\r\n")
        thread = threading.Thread(target=drip)
        thread.start()
        try:
            yield client
        finally:
            is_over.set()
            thread.join()


def test_a_slow_client_holds_up_neither_others_nor_the_end() -> None:
    made = MetricsServer("127.0.0.1", 0, lambda: b"x", is_anywhere=False, timeout_s=60)
    with slow_client(made.port):
        begun = time.monotonic()
        assert get(made.port)[0] == 200
        made.close()
        assert time.monotonic() - begun < 3


def test_one_request_in_whole_has_a_limit() -> None:
    made = MetricsServer("127.0.0.1", 0, lambda: b"x", is_anywhere=False, timeout_s=0.4)
    with slow_client(made.port) as client:
        begun = time.monotonic()
        with suppress(ConnectionError):
            assert client.recv(100) == b"", "cut off without an answer"
        assert time.monotonic() - begun < 3
    made.close()


def test_no_more_than_so_many_at_a_time(server: MetricsServer) -> None:
    with ExitStack() as stack:
        idle = [stack.enter_context(socket.create_connection(("127.0.0.1", server.port), timeout=3)) for _ in range(17)]
        with suppress(ConnectionError):
            assert idle[-1].recv(1) == b"", "closed at once"
