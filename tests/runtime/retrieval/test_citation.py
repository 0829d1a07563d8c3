import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.retrieval.citation import document_id, passage_id, slug


@pytest.mark.parametrize("name", ["m45981", "ct.water", "PMID:123", "a_b-c"])
def test_a_plain_name_stays(name: str) -> None:
    assert document_id(name) == name


@given(st.text(min_size=1, max_size=200))
def test_any_name_gives_an_id_that_is_safe_to_print(name: str) -> None:
    assert re.fullmatch(r"[A-Za-z0-9]+(?:[._:-][A-Za-z0-9]+)*", document_id(name))
    assert len(document_id(name)) <= 80


@pytest.mark.parametrize(
    ("one", "other"), [("a b", "a-b"), ("肝", "脾"), ("x" * 90, "x" * 91)], ids=["blank", "script", "long"]
)
def test_names_that_differ_have_ids_that_differ(one: str, other: str) -> None:
    assert document_id(one) != document_id(other)


def test_a_passage_is_named_by_what_it_says_and_where() -> None:
    first = passage_id("m1", "Growth", "Cells divide.")
    assert first == passage_id("m1", "Growth", "Cells divide.")
    assert first.startswith("m1.")
    assert len({first, passage_id("m1", "", "Cells divide."), passage_id("m1", "Growth", "Cells rest.")}) == 3


@pytest.mark.parametrize(
    ("text", "made"),
    [("Crohn's Disease", "crohn-s-disease"), ("  Œdème  ", "deme"), ("]] [x", "x"), ("肝臓", "text"), ("", "text")],
)
def test_a_slug_is_letters_and_digits(text: str, made: str) -> None:
    assert slug(text) == made
