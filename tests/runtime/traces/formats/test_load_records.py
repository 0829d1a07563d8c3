"""Files as records, and every kind of damage named one at a time."""

import gzip
import json
import os
import zipfile
from pathlib import Path

import pytest

from runtime.traces.formats.sound_json import MAX_TEXT
from tests.runtime.traces.formats.reading import HELLO, HELLO_LINE, loaded, written


@pytest.mark.parametrize(
    "data",
    [
        f"{HELLO_LINE}\n{HELLO_LINE}\n",
        json.dumps([HELLO, HELLO], indent=2),
        json.dumps([HELLO, HELLO]),
        f"{json.dumps(HELLO['messages'])}\n{json.dumps(HELLO['messages'])}\n",
        json.dumps([HELLO["messages"], HELLO["messages"]], indent=1),
        f"{json.dumps(HELLO, indent=1)}\n{json.dumps(HELLO, indent=1)}\n",
    ],
    ids=["lines", "list", "list-on-a-line", "lists-of-messages", "list-of-lists", "documents"],
)
@pytest.mark.parametrize("packed", [False, True], ids=["plain", "gzip"])
def test_two_records_however_they_are_laid_out(tmp_path: Path, data: str, packed: bool) -> None:
    raw = data.encode()
    found, problems = loaded(written(tmp_path, gzip.compress(raw) if packed else raw))
    assert [record.value for record in found] == [HELLO, HELLO]
    assert found[0].line == 1 < found[1].line
    assert problems == []


@pytest.mark.parametrize("indent", [None, 1])
def test_a_file_that_is_one_list_of_messages_is_one_record(tmp_path: Path, indent: int | None) -> None:
    found, problems = loaded(written(tmp_path, json.dumps(HELLO["messages"], indent=indent)))
    assert [(record.value, record.line) for record in found] == [(HELLO, 1)]
    assert problems == []


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (HELLO_LINE[:50].encode(), "truncated: the JSON text ends in the middle, after 50 characters"),
        (b'{"a": "\xc3("}', "not UTF-8: byte 0xc3 at byte 8"),
        (b"[" * 5000 + b"]" * 5000, "nested more than 200 levels deep"),
        (b"[]", "an empty list"),
        (b"17", "a JSON number instead of an object"),
        (b'"text"', "a JSON string instead of an object"),
        (b"null", "a JSON null instead of an object"),
        (b"true", "a JSON true or false instead of an object"),
        (b'[{"a": 1}, 2]', "element 2 of the list is a JSON number instead of an object"),
        (b"\0\0\0", "not JSON: Expecting value at character 1"),
    ],
    ids=["truncated", "utf8", "nested", "no-elements", "number", "text", "null", "true", "element", "zeros"],
)
def test_a_bad_line_is_named_and_the_others_are_read(tmp_path: Path, line: bytes, reason: str) -> None:
    good = HELLO_LINE.encode()
    path = written(tmp_path, b"\n".join([good, line, good]))
    found, problems = loaded(path)
    assert [record.value for record in found if "messages" in record.value] == [HELLO, HELLO]
    assert found[-1].line == 3
    assert [(one.file, one.line, one.what, one.reason) for one in problems] == [(str(path), 2, "record", reason)]


def test_a_value_json_cannot_hold_is_told_and_its_record_kept(tmp_path: Path) -> None:
    found, problems = loaded(written(tmp_path, f'{HELLO_LINE}\n{{"reward": NaN, "said": "\\ud83d"}}\n'))
    assert found[1].value == {"reward": "nan", "said": "\\ud83d"}
    assert [(one.line, one.what) for one in problems] == [(2, "value"), (2, "value")]
    assert {one.reason.split(":")[0] for one in problems} == {"reward", "said"}


