"""Serve the metrics over HTTP on this machine only."""

import ipaddress
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, HTTPServer

from ace.errors import ConfigError

_TIMEOUT_S = 5.0
_LOCAL_NAMES = frozenset({"localhost", "127.0.0.1", "[::1]"})


class _Server(HTTPServer):
    # One request at a time: nobody makes threads grow here.
    request_queue_size = 16

    def __init__(self, address: tuple[str, int], text: Callable[[], bytes], *, is_any_host: bool) -> None:
        self.text, self.is_any_host = text, is_any_host
        super().__init__(address, _Handler)

    def handle_error(self, request: object, client_address: object) -> None:
        """Keep quiet about clients that went away."""


class _Handler(BaseHTTPRequestHandler):
    timeout = _TIMEOUT_S
    server_version, sys_version = "ace", ""

    def do_GET(self) -> None:
        server = self.server
        assert isinstance(server, _Server)
        # A page in a browser may have its own name resolve to this machine; its requests still say that name.
        if not server.is_any_host and _host(self.headers.get("Host", "")) not in _LOCAL_NAMES:
            self._answer(403, b"the Host header does not name this machine\n")
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
    """The server and its one thread."""

    def __init__(self, address: str, port: int, text: Callable[[], bytes], *, is_anywhere: bool) -> None:
        """Begin to serve. Raises: ConfigError for an address beyond this machine without `is_anywhere`, or in use."""
        if not is_anywhere and not _is_loopback(address):
            raise ConfigError(
                f"--metrics-address {address}: can be reached from other machines, and nobody is asked for a password; "
                "use 127.0.0.1, or add --metrics-anywhere if that is meant"
            )
        try:
            self._server = _Server((address, port), text, is_any_host=is_anywhere)
        except OSError as exc:
            raise ConfigError(f"--metrics-port {port}: {address}: {exc.strerror}; choose another port") from exc
        self.port = int(self._server.server_address[1])
        self._thread = threading.Thread(target=self._server.serve_forever, name="metrics", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Serve no more."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(_TIMEOUT_S)


def _is_loopback(address: str) -> bool:
    try:
        return ipaddress.IPv4Address(address).is_loopback
    except ValueError:
        return address == "localhost"


def _host(header: str) -> str:
    """Return the name in a Host header, without its port."""
    name, _, port = header.strip().lower().rpartition(":")
    return name if port.isdigit() and name else header.strip().lower()
