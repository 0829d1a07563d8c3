"""Serve the metrics over HTTP on this machine only."""

import ipaddress
import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, HTTPServer
from socketserver import ThreadingMixIn

from ace.errors import ConfigError

_TIMEOUT_S = 5.0
_MOST_CLIENTS = 16
_LOCAL_NAMES = frozenset({"localhost", "127.0.0.1", "[::1]"})


class _Server(ThreadingMixIn, HTTPServer):
    """A thread for each request, so that a slow client holds up no other; each is over within `timeout_s`."""

    request_queue_size = 16
    # The daemon's end waits for no client.
    daemon_threads, block_on_close = True, False

    def __init__(
        self, address: tuple[str, int], text: Callable[[], bytes], *, is_any_host: bool, timeout_s: float
    ) -> None:
        self.text, self.is_any_host, self._timeout_s = text, is_any_host, timeout_s
        self._places = threading.BoundedSemaphore(_MOST_CLIENTS)
        super().__init__(address, _Handler)

    def verify_request(self, request: object, client_address: object) -> bool:
        """Take a place; False closes the connection at once, so that nobody makes threads grow here."""
        return self._places.acquire(blocking=False)

    def process_request_thread(self, request: socket.socket, client_address: object) -> None:  # type: ignore[override]
        """Answer one request. A limit on each read would let one line after the other go on for ever."""
        end = threading.Timer(self._timeout_s, _cut_off, [request])
        end.daemon = True
        end.start()
        try:
            super().process_request_thread(request, client_address)
        finally:
            end.cancel()
            self._places.release()

    def handle_error(self, request: object, client_address: object) -> None:
        """Keep quiet about clients that went away."""


def _cut_off(request: socket.socket) -> None:
    with suppress(OSError):
        request.shutdown(socket.SHUT_RDWR)


class _Handler(BaseHTTPRequestHandler):
    timeout = _TIMEOUT_S
    server_version, sys_version = "ace", ""

    def do_GET(self) -> None:
        server = self.server
        assert isinstance(server, _Server)
        # A page in a browser may have its own name resolve to this machine; its requests still say that name.
        if not server.is_any_host and _one_host(self.headers.get_all("Host", [])) not in _LOCAL_NAMES:
            self._answer(403, b"the one Host header does not name this machine\n")
        elif self.path.partition("?")[0] != "/metrics":
            self._answer(404, b"only /metrics is here\n")
        else:
            self._answer(200, server.text(), "text/plain; version=0.0.4; charset=utf-8")

    def _answer(self, status: int, body: bytes, kind: str = "text/plain; charset=utf-8") -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  the base class names it so
        """Keep quiet."""


class MetricsServer:
    """The server: one thread that takes requests, one for each of them."""

    def __init__(
        self, address: str, port: int, text: Callable[[], bytes], *, is_anywhere: bool, timeout_s: float = _TIMEOUT_S
    ) -> None:
        """Begin to serve; `timeout_s` is for one request in whole, and its answer.

        Raises: ConfigError for an address beyond this machine without `is_anywhere`, or in use.
        """
        if not is_anywhere and not _is_loopback(address):
            raise ConfigError(
                f"--metrics-address {address}: can be reached from other machines, and nobody is asked for a password; "
                "use 127.0.0.1, or add --metrics-anywhere if that is meant"
            )
        try:
            self._server = _Server((address, port), text, is_any_host=is_anywhere, timeout_s=timeout_s)
        except OSError as exc:
            raise ConfigError(f"--metrics-port {port}: {address}: {exc.strerror}; choose another port") from exc
        self.port = int(self._server.server_address[1])
        self._thread = threading.Thread(target=self._server.serve_forever, name="metrics", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Serve no more; a request under way is waited for by nobody."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(_TIMEOUT_S)


def _is_loopback(address: str) -> bool:
    try:
        return ipaddress.IPv4Address(address).is_loopback
    except ValueError:
        return address == "localhost"


def _one_host(headers: list[str]) -> str:
    """Return the name in the only Host header; with two of them each reader could take another one."""
    return _host(headers[0]) if len(headers) == 1 else ""


def _host(header: str) -> str:
    """Return the name in a Host header, without its port."""
    name, _, port = header.strip().lower().rpartition(":")
    return name if port.isdigit() and name else header.strip().lower()
