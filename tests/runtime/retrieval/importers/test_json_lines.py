from pathlib import Path

import pytest

from runtime.contracts.errors import SampleError
from runtime.retrieval.importers.document import Unusable
from runtime.retrieval.importers.json_lines import MAX_LINE_BYTES, Line, read_json_lines


def _read(tmp_path: Path, data: bytes) -> list[Line | Unusable]:
    path = tmp_path / "a.jsonl"
    path.write_bytes(data)
    return list(read_json_lines(path))


def test_objects_come_with_their_lines_and_blank_lines_count(tmp_path: Path) -> None:
    found = _read(tmp_path, b'\xef\xbb\xbf{"a": 1}\n\n  \n{"b": 2}')
    assert found == [Line(1, {"a": 1}), Line(4, {"b": 2})]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b"{", "is not JSON"),
        (b"[1]", "is list, not an object"),
        (b"null", "is NoneType"),
        (b'{"a": "\xff"}', "is not UTF-8"),
        (b"[" * 100_000, "is not JSON"),
        (b'{"a": ' + b"9" * 5000 + b"}", "is not JSON"),
    ],
    ids=["cut", "list", "null", "bytes", "depth", "huge-number"],
)
def test_a_line_that_is_no_object_is_reported_and_the_rest_goes_on(tmp_path: Path, line: bytes, said: str) -> None:
    first, second = _read(tmp_path, line + b'\n{"a": 1}\n')
    assert isinstance(first, Unusable)
    assert (first.line, second) == (1, Line(2, {"a": 1}))
    assert said in first.reason


def test_a_line_that_is_too_long_is_skipped_whole(tmp_path: Path) -> None:
    first, second = _read(tmp_path, b'{"a": "' + b"x" * (2 * MAX_LINE_BYTES) + b'"}\n{"a": 1}\n')
    assert isinstance(first, Unusable)
    assert "split it" in first.reason
    assert second == Line(2, {"a": 1})


def test_a_folder_in_place_of_a_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").mkdir()
    with pytest.raises(SampleError, match=r"a\.jsonl: cannot be read"):
        list(read_json_lines(tmp_path / "a.jsonl"))
