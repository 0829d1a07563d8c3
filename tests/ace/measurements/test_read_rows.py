"""Rows of a table: every format, every kind of damage, one row at a time."""

import gzip
import json
import math
from pathlib import Path

import pytest

from ace.errors import AceError
from ace.measurements.read_rows import MAX_LINE, BadRow, read_rows
from runtime.contracts.json_types import JsonObject

ROWS: list[JsonObject] = [{"y": True, "x": 1.5}, {"y": False, "x": 2}]
LINES = "".join(json.dumps(row) + "\n" for row in ROWS)


def read(path: Path) -> tuple[list[JsonObject], list[BadRow]]:
    """Return the rows and what could not be read."""
    bad: list[BadRow] = []
    return [row.fields for row in read_rows(path, bad.append)], bad


def written(path: Path, data: bytes | str) -> Path:
    """Write `data`, compressed where the name says so."""
    raw = data.encode() if isinstance(data, str) else data
    path.write_bytes(gzip.compress(raw) if path.suffix == ".gz" else raw)
    return path


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.jsonl", LINES),
        ("a.jsonl.gz", LINES),
        ("a.json", json.dumps(ROWS)),
        ("a.json.gz", json.dumps(ROWS, indent=1)),
        ("a.json", LINES),
        ("a.json", json.dumps({"made": "2026", "rows": ROWS}, indent=1)),
        ("a.jsonl", json.dumps(ROWS)),
        ("a.txt", LINES),
        ("a.jsonl", "\ufeff" + LINES),
        ("a.jsonl", LINES.replace("\n", "\n\n").rstrip("\n")),
    ],
    ids=[
        "lines",
        "lines.gz",
        "list",
        "list.gz",
        "lines named json",
        "list in an object",
        "list named jsonl",
        "other name",
        "mark",
        "blank",
    ],
)
def test_the_same_rows_in_every_form(tmp_path: Path, name: str, text: str) -> None:
    assert read(written(tmp_path / name, text)) == (ROWS, [])


def test_csv_fields_become_numbers_where_they_are_and_empty_ones_are_missing(tmp_path: Path) -> None:
    path = written(tmp_path / "a.csv.gz", '\ufeffy, x ,word\r\nyes,1.5,"a, b"\r\nno,,1_000\r\n1,inf,-2e3\r\n')
    rows, bad = read(path)
    assert bad == []
    assert rows == [
        {"y": "yes", "x": 1.5, "word": "a, b"},
        {"y": "no", "x": None, "word": "1_000"},
        {"y": 1.0, "x": math.inf, "word": -2000.0},
    ]


def test_a_bad_line_is_named_and_the_rest_is_read(tmp_path: Path) -> None:
    text = b'{"x": 1}\n{"x": \n[1]\n\xff\xfe\n{"x": NaN}\n' + b"[" * 100_000 + b"\n" + b'{"x": 9'
    rows, bad = read(written(tmp_path / "a.jsonl", text))
    assert rows[0] == {"x": 1}
    assert math.isnan(rows[1]["x"])  # type: ignore[arg-type]
    assert [(one.line, one.reason.split(" (")[0]) for one in bad] == [
        (2, "not JSON"),
        (3, "a list instead of an object with fields"),
        (4, "not UTF-8"),
        (6, "nested too deeply"),
        (7, "not JSON"),
    ]


def test_a_line_of_16_mb_is_left_out(tmp_path: Path) -> None:
    rows, bad = read(written(tmp_path / "a.jsonl", b'{"x": 1}\n{"x": "' + b"a" * MAX_LINE + b'"}\n{"x": 3}\n'))
    assert rows == [{"x": 1}, {"x": 3}]
    assert bad == [BadRow(2, "longer than 16 MB")]


def test_a_csv_row_of_another_length_is_named(tmp_path: Path) -> None:
    rows, bad = read(written(tmp_path / "a.csv", b"y,x\n1,2\n1,2,3\n\n\xff,1\n0,4\n"))
    assert [row["x"] for row in rows] == [2.0, 4.0]
    assert bad == [BadRow(3, "3 fields, but the first line names 2"), BadRow(5, "not UTF-8 (byte 0)")]


def test_a_field_too_large_for_csv_is_named(tmp_path: Path) -> None:
    rows, bad = read(written(tmp_path / "a.csv", "y,x\n1," + "a" * 200_000 + "\n0,4\n"))
    assert [row["x"] for row in rows] == [4.0]
    assert [(one.line, one.reason[:7]) for one in bad] == [(2, "not CSV")]


def test_a_compressed_file_cut_short_gives_the_rows_before(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl.gz"
    whole = gzip.compress("".join(f'{{"x": {i}, "pad": "{i * 7919}"}}\n' for i in range(50_000)).encode())
    path.write_bytes(whole[: len(whole) // 2])
    rows, bad = read(path)
    assert 1000 < len(rows) < 50_000
    assert rows[-1]["x"] == len(rows) - 1
    assert [one.line for one in bad] == [len(rows) + 1]
    assert "the rest is lost" in bad[0].reason


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("a.json", b'"text"', "holds no list of rows"),
        ("a.json", b"[1, 2", "not JSON"),
        ("a.json", b'{"a": [{"x": 1}], "b": [{"x": 1}]}', "holds no list of rows"),
        ("a.json", b'{\n "x": ', "not JSON"),
        ("a.csv", b"", "there is no row"),
        ("a.csv", b"x,x\n1,2\n", "'x' stands twice"),
    ],
    ids=["no list", "cut off", "two lists", "object cut off", "empty", "name twice"],
)
def test_what_is_no_table_is_refused(tmp_path: Path, name: str, data: bytes, words: str) -> None:
    with pytest.raises(AceError, match=words):
        read(written(tmp_path / name, data))


def test_what_is_not_compressed_says_so(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl.gz"
    path.write_bytes(b'{"x": 1}\n')
    with pytest.raises(AceError, match="not a gzip file"):
        read(path)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(AceError, match=r"none\.jsonl: cannot be read \(No such file"):
        read(tmp_path / "none.jsonl")


def test_each_row_knows_its_line(tmp_path: Path) -> None:
    rows = read_rows(written(tmp_path / "a.jsonl", '{"x": 1}\nbroken\n\n{"x": 2}\n'), lambda bad: None)
    assert [row.line for row in rows] == [1, 4]
    table = read_rows(written(tmp_path / "a.csv", 'x\n1\n"2\n"\n3\n'), lambda bad: None)
    assert [(row.line, row.fields["x"]) for row in table] == [(2, 1.0), (4, 2.0), (5, 3.0)]
