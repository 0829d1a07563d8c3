import pytest
from pydantic import ValidationError

from runtime.contracts.json_types import JsonObject
from runtime.retrieval.importers.document import passages
from runtime.retrieval.importers.medquad import read_medquad

ROW: JsonObject = {
    "src": "9_CDC_QA",
    "url": "https://example.org/flu",
    "focus": "Flu (Influenza)",
    "qtype": "prevention",
    "q": "How to prevent Flu?",
    "a": "A yearly vaccine helps.",
}


def test_the_answer_is_the_passage_under_its_subject() -> None:
    ((_, passage),) = passages([read_medquad(ROW, "m.jsonl", 1)])
    assert (passage.title, passage.section, passage.text) == ("Flu (Influenza)", "prevention", ROW["a"])
    assert passage.source == "9_CDC_QA https://example.org/flu"
    assert passage.citation.startswith("flu-influenza.prevention.")


def test_the_question_is_not_searched() -> None:
    ((_, passage),) = passages([read_medquad({**ROW, "q": "Zebra?"}, "m.jsonl", 1)])
    assert "zebra" not in f"{passage.searched_text} {passage.embedded_text}".lower()


@pytest.mark.parametrize("name", ["q", "a"])
def test_a_row_without_question_or_answer_is_refused(name: str) -> None:
    with pytest.raises(ValidationError):
        read_medquad({**ROW, name: ""}, "m.jsonl", 1)


def test_a_row_without_subject_still_has_an_id() -> None:
    ((_, passage),) = passages([read_medquad({"q": "Why?", "a": "Because."}, "m.jsonl", 1)])
    assert (passage.title, passage.source) == ("", "m.jsonl")
    assert passage.citation.startswith("text.text.")
