import pytest
from pydantic import ValidationError

from runtime.contracts.json_types import JsonObject
from runtime.retrieval.importers.document import passages
from runtime.retrieval.importers.openstax import read_openstax

ROW: JsonObject = {
    "module": "m1",
    "title": "Bones ",
    "paragraphs": [
        {"section": "", "text": "Bones bear load."},
        {"section": "Growth > Plates", "text": "Plates add length."},
        {"section": "Growth > Plates", "text": "They close."},
    ],
}


def test_paragraphs_of_one_section_are_one_passage() -> None:
    found = [passage for _, passage in passages([read_openstax(ROW, "modules.jsonl", 1)])]
    assert [(passage.section, passage.text) for passage in found] == [
        ("", "Bones bear load."),
        ("Growth > Plates", "Plates add length.\n\nThey close."),
    ]
    assert all(passage.title == "Bones" for passage in found)
    assert all(passage.citation.startswith("m1.") for passage in found)


def test_offsets_count_in_the_paragraphs_joined_by_blank_lines() -> None:
    document = read_openstax(ROW, "modules.jsonl", 1)
    assert document.text == "Bones bear load.\n\nPlates add length.\n\nThey close."
    for _, passage in passages([document]):
        assert document.text[passage.start : passage.end] == passage.text


@pytest.mark.parametrize(
    "change", [{"module": ""}, {"paragraphs": []}, {"paragraphs": [{"section": "a"}]}, {"paragraphs": "text"}]
)
def test_a_row_of_another_shape_is_refused(change: JsonObject) -> None:
    with pytest.raises(ValidationError):
        read_openstax({**ROW, **change}, "modules.jsonl", 1)
