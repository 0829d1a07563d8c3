"""Labelled errors are read from files as people keep them; what cannot be used is named and counted."""

import gzip
import json
from pathlib import Path

import pytest

from ace.bench.labelled_errors import Fields, Skipped, read_labelled_errors, skipped_text
from ace.errors import AceError

FIELDS = Fields("error", "label", "task", "model")
ROWS: list[dict[str, object]] = [
    {"error": ["Bad.", {"error": "x"}], "label": "a", "task": 1, "model": "m1"},
    {"error": "late", "label": True, "task": 2, "model": "m2"},
]


def _lines(path: Path, *lines: object) -> Path:
    text = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines) + "\n"
    if path.suffix == ".gz":
        path.write_bytes(gzip.compress(text.encode()))
    else:
        path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("name", ["f.jsonl", "f.jsonl.gz", "f.json", "f.json.gz", "F.JSONL"])
def test_every_kind_of_json_file_is_read(tmp_path: Path, name: str) -> None:
    lines: list[object] = [json.dumps(ROWS)] if ".json" in name and "l" not in name[4:] else list(ROWS)
    table = read_labelled_errors(_lines(tmp_path / name, *lines), FIELDS)
    assert table.errors == (["Bad.", {"error": "x"}], "late")
    assert (table.labels, table.within, table.half_by) == (("a", "True"), ("1", "2"), ("m1", "m2"))
    assert table.skipped == ()


@pytest.mark.parametrize("start", ["", "\ufeff"], ids=["plain", "byte-order-mark"])
def test_csv_is_read(tmp_path: Path, start: str) -> None:
    path = _lines(
        tmp_path / "f.csv", start + "error,label", '"not, found",a', "late,b", "", "one", "nan text,NaN", "x,"
    )
    table = read_labelled_errors(path, Fields("error", "label"))
    assert (table.errors, table.labels, table.within) == (("not, found", "late"), ("a", "b"), ())
    assert table.skipped == (
        Skipped("'label' is empty", 1, 7),
        Skipped("'label' is not a name", 1, 6),
        Skipped("1 fields, but the first line names 2", 1, 5),
    )


def test_a_csv_row_that_is_not_utf8_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "f.csv").write_bytes("error,label\nlate é,a\n".encode() + b"lost \xff,b\nlost,b\n")
    table = read_labelled_errors(tmp_path / "f.csv", Fields("error", "label"))
    assert table.errors == ("late é", "lost")
    assert table.skipped == (Skipped("not UTF-8", 1, 3),)


def test_rows_that_cannot_be_used_are_counted_by_reason(tmp_path: Path) -> None:
    good = {"error": "e", "label": "a"}
    path = _lines(
        tmp_path / "f.jsonl",
        good, '{"error": "cut', '{"error": NaN, "label": "a"}', "[1]", {"label": "a"}, {"error": "e"},
        {"error": "", "label": "a"}, {"error": None, "label": "a"}, {"error": "e", "label": ["a"]},
        '{"error": 1e999, "label": "a"}', "", {"error": "e", "label": "nan"}, {**good, "label": "b"}, "[" * 100_000,
    )  # fmt: skip
    path.write_bytes(path.read_bytes() + b'{"error": "\xff", "label": "a"}\n')
    table = read_labelled_errors(path, Fields("error", "label"))
    assert table.labels == ("a", "b")
    told = {item.reason: (item.rows, item.first) for item in table.skipped}
    assert told.pop("'error' is empty") == (2, 7)
    assert told.pop("'label' is not a name") == (2, 9)
    assert told == {
        "'error' is not a finite number": (2, 3),
        "no field 'error'": (1, 5),
        "no field 'label'": (1, 6),
        "a list instead of an object with fields": (1, 4),
        "not JSON": (1, 2),
        "nested too deeply": (1, 14),
        "not UTF-8": (1, 15),
    }
    assert "1 rows left out: not UTF-8 (the first: row 15)" in skipped_text(table.skipped)


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("f.jsonl", "", "holds no rows"),
        ("f.csv", "", "there is no row"),
        ("f.json", "[]", "holds no rows"),
        ("f.json", "{}", "holds no list"),
        ("f.json", "[1", "not JSON"),
        ("f.jsonl", '{"msg": "e", "label": "a"}', "no row can be used; its fields are 'msg', 'label'"),
        ("f.jsonl", '{"error": "e", "label": "a"}\n{"error": "f", "label": "a"}', "every 'label' is 'a'"),
        ("f.jsonl.gz", "no gzip", "not a gzip file"),
        ("f.csv", 'error,label\n"open,a\n', "no row can be used"),
    ],
    ids=["empty", "empty-csv", "empty-list", "object", "cut", "no-field", "one-label", "gzip", "csv"],
)
def test_a_file_that_cannot_be_used_is_an_error_that_says_why(
    tmp_path: Path, name: str, text: str, message: str
) -> None:
    (tmp_path / name).write_text(text)
    with pytest.raises(AceError, match=message) as caught:
        read_labelled_errors(tmp_path / name, Fields("error", "label"))
    assert str(tmp_path / name) in str(caught.value)


def test_of_a_cut_off_gzip_file_the_rows_before_are_used_and_the_rest_is_told(tmp_path: Path) -> None:
    whole = gzip.compress("".join(f"{json.dumps({**ROWS[1], 'label': n})}\n" for n in range(50_000)).encode())
    (tmp_path / "f.jsonl.gz").write_bytes(whole[: len(whole) // 2])
    table = read_labelled_errors(tmp_path / "f.jsonl.gz", FIELDS)
    assert 1000 < len(table.labels) < 50_000
    assert table.skipped[0].reason == "the compressed data end too early or are damaged"


def test_no_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(AceError, match="No such file"):
        read_labelled_errors(tmp_path / "f.jsonl", FIELDS)


def test_rows_can_be_chosen(tmp_path: Path) -> None:
    table = read_labelled_errors(_lines(tmp_path / "f.jsonl", *ROWS), Fields("error", "label", "task"))
    chosen = table.rows([1])
    assert (chosen.errors, chosen.labels, chosen.within, chosen.half_by) == (("late",), ("True",), ("2",), ())
