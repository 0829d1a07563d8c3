"""A commit as it was written."""

import pytest

from ace.review.commit_object import parse_commit

HEAD = b"tree t\nparent one\nparent two\nauthor A <b> <a@example.org> 1 +0000\ncommitter C <c@example.org> 1 +0000\n"


def test_parents_addresses_and_message_past_a_signature() -> None:
    signature = b"gpgsig -----BEGIN\n \n parent three\n author X <x@example.org> 1 +0000\n -----END\n"
    read = parse_commit(HEAD + signature + b"\nSubject\n\nBody\n\nA: 1\nB: 2\n")
    assert (read.parents, read.author, read.committer) == (("one", "two"), "a@example.org", "c@example.org")
    assert (read.subject, read.trailers) == ("Subject", "A: 1\nB: 2")


@pytest.mark.parametrize(
    ("message", "subject", "trailers"),
    [
        (b"", "", ""),
        (b"A: 1\n", "A: 1", ""),
        (b"\n\nOne\ntwo\n\nLast\n\n", "One two", "Last"),
        (b"One\xff\n\nA: \xe2\x80\xa8B: 2", "One\udcff", "A: \u2028B: 2"),
    ],
)
def test_odd_messages(message: bytes, subject: str, trailers: str) -> None:
    read = parse_commit(HEAD + b"\n" + message)
    assert (read.subject, read.trailers) == (subject, trailers)
