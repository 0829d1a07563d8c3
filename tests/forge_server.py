"""A real local HTTP server that answers as the documented APIs of GitHub and GitLab do, and can misbehave.

What people do on the web (close, merge, edit) is done by methods of `ForgeState`. The rules of each API are in
`forge_github.py` and `forge_gitlab.py`; here are its state, the transport, and the faults.
"""

import json
import re
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Literal
from urllib.parse import parse_qsl, urlsplit

from runtime.contracts.json_types import JsonObject

TOKEN = "tok-S3cretValue-0123456789"
PROJECT = "acme/tutor"
ME = "ace-bot"
_START = 1_767_225_600  # 2026-01-01


@dataclass(frozen=True)
class Seen:
    """One request as it came."""

    method: str
    path: str
    query: dict[str, str]
    headers: dict[str, str]
    body: JsonObject

    @property
    def is_write(self) -> bool:
        """True for what changes something; a GraphQL query does not."""
        return self.method != "GET" and not str(self.body.get("query", "")).startswith("query")


@dataclass(frozen=True)
class Sent:
    """One answer. `body` of text is sent as it is, None as nothing."""

    status: int
    body: object = None
    headers: dict[str, str] = field(default_factory=dict)


@dataclass
class Fault:
    """An answer instead of the right one, for the next `times` requests that match.

    `when` "after": the request is carried out first, and only its answer is lost.
    """

    method: str
    path: str
    sent: Sent
    times: int = 1
    when: Literal["before", "after"] = "before"
    delay_s: float = 0.0

    def matches(self, seen: Seen) -> bool:
        """Return True when this request is the one."""
        return self.times > 0 and self.method in {"*", seen.method} and re.search(self.path, seen.path) is not None


@dataclass
class FakeComment:
    """One comment."""

    id: int
    author: str
    body: str
    created: str
    system: bool = False


@dataclass
class FakeRequest:
    """One pull or merge request. `fork`: it comes from another project's branch of that name."""

    number: int
    branch: str
    base: str
    title: str
    body: str
    draft: bool
    author: str
    state: str = "open"
    labels: list[str] = field(default_factory=list)
    comments: list[FakeComment] = field(default_factory=list)
    closed_by: str | None = None
    closed_at: str | None = None
    merge_commit: str | None = None
    fork: bool = False
    head: str = ""


class ForgeState:
    """One project on a forge. `bare` is the git repository whose branches it sees."""

    def __init__(self, bare: Path) -> None:
        self.bare = bare
        self.requests: list[FakeRequest] = []
        self.seen: list[Seen] = []
        self.faults: list[Fault] = []
        self.me, self.bots = ME, {"github-actions[bot]"}
        self.is_installation = False
        self.has_drafts = True
        self.page_size = 100
        self.url = ""
        self._clock, self._ids = 0, 100

    def writes(self) -> list[Seen]:
        """Return the requests that change something."""
        return [seen for seen in self.seen if seen.is_write]

    def now(self) -> str:
        """Return the next second as ISO 8601."""
        self._clock += 1
        return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(_START + self._clock))

    def tip(self, branch: str) -> str:
        """Return the commit a branch is at, empty when there is none."""
        command = ["git", "-C", str(self.bare), "rev-parse", "--verify", "--quiet", f"refs/heads/{branch}"]
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()

    def add(self, branch: str, base: str, title: str, body: str, *, draft: bool, author: str = "") -> FakeRequest:
        """Return a new request."""
        made = FakeRequest(len(self.requests) + 1, branch, base, title, body, draft, author or self.me)
        self.requests.append(made)
        return made

    def comment(self, request: FakeRequest, author: str, body: str, system: bool = False) -> FakeComment:
        """Return a new comment."""
        self._ids += 1
        made = FakeComment(self._ids, author, body, self.now(), system)
        request.comments.append(made)
        return made

    def close(self, request: FakeRequest, by: str, comment: str = "") -> None:
        """Close a request, as a person does on the web: the comment comes first."""
        if comment:
            self.comment(request, by, comment)
        request.head = self.tip(request.branch)
        request.state, request.closed_by, request.closed_at = "closed", by, self.now()

    def merge(self, request: FakeRequest, commit: str) -> None:
        """Say that a request was merged by `commit`."""
        request.head = self.tip(request.branch)
        request.state, request.closed_at, request.merge_commit = "merged", self.now(), commit


Answering = Callable[[ForgeState, Seen], Sent]


@contextmanager
def serve(state: ForgeState, answer: Answering) -> Iterator[ForgeState]:
    """Serve `answer(state, seen)` on loopback until the block ends; `state.url` is the server's address."""
    lock = threading.Lock()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def handle_any(self) -> None:
            length = int(self.headers.get("Content-Length") or 0)
            raw = self.rfile.read(length)
            parts = urlsplit(self.path)
            seen = Seen(
                self.command,
                parts.path,
                dict(parse_qsl(parts.query)),
                {name.lower(): value for name, value in self.headers.items()},
                json.loads(raw) if raw else {},
            )
            with lock:
                state.seen.append(seen)
                fault = next((one for one in state.faults if one.matches(seen)), None)
                if fault:
                    fault.times -= 1
                sent = answer(state, seen) if fault is None or fault.when == "after" else fault.sent
            if fault:
                time.sleep(fault.delay_s)
                sent = fault.sent
            self.reply(sent)

        def reply(self, sent: Sent) -> None:
            is_text = isinstance(sent.body, str)
            text = sent.body if isinstance(sent.body, str) else "" if sent.body is None else json.dumps(sent.body)
            data = text.encode()
            try:
                self.send_response(sent.status)
                for name, value in {
                    "Content-Type": "text/html" if is_text else "application/json; charset=utf-8",
                    "Content-Length": str(len(data)),
                    **sent.headers,
                }.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(data)
            except (BrokenPipeError, ConnectionResetError):
                self.close_connection = True

        do_GET = do_POST = do_PATCH = do_PUT = handle_any

        def log_message(self, *args: object) -> None:
            """Write nothing."""

    httpd = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    httpd.daemon_threads = True
    thread = threading.Thread(target=httpd.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    state.url = f"http://127.0.0.1:{httpd.server_address[1]}"
    try:
        yield state
    finally:
        httpd.shutdown()
        httpd.server_close()
        thread.join()


def page(state: ForgeState, seen: Seen, items: list[object]) -> tuple[list[object], int, int]:
    """Return the items of the page asked for, its number, and how many pages there are."""
    size = min(int(seen.query.get("per_page", "30")), 100, state.page_size)
    number = int(seen.query.get("page", "1"))
    return items[(number - 1) * size : number * size], number, max(1, -(-len(items) // size))
