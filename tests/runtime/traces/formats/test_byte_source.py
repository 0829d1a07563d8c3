"""Reading ahead, and putting back."""

import io

from hypothesis import given
from hypothesis import strategies as st

from runtime.traces.formats.byte_source import ByteSource


def test_what_is_put_back_is_read_again() -> None:
    source = ByteSource(io.BytesIO(b"one\ntwo\n"))
    assert source.read_line(100) == b"one\n"
    source.put_back(b"one\n")
    assert source.read(2) == b"on"
    assert source.read_line(100) == b"e\n"
    assert source.read_line(100) == b"two\n"
    assert source.read_line(100) == b""


def test_a_long_line_comes_in_parts_and_can_be_passed_over() -> None:
    source = ByteSource(io.BytesIO(b"x" * 3_000_000 + b"\nnext\n"))
    assert len(source.read_line(10)) == 10
    assert source.skip_line() == 3_000_000 - 10 + 1
    assert source.read_line(100) == b"next\n"
    assert source.skip_line() == 0


@given(st.lists(st.binary(max_size=6).map(lambda part: part + b"\n"), max_size=8), st.binary(max_size=12), st.data())
def test_lines_are_those_of_the_file_wherever_the_put_back_part_ends(
    lines: list[bytes], last: bytes, data: st.DataObject
) -> None:
    whole = b"".join(lines) + last
    cut = data.draw(st.integers(0, len(whole)))
    source = ByteSource(io.BytesIO(whole[cut:]))
    source.put_back(whole[:cut])
    read = []
    while line := source.read_line(1000):
        read.append(line)
    assert read == whole.splitlines(keepends=True) or b"".join(read) == whole
    assert all(line.endswith(b"\n") for line in read[:-1])
    assert all(line.count(b"\n") <= 1 for line in read)


def test_blank_lines_are_counted_and_passed_over() -> None:
    source = ByteSource(io.BytesIO(b"\n" * 3_000_000 + b" \r\n  one\n\n two"))
    assert source.skip_blank() == 3_000_001
    assert source.read_line(100) == b"one\n"
    assert source.skip_blank() == 1
    assert source.read_line(100) == b"two"
    assert (source.skip_blank(), source.read(1)) == (0, b"")
