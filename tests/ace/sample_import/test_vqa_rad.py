"""VQA-RAD's rows: yes and no are closed, types are put into words, what settles nothing is skipped."""

from pathlib import Path

import pytest

from ace.sample_import.row import SkippedRow
from ace.sample_import.vqa_rad import kinds_of, read_vqa_rad
from tests.ace.sample_import.data_sets import vqa_row, write_json


def test_an_open_and_a_closed_question(tmp_path: Path) -> None:
    rows = [vqa_row(1), vqa_row(2, answer="YES.", question_type="PRES", qid="2")]
    read = read_vqa_rad(write_json(tmp_path, rows))
    place, closed = read.rows
    assert (place.id, place.group, place.answer, place.choices) == ("vqa-rad.1", "film1.jpg", "Apex", ())
    assert (place.kind, place.organ, place.tags) == ("position", "chest", ("vqa-rad", "position", "open"))
    assert (place.url, place.linked) == ("https://example.org/case/1", "link-1")
    assert "question 1 on film1.jpg" in place.reference
    assert (closed.id, closed.answer, closed.choices) == ("vqa-rad.2", "Yes", ("Yes", "No"))


@pytest.mark.parametrize(
    ("types", "kinds"),
    [
        ("POS", ("position",)),
        ("PRES, ATTRIB", ("presence", "attribute")),
        ("ATRIB", ("attribute",)),
        ("PRSE", ("presence",)),
        ("Other", ("other",)),
        ("", ("other",)),
        ("SOMETHING", ("other",)),
    ],
    ids=["one", "two", "slip", "swapped", "case", "none", "unknown"],
)
def test_types_are_put_into_words(types: str, kinds: tuple[str, ...]) -> None:
    assert kinds_of(types) == kinds


def test_odd_rows_are_skipped_with_their_place(tmp_path: Path) -> None:
    rows = [
        "text",
        vqa_row(1, answer=""),
        vqa_row(2, answer="Not sure."),
        vqa_row(3, question=None),
        vqa_row(4, image_name=""),
        vqa_row(5, answer=["a"]),
        vqa_row(6, answer=12),
    ]
    read = read_vqa_rad(write_json(tmp_path, rows))
    assert [row.answer for row in read.rows] == ["12"]
    assert read.skipped == (
        SkippedRow("data.json:1", "not an object"),
        SkippedRow("data.json:2", "answer is empty"),
        SkippedRow("data.json:3", "the answer 'not sure' settles nothing"),
        SkippedRow("data.json:4", "question is empty"),
        SkippedRow("data.json:5", "image_name is empty"),
        SkippedRow("data.json:6", "answer is a list, not text"),
    )
