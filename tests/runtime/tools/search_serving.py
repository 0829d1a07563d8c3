"""A real local search endpoint, good and bad."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TypeAlias

Answering: TypeAlias = Callable[[BaseHTTPRequestHandler], None]


class SearchServer:
    """The endpoint's address and what was asked: paths with their queries, and headers."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.endpoint = f"http://127.0.0.1:{port}/search"
        self.paths: list[str] = []
        self.headers: list[dict[str, str]] = []


@contextmanager
def search_server(answer: Answering) -> Iterator[SearchServer]:
    """Serve `answer(handler)` on loopback until the block ends; a client that goes away is no error."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            server.paths.append(self.path)
            server.headers.append({name.lower(): value for name, value in self.headers.items()})
            self.close_connection = True
            try:
                answer(self)
            except (BrokenPipeError, ConnectionResetError):
                return

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002  the base class names it so
            """Keep quiet."""

    http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    http.daemon_threads = True
    http.block_on_close = False
    server = SearchServer(int(http.server_address[1]))
    thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        http.shutdown()
        http.server_close()
        thread.join(timeout=5)


def say(body: object, status: int = 200, **headers: str) -> Answering:
    """Return what sends `body`: bytes as they are, anything else as JSON."""
    data = body if isinstance(body, bytes) else json.dumps(body).encode()

    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        handler.send_header("Content-Length", str(len(data)))
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.end_headers()
        handler.wfile.write(data)

    return answer
