"""Reading a request's length."""

import pytest

from ace.bench.slot_server import _length


@pytest.mark.parametrize(
    ("head", "length"),
    [(b"POST / HTTP/1.1\r\nContent-Length: 12\r\n\r\n", 12), (b"GET / HTTP/1.1\r\n\r\n", 0)],
    ids=["with a body", "without"],
)
def test_the_body_has_the_length_the_head_says(head: bytes, length: int) -> None:
    assert _length(head) == length
