"""The tables of words."""

from ace.playbook.duplicates.marker_words import DRUGS, MARKERS, NEGATIONS, NUMBER_WORDS, PHRASES, UNITS


def test_words_of_one_kind_share_its_name_and_others_do_not() -> None:
    assert MARKERS["solely"] == MARKERS["only"] == "only" != MARKERS["also"]
    assert MARKERS["left"] != MARKERS["right"]
    assert UNITS["milligrams"] == "mg" != UNITS["mcg"]
    assert NUMBER_WORDS["fifteen"] == "15" != NUMBER_WORDS["five"]


def test_the_words_that_matter_most_are_there() -> None:
    assert {"not", "never", "no", "without", "avoid"} <= NEGATIONS
    assert {"always", "only", "also", "before", "after", "more", "less"} <= set(MARKERS)
    assert PHRASES[("at", "least")] != PHRASES[("at", "most")]
    assert {"aspirin", "heparin"} <= DRUGS
