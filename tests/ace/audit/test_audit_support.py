"""Support is shared words, every number, and the same negation."""

import pytest

from ace.audit.evidence import Evidence
from ace.audit.support import is_negated, measure

TEXT = "Pleural effusion. Fluid climbs the wall of the chest. No air bronchogram is seen. It is 4.0 cm high at -40 HU."
PASSAGE = Evidence("card", 0, "retrieve", TEXT)


@pytest.mark.parametrize(
    ("claim", "enough"),
    [
        ("Fluid climbs the chest wall.", True),
        ("The fluid is climbing up the chest's wall", True),
        ("It is 4 cm high.", True),
        ("It is 14 cm high.", False),
        ("The fluid measures \u221240 HU in the chest.", True),
        ("The fluid measures 40 HU in the chest.", False),
        ("Fluid does not climb the chest wall.", False),
        ("No air bronchogram is seen.", True),
        ("An air bronchogram is seen.", False),
        ("A rib is broken.", False),
        ("Fluid fills a lobe in the chest.", False),
    ],
    ids=[
        "same words",
        "inflected",
        "number",
        "other number",
        "minus sign",
        "no minus",
        "negated",
        "both negated",
        "negation lost",
        "elsewhere",
        "two words of four",
    ],
)
def test_support(claim: str, enough: bool) -> None:
    assert measure(claim, PASSAGE).is_enough is enough


def test_what_is_wrong_is_told_apart() -> None:
    other = measure("It is 14 cm high, 1,200 ml of fluid.", PASSAGE)
    assert other.missing_numbers == ("14", "1,200")
    assert not other.is_negation_apart
    assert measure("Fluid does not climb the chest wall.", PASSAGE).is_negation_apart
    quoted = measure("Fluid climbs the chest wall.", PASSAGE)
    assert (quoted.shared, quoted.words, quoted.quote) == (4, 4, "Fluid climbs the wall of the chest.")


def test_without_a_shared_word_nothing_is_quoted() -> None:
    support = measure("A rib is broken.", PASSAGE)
    assert (support.share, support.quote, support.is_negation_apart) == (0.0, "", False)


def test_an_options_letter_is_no_word_of_the_claim() -> None:
    assert measure("It is B: fluid.", PASSAGE).share == 1.0


@pytest.mark.parametrize(
    ("text", "negated"),
    [("It isn't there", True), ("without fluid", True), ("a notable knot", False), ("cannot be seen", True)],
    ids=["isn't", "without", "not inside a word", "cannot"],
)
def test_negation(text: str, negated: bool) -> None:
    assert is_negated(text) is negated
