"""All that can be had of a gzip file."""

import gzip
import io

from hypothesis import given
from hypothesis import strategies as st

from runtime.traces.formats.gzip_bytes import GzipBytes


def unpacked(packed: bytes, at_once: int = 4096) -> tuple[bytes, str]:
    """Return what is read of `packed`, and what was wrong with it."""
    raw = GzipBytes(io.BytesIO(packed))
    parts = []
    while part := raw.read(at_once):
        parts.append(part)
    return b"".join(parts), raw.problem


@given(st.lists(st.binary(max_size=300), min_size=1, max_size=4), st.integers(1, 500), st.integers(0, 3))
def test_it_reads_what_was_packed_in_however_many_parts(parts: list[bytes], at_once: int, padding: int) -> None:
    packed = b"".join(gzip.compress(part) for part in parts) + b"\0" * padding
    assert unpacked(packed, at_once) == (b"".join(parts), "")


def test_much_out_of_little_comes_a_piece_at_a_time() -> None:
    raw = GzipBytes(io.BytesIO(gzip.compress(b" " * 50_000_000)))
    assert raw.read(1000) == b" " * 1000
    assert sum(len(part) for part in iter(lambda: raw.read(1 << 20), b"")) == 50_000_000 - 1000
    assert raw.problem == ""


@given(st.binary(min_size=1, max_size=3000), st.data())
def test_a_file_cut_off_gives_a_beginning_and_says_so(data: bytes, draw: st.DataObject) -> None:
    packed = gzip.compress(data)
    found, problem = unpacked(packed[: draw.draw(st.integers(2, len(packed) - 1))])
    assert data.startswith(found)
    assert problem == "the gzip data end in the middle"


def test_what_follows_the_data_does_not_spoil_them() -> None:
    assert unpacked(gzip.compress(b"data") + b"x") == (b"data", "something that is not gzip follows the gzip data")


def test_damage_costs_little_before_it() -> None:
    lines = b"".join(b"%d %d\n" % (number, number * 7919 % 100_003) for number in range(100_000))
    packed = bytearray(gzip.compress(lines))
    packed[len(packed) // 2 :] = b"\xff" * 100
    found, problem = unpacked(bytes(packed))
    assert lines.startswith(found)
    assert len(found) > len(lines) * 0.4
    assert problem
