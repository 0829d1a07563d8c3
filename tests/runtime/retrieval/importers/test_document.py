from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.retrieval.importers.document import (
    Document,
    Unusable,
    clean_document,
    one_line,
    passages,
    whole,
)

LONG = "A sentence that fills a passage with some words. " * 40


def _document(text: str, doc_id: str = "doc", is_named: bool = False) -> Document:
    return Document(doc_id, "Title", text, whole(text), "a file", 1, is_named)


@given(st.text(max_size=3000))
def test_offsets_give_the_passages_text_back(text: str) -> None:
    clean = clean_document(text)
    for document, passage in passages([_document(clean)]):
        assert document.text[passage.start : passage.end] == passage.text


def test_citations_do_not_depend_on_the_order_of_documents_or_on_others() -> None:
    one, two = _document(LONG, "one"), _document("Another text.", "two")
    together = {passage.citation for _, passage in passages([one, two])}
    swapped = {passage.citation for _, passage in passages([two, one])}
    assert together == swapped
    assert {passage.citation for _, passage in passages([one])} < together


def test_a_named_short_document_is_cited_by_its_name_a_long_one_by_its_parts() -> None:
    assert [passage.citation for _, passage in passages([_document("Short.", "c-1", True)])] == ["c-1"]
    parts = [passage.citation for _, passage in passages([_document(LONG, "c-1", True)])]
    assert len(parts) == 2
    assert all(part.startswith("c-1.") for part in parts)


def test_the_version_is_of_the_whole_document() -> None:
    versions = {passage.version for _, passage in passages([_document(LONG)])}
    assert len(versions) == 1
    assert versions != {passage.version for _, passage in passages([_document(LONG + "more")])}


@pytest.mark.parametrize(
    ("text", "clean"),
    [("a\x00b", "a b"), ("a\x1b[31mb", "a [31mb"), ("a\ud800b", "a b"), ("a\nb\tc", "a\nb\tc")],
    ids=["nul", "escape", "surrogate", "layout"],
)
def test_what_cannot_be_shown_becomes_a_blank_of_the_same_length(text: str, clean: str) -> None:
    assert clean_document(text) == clean


def test_a_title_is_one_short_line() -> None:
    assert one_line("  A\n title\t\x00here ") == "A title here"
    assert len(one_line("x" * 500)) == 160


def test_what_is_unusable_says_where() -> None:
    assert str(Unusable(Path("a/b.jsonl"), 7, "is not JSON")) == "a/b.jsonl:7: is not JSON"
    assert str(Unusable(Path("a/b.pdf"), 0, "is not read")) == "a/b.pdf: is not read"