def test_a_huge_text_is_cut_and_told(tmp_path: Path) -> None:
    huge = json.dumps({"messages": [{"role": "user", "content": "x" * (3 * MAX_TEXT)}]})
    found, problems = loaded(written(tmp_path, f"{HELLO_LINE}\n{huge}\n{HELLO_LINE}\n"))
    assert len(found) == 3
    assert len(json.dumps(found[1].value)) < MAX_TEXT + 200
    assert [(one.line, one.what) for one in problems] == [(2, "value")]
    assert f"messages[0].content: {3 * MAX_TEXT} characters" in problems[0].reason


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "empty file"),
        (b" \n" * 300, "empty file"),
        (b"[]", "an empty list"),
        (b"[ \n ]\n", "an empty list"),
        (b"name,said\n", "no JSON: begins with"),
        (b"3\n4\n", "neither a JSON object nor a list: begins with '3"),
        (HELLO_LINE.encode("utf-16"), "UTF-16 text; save it as UTF-8"),
        (HELLO_LINE.encode("utf-16-le"), "UTF-16 text; save it as UTF-8"),
        (HELLO_LINE.encode("utf-16-be"), "UTF-16 text; save it as UTF-8"),
        (HELLO_LINE.encode("utf-32"), "UTF-32 text; save it as UTF-8"),
        (gzip.compress(gzip.compress(b"{}")), "is packed with gzip twice"),
        (gzip.compress(b"{}" * 5000)[:12], "cannot be read beyond this"),
        (b"\x1f\x8b\x08\x00garbage!garbage!", "cannot be read beyond this"),
        (b"PK\x03\x04 not a zip", "is no zip that can be read"),
    ],
    ids=[
        "empty",
        "blank",
        "empty-list",
        "empty-list-on-lines",
        "csv",
        "numbers",
        "utf16",
        "utf16-without-mark",
        "utf16-big-without-mark",
        "utf32",
        "gzip-twice",
        "gzip-cut-off",
        "gzip-broken",
        "zip-broken",
    ],
)
def test_a_file_without_records_is_one_problem(tmp_path: Path, data: bytes, reason: str) -> None:
    found, problems = loaded(written(tmp_path, data))
    assert found == []
    assert len(problems) == 1
    assert reason in problems[0].reason


def test_a_gzip_file_is_read_up_to_where_it_was_cut_off(tmp_path: Path) -> None:
    lines = "".join(json.dumps({**HELLO, "id": os.urandom(20).hex()}) + "\n" for _ in range(2000))
    found, problems = loaded(written(tmp_path, gzip.compress(lines.encode())[:40_000]))
    assert 100 < len(found) < 2000
    assert problems[-1].line == found[-1].line
    assert "cannot be read beyond this" in problems[-1].reason


@pytest.mark.parametrize(
    ("packed", "reason"),
    [
        (gzip.compress(HELLO_LINE.encode()) + b"garbage", "something that is not gzip follows"),
        (gzip.compress(HELLO_LINE.encode())[:-8], "the gzip data end in the middle"),
    ],
    ids=["something-behind", "no-checksum"],
)
def test_what_can_be_had_of_a_damaged_gzip_file_is_read(tmp_path: Path, packed: bytes, reason: str) -> None:
    found, problems = loaded(written(tmp_path, packed))
    assert [record.value for record in found] == [HELLO]
    assert [reason in problem.reason for problem in problems] == [True]


def test_a_key_given_twice_is_told_and_its_last_value_kept(tmp_path: Path) -> None:
    found, problems = loaded(written(tmp_path, '{"id": "a", "messages": [], "id": "b"}'))
    assert [record.value for record in found] == [{"id": "b", "messages": []}]
    assert [problem.reason for problem in problems] == [
        "'id': given more than once in one object; the last value counts"
    ]


def test_an_inspect_zip_goes_to_its_reader(tmp_path: Path) -> None:
    path = tmp_path / "log.eval"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("header.json", json.dumps({"status": "success", "eval": {"task": "desk", "model": "m"}}))
        archive.writestr("samples/1_epoch_1.json", json.dumps({"id": 1, "epoch": 1, "messages": []}))
    found, problems = loaded(path)
    assert [record.value["samples"] for record in found] == [[{"id": 1, "epoch": 1, "messages": []}]]
    assert problems == []


@pytest.mark.parametrize(
    ("name", "reason"),
    [("absent.json", "no such file"), (".", "is a folder; name the files in it"), ("nul\0.json", "null byte")],
)
def test_what_is_no_file_is_one_problem(tmp_path: Path, name: str, reason: str) -> None:
    found, problems = loaded(tmp_path / name)
    assert found == []
    assert [one.line for one in problems] == [0]
    assert reason in problems[0].reason


def test_a_device_is_not_read() -> None:
    found, problems = loaded(Path("/dev/zero"))
    assert found == []
    assert problems[0].reason == "is a device, not a file"


def test_bad_elements_of_a_list_spoil_no_other(tmp_path: Path) -> None:
    found, problems = loaded(written(tmp_path, f"[{HELLO_LINE},\n{{broken}},\n{HELLO_LINE}, 5]"))
    assert [record.line for record in found] == [1, 3]
    assert [(one.line, one.reason.split(":")[0]) for one in problems] == [
        (2, "not JSON"),
        (4, "a JSON number instead of an object"),
    ]
