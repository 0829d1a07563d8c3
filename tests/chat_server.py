"""A real local HTTP server that speaks chat completions, good ones and bad ones."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from runtime.contracts.json_types import JsonObject


class Answer:
    """What the server sends for one request: a status, a body, and headers."""

    def __init__(self, body: str | JsonObject, status: int = 200, headers: dict[str, str] | None = None) -> None:
        self.status, self.headers = status, headers or {}
        self.body = body if isinstance(body, str) else json.dumps(body)


def completion(text: str, finish: str = "stop") -> Answer:
    """Return a whole chat completion that says `text`."""
    message = {"role": "assistant", "content": text}
    choice = {"index": 0, "message": message, "finish_reason": finish}
    usage = {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}
    head = {"id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": "fake"}
    return Answer({**head, "choices": [choice], "usage": usage})


class ChatServer:
    """The server's address and the requests it got."""

    def __init__(self, base_url: str) -> None:
        self.base_url = base_url
        self.requests: list[JsonObject] = []


@contextmanager
def chat_server(answer: Callable[[JsonObject, int], Answer]) -> Iterator[ChatServer]:
    """Serve `answer(request, number)` on loopback until the block ends."""
    lock = threading.Lock()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            data = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            with lock:
                server.requests.append(data)
                number = len(server.requests)
            sent = answer(data, number)
            body = sent.body.encode()
            self.send_response(sent.status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            for name, value in sent.headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002  the base class names it so
            """Keep quiet."""

    http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    http.daemon_threads = True
    server = ChatServer(f"http://127.0.0.1:{http.server_address[1]}/v1")
    thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        http.shutdown()
        http.server_close()
        thread.join(timeout=5)


def last_text(request: JsonObject) -> str:
    """Return the last message of a request."""
    messages = request["messages"]
    assert isinstance(messages, list)
    return str(messages[-1]["content"])
