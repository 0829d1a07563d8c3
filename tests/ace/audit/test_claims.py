"""A claim is a sentence that states something; questions and bare words are none."""

import pytest

from ace.audit.claims import Claim, claims_of, sentences, strings
from tests.ace.audit.recording import answered


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("It is B: the lung. The heart is large.", ["It is B: the lung.", "The heart is large."]),
        ("It measures 3.3 cm; the wall is thin.", ["It measures 3.3 cm", "the wall is thin."]),
        ("One line\nand another", ["One line", "and another"]),
        ("As in E. coli it grows.", ["As in E. coli it grows."]),
        ("", []),
    ],
    ids=["sentences", "clause-and-decimal", "lines", "initial", "nothing"],
)
def test_sentences(text: str, parts: list[str]) -> None:
    assert sentences(text) == parts


def test_the_answers_sentences_carry_its_citations_and_their_own_where_they_have_some() -> None:
    episode = answered("Fluid climbs the wall. The angle is blunted [call-1].", ["card-meniscus"], ["card-none"])
    assert claims_of(episode)[:2] == (
        Claim("answer", 3, "answer", "Fluid climbs the wall.", ("card-meniscus", "card-none")),
        Claim("answer", 3, "answer", "The angle is blunted [call-1].", ("call-1",), is_own=True),
    )


def test_what_is_taught_is_a_claim_but_a_question_is_not() -> None:
    taught = [claim for claim in claims_of(answered("", [])) if claim.source == "teaching"]
    assert taught == [Claim("teaching", 2, "HINT", "The meniscus climbs the chest wall.")]


def test_an_answer_that_gives_none_makes_no_claim() -> None:
    episode = answered("Nothing supports it at all.", [], status="insufficient_evidence")
    assert [claim.source for claim in claims_of(episode)] == ["teaching"]


def test_strings_of_what_is_no_list_are_none() -> None:
    assert (strings(["a", 1]), strings("a"), strings(None)) == (("a", "1"), (), ())
