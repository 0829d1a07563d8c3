"""SLAKE's rows: English only, and which questions for knowledge can be asked without the image."""

from pathlib import Path

import pytest

from ace.sample_import.slake import needs_image, read_slake
from tests.ace.sample_import.data_sets import slake_row, write_json


def test_a_question_for_knowledge_keeps_the_relation_it_asks_about(tmp_path: Path) -> None:
    seen = slake_row(2, base_type="vqa", content_type="Color", triple=["vhead", "_", "_"])
    known, colour = read_slake(write_json(tmp_path, [slake_row(1), seen])).rows
    assert (known.id, known.kind, known.tags) == ("slake.1", "knowledge belong-to", ("slake", "knowledge", "open"))
    assert (known.modality, known.organ, known.image) == ("XR", "chest lung", "xmlab1/source.jpg")
    assert (colour.kind, colour.tags) == ("colour", ("slake", "colour", "open"))


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"q_lang": "zh", "question": "哪个器官?"}, "the question is not in English (zh)"),
        ({"q_lang": None, "question": "哪个器官?"}, "the question is not in English (unknown)"),
        ({"answer": ""}, "answer is empty"),
        ({"img_name": None}, "img_name is empty"),
    ],
    ids=["chinese", "no language", "no answer", "no image"],
)
def test_other_rows_are_skipped(changes: dict[str, object], reason: str, tmp_path: Path) -> None:
    read = read_slake(write_json(tmp_path, [slake_row(1, **changes)]))
    assert [row.reason for row in read.skipped] == [reason]


@pytest.mark.parametrize(
    ("question", "needs"),
    [
        ("Which organ is part of the respiratory system in this image?", False),
        ("What is the function of the main organ in this picture?", False),
        ("What is the function of the leftmost organ?", True),
        ("How to treat the disease in this image?", True),
        ("What can the organ with black color be used for?", True),
        ("Does the picture contain the organ that digests food?", True),
    ],
)
def test_what_only_the_image_shows_needs_it(question: str, needs: bool, tmp_path: Path) -> None:
    (row,) = read_slake(write_json(tmp_path, [slake_row(1, question=question)])).rows
    assert needs_image(row) is needs


def test_a_question_about_what_is_seen_always_needs_it(tmp_path: Path) -> None:
    (row,) = read_slake(write_json(tmp_path, [slake_row(1, base_type="vqa", content_type="Modality")])).rows
    assert needs_image(row)
