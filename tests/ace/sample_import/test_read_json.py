"""JSON of data sets: read by rows, refused with what to do."""

from collections.abc import Callable
from pathlib import Path

import pytest

from ace.errors import AceError
from ace.sample_import.read_json import Pairs, data_files, read_entries, read_list


def test_rows_are_counted_from_one_with_their_file(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text('[{"q": 1}, 7]')
    assert list(read_list(tmp_path / "a.json")) == [("a.json:1", Pairs([("q", 1)])), ("a.json:2", 7)]


def test_a_key_that_stands_twice_is_seen_twice(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text('{"7": {"q": "a", "n": {"x": 1}}, "7": {"q": "b"}, "8": 1}')
    entries = list(read_entries(tmp_path / "a.json"))
    assert [(place, key) for place, key, _ in entries] == [("a.json:1", "7"), ("a.json:2", "7"), ("a.json:3", "8")]
    assert entries[0][2] == Pairs([("q", "a"), ("n", Pairs([("x", 1)]))])


def test_files_are_those_of_the_folder_or_the_file_itself(tmp_path: Path) -> None:
    for name in ("b.json", "a.json", "notes.txt"):
        (tmp_path / name).write_text("[]")
    assert [path.name for path in data_files(tmp_path)] == ["a.json", "b.json"]
    assert data_files(tmp_path / "b.json") == [tmp_path / "b.json"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{}", "holds no list"),
        ('{"a": 1}', "holds no list"),
        ("[1", "not JSON"),
        ("", "not JSON"),
        ("[" * 200_000, "nested too deeply|not JSON"),
        ('["' + "\udcff", "not JSON"),
    ],
    ids=["object", "object with a key", "cut off", "empty", "deep", "not utf-8"],
)
def test_what_is_no_list_is_refused_with_its_name(text: str, says: str, tmp_path: Path) -> None:
    (tmp_path / "a.json").write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(AceError, match=says) as caught:
        list(read_list(tmp_path / "a.json"))
    assert "a.json" in str(caught.value)


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda folder: data_files(folder / "gone"), "no such folder"),
        (data_files, r"no \*\.json"),
        (lambda folder: list(read_list(folder / "gone.json")), "cannot be read"),
        (lambda folder: data_files(folder / ("x" * 5000)), "cannot be looked into .File name too long"),
    ],
    ids=["no folder", "empty folder", "no file", "long name"],
)
def test_nothing_to_read_says_what_to_name(call: Callable[[Path], object], says: str, tmp_path: Path) -> None:
    with pytest.raises(AceError, match=says):
        call(tmp_path)


def test_a_list_is_no_object_by_id(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text("[]")
    with pytest.raises(AceError, match="holds no object"):
        list(read_entries(tmp_path / "a.json"))
