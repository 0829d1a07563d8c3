"""Files cut into the texts of single records."""

import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.traces.formats import split_json
from runtime.traces.formats.byte_source import ByteSource
from runtime.traces.formats.split_json import Piece, split_lines, split_list, split_values


def source(data: bytes) -> ByteSource:
    """Return the bytes as a file."""
    return ByteSource(io.BytesIO(data))


def test_lines_are_numbered_with_blank_ones_left_out() -> None:
    found = list(split_lines(source(b'{"a":1}\n\n  \n{"b":2}'), 3))
    assert found == [Piece(b'{"a":1}', 3), Piece(b'{"b":2}', 6)]


def test_elements_of_a_list_whatever_stands_in_texts() -> None:
    data = b' [ {"a": "],\\"[{"} ,\n [1, 2], "x,y" ] \n'
    texts = [piece.raw for piece in split_list(source(data))]
    assert texts == [b'{"a": "],\\"[{"}', b"[1, 2]", b'"x,y"']


@pytest.mark.parametrize(
    ("data", "found", "problem"),
    [
        (b'[{"a":1}', [b'{"a":1}'], "truncated: the list is not closed"),
        (b'[{"a":1},', [b'{"a":1}'], "truncated: the list is not closed"),
        (b'[{"a":1}, {"b":', [b'{"a":1}', b'{"b":'], ""),
        (b'[{"a":1}, "b', [b'{"a":1}', b'"b'], ""),
        (b'[{"a":1}] more', [b'{"a":1}'], "the list ends here, and something follows: 'more'"),
        (b'[{"a":1},,{"b":2}]', [b'{"a":1}', b'{"b":2}'], "nothing between two commas"),
        (b"[]", [], ""),
    ],
    ids=["unclosed", "after-comma", "in-object", "in-text", "trailing", "commas", "empty"],
)
def test_a_list_that_is_not_whole(data: bytes, found: list[bytes], problem: str) -> None:
    pieces = list(split_list(source(data)))
    assert [piece.raw for piece in pieces if not piece.problem] == found
    assert [piece.problem for piece in pieces if piece.problem] == ([problem] if problem else [])


def test_values_one_after_another_know_their_line() -> None:
    data = b'{\n "a": 1\n}\n\n{"b": "}{"}\n{\n'
    assert list(split_values(source(data), 1)) == [
        Piece(b'{\n "a": 1\n}', 1),
        Piece(b'{"b": "}{"}', 5),
        Piece(b"{", 6),
    ]


@pytest.mark.parametrize("form", ["lines", "list", "values"])
def test_what_is_too_large_is_named_and_not_held(form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(split_json, "MAX_RECORD", 1000)
    monkeypatch.setattr(split_json, "_CHUNK", 100)
    huge = json.dumps({"a": "x" * 5000}).encode()
    if form == "lines":
        pieces = list(split_lines(source(b'{"b":1}\n' + huge + b'\n{"c":1}\n'), 1))
        assert [piece.place for piece in pieces] == [1, 2, 3]
        assert pieces[1].problem == f"a line of {len(huge) + 1} bytes; more than 1000 are not read"
        assert pieces[2].raw == b'{"c":1}'
    elif form == "list":
        pieces = list(split_list(source(b'[{"b":1},' + huge + b"]")))
        assert pieces[-1] == Piece(b"", 2, "more than 1000 bytes; nothing from here on was read")
    else:
        pieces = list(split_values(source(b'{"b":1}\n' + huge), 1))
        assert pieces[-1] == Piece(b"", 2, "more than 1000 bytes; nothing from here on was read")


_VALUES = st.lists(
    st.dictionaries(
        st.text(max_size=8), st.text(max_size=30) | st.integers() | st.lists(st.text(max_size=5)), max_size=3
    ),
    max_size=6,
)


@given(_VALUES, st.sampled_from([None, 1, 2]), st.integers(1, 40))
def test_cutting_gives_the_elements_whatever_the_size_of_a_read(
    values: list[dict[str, object]], indent: int | None, chunk: int
) -> None:
    before, split_json._CHUNK = split_json._CHUNK, chunk
    try:
        whole = json.dumps(values, indent=indent).encode()
        assert [json.loads(piece.raw) for piece in split_list(source(whole))] == values
        one_by_one = "\n".join(json.dumps(value, indent=indent) for value in values).encode()
        assert [json.loads(piece.raw) for piece in split_values(source(one_by_one), 1)] == values
    finally:
        split_json._CHUNK = before
