"""PubMedQA's entries: yes, no, maybe; the abstract's parts as findings, bounded."""

from pathlib import Path

import pytest

from ace.sample_import.pubmedqa import read_pubmedqa, shortened
from tests.ace.sample_import.data_sets import pubmed_entry, write_json


def test_an_entry_becomes_a_question_with_its_abstract(tmp_path: Path) -> None:
    (row,) = read_pubmedqa(write_json(tmp_path, {"123": pubmed_entry(final_decision="maybe")})).rows
    assert (row.id, row.group, row.answer, row.choices) == ("pubmedqa.123", "123", "Maybe", ("Yes", "No", "Maybe"))
    assert row.findings == ("Fifty people took part.", "It helped thirty.")
    assert (row.explanation, row.url) == ("It helped most.", "https://pubmed.ncbi.nlm.nih.gov/123/")
    assert row.modality == "TXT"


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"final_decision": "perhaps"}, "final_decision 'perhaps' is not yes, no or maybe"),
        ({"CONTEXTS": "text"}, "CONTEXTS is not a list of texts"),
        ({"CONTEXTS": [1]}, "CONTEXTS is not a list of texts"),
        ({"QUESTION": ""}, "QUESTION is empty"),
        ({"LONG_ANSWER": None}, "LONG_ANSWER is empty"),
    ],
    ids=["decision", "no list", "numbers", "no question", "no answer"],
)
def test_odd_entries_are_skipped(changes: dict[str, object], reason: str, tmp_path: Path) -> None:
    read = read_pubmedqa(write_json(tmp_path, {"1": pubmed_entry(**changes), "2": pubmed_entry()}))
    assert [row.id for row in read.rows] == ["pubmedqa.2"]
    assert [(row.place, row.reason) for row in read.skipped] == [("data.json:1", reason)]


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("One. Two.", "One. Two."),
        ("A first sentence here. A second sentence that goes on", "A first sentence here."),
        ("word " * 20, "word word word word word word word word ..."),
    ],
    ids=["fits", "sentence", "words"],
)
def test_texts_are_cut_after_a_sentence_or_a_word(text: str, short: str) -> None:
    assert shortened(text, 40) == short
    assert len(shortened(text, 40)) <= 44
