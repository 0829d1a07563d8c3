from pathlib import Path

import pytest

from ace.calls.edit import edited_arguments
from ace.errors import AceError

ASKED = {"query": "water", "k": 3}


@pytest.mark.parametrize(
    ("edits", "expected"),
    [
        (["k=5"], {"query": "water", "k": 5}),
        (["query=lung base"], {"query": "lung base", "k": 3}),
        (['query="7"'], {"query": "7", "k": 3}),
        (["box=[0, 0.5, 1, 1]", "k=1"], {"query": "water", "k": 1, "box": [0, 0.5, 1, 1]}),
        (["query=a=b"], {"query": "a=b", "k": 3}),
        (["query="], {"query": "", "k": 3}),
    ],
)
def test_single_arguments_are_changed(edits: list[str], expected: dict[str, object]) -> None:
    assert edited_arguments(ASKED, None, edits) == expected
    assert ASKED == {"query": "water", "k": 3}


def test_a_file_takes_the_place_of_what_was_asked(tmp_path: Path) -> None:
    path = tmp_path / "arguments.json"
    path.write_text('{"query": "air"}', encoding="utf-8")
    assert edited_arguments(ASKED, path, ()) == {"query": "air"}
    assert edited_arguments(ASKED, path, ["k=1"]) == {"query": "air", "k": 1}


def test_a_file_without_end_is_not_read_to_its_end() -> None:
    with pytest.raises(AceError, match="/dev/zero: more than 1048576 bytes"):
        edited_arguments(ASKED, Path("/dev/zero"), ())


@pytest.mark.parametrize("edit", ["k", "=3", ""])
def test_an_edit_without_a_key_is_refused(edit: str) -> None:
    with pytest.raises(AceError, match="write key=value"):
        edited_arguments(ASKED, None, [edit])


@pytest.mark.parametrize(("text", "says"), [("[1]", "a JSON list; write an object"), ("{", "not a JSON object")])
def test_a_file_that_holds_no_object_is_refused(tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "arguments.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(AceError, match=says):
        edited_arguments(ASKED, path, ())
