"""What a remote says when it cannot be used, shown without the credentials of its address."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from ace.review.errors import PushRejectedError
from ace.review.push import push_branch, remote_tip, without_credentials
from tests.ace.review.playbook_repository import Repository


class _Echo(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        body = b"no rights for bob:S3cr!t (password S3cr!t), see https://bob:S3cr!t@host/x\n"
        self.send_response(403)
        self.send_header("Content-Type", "text/plain")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  the base class names it so
        """Keep quiet."""


@pytest.fixture
def echo() -> Iterator[str]:
    """A server that says the credentials it was given, as it answers git."""
    with ThreadingHTTPServer(("127.0.0.1", 0), _Echo) as server:
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        yield f"127.0.0.1:{server.server_address[1]}"
        server.shutdown()


def test_credentials_that_a_server_says_are_not_shown(repository: Repository, echo: str) -> None:
    repository.git("remote", "add", "origin", f"http://bob:S3cr%21t@{echo}/x.git")
    with pytest.raises(PushRejectedError, match="no rights for") as asked:
        remote_tip(repository.path, "origin", "main")
    with pytest.raises(PushRejectedError, match="no rights for") as pushed:
        push_branch(repository.path, "origin", "main", expected="")
    for caught in (asked, pushed):
        assert "S3cr" not in str(caught.value)
        assert "bob" not in str(caught.value)
        assert caught.value.__cause__ is None


@pytest.mark.parametrize(
    ("address", "said", "shown"),
    [
        ("http://bob:PW@host/x", "as bob:PW", "as [redacted:credentials]"),
        ("http://bob:PW@host/x", "password PW, PWD", "password [redacted:credentials], PWD"),
        ("http://t0ken@host/x", "with t0ken", "with [redacted:credentials]"),
        ("http://bob:a%40b@host/x", "a@b or a%40b", "[redacted:credentials] or [redacted:credentials]"),
        ("ssh://git@host/x", "git@host: no", "git@host: no"),
        ("https://host/x", "https://u:p@other/y", "https://[redacted:credentials]@other/y"),
    ],
)
def test_what_was_said_stays_but_for_what_is_secret(
    repository: Repository, address: str, said: str, shown: str
) -> None:
    repository.git("remote", "add", "origin", address)
    assert without_credentials(repository.path, "origin", said) == shown


def test_the_address_that_is_pushed_to_counts_too(repository: Repository) -> None:
    repository.git("remote", "add", "origin", "https://host/x")
    repository.git("remote", "set-url", "--push", "origin", "https://bob:other@host/x")
    assert "other" not in without_credentials(repository.path, "origin", "remote: bob:other")
