"""What is read of a text, word by word."""

import pytest

from ace.playbook.duplicates.marker_words import MARKERS, NEGATIONS, UNITS
from ace.playbook.duplicates.meaning_marks import content_words, read_marks, read_text


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("Give 15 mg/kg.", ("15", "mg", "kg")),
        ("Give 15mg per kg", ("15", "mg", "per kg")),
        ("fifteen milligrams", ("15", "mg")),
        ("1,000 mL", ("1000", "ml")),
        ("1.000 ml", ("1.000", "ml")),
        ("-5 °C", ("-5", "°c")),
        ("over 38.5 % of > 3 h", ("38.5", "percent", ">", "3", "h")),
        ("a second look", ()),
    ],
)
def test_numbers_with_their_units(text: str, numbers: tuple[str, ...]) -> None:
    assert read_marks(text).numbers == numbers


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Call `Web Browser` on ECG", ("web browser", "ecg")),
        ("Use show_liked_songs in Spotify", ("show_liked_songs", "spotify")),
        ("Give paracetamol, not warfarin", ("paracetamol", "warfarin")),
        ("Ask. Then look", ()),
        ("SHOW THE ECG AGAIN", ()),
    ],
)
def test_names(text: str, names: tuple[str, ...]) -> None:
    assert read_marks(text).names == names


def test_negation_is_bound_to_what_it_negates() -> None:
    assert read_marks("Do not give heparin, ask.").negation == (("not", "give", "heparin"),)
    assert read_marks("Never give heparin").negation == read_marks("You must not give the heparin!").negation


def test_the_order_of_two_things_is_kept() -> None:
    assert read_marks("Ask before looking").order == (("ask", "before", "look"),)
    assert read_marks("Look before asking").order != read_marks("Ask before looking").order


def test_words_are_compared_by_their_stem() -> None:
    assert content_words("The findings of a study") == ("find", "study")
    assert content_words("finding studies") == ("find", "study")


def test_a_text_is_read_once_for_both() -> None:
    text = "Never give 15 mg of `x` before the ECG"
    assert read_text(text) == (read_marks(text), content_words(text))


def test_no_negation_is_a_unit_too() -> None:
    assert not NEGATIONS & set(UNITS)
    assert all(word == word.lower() for word in [*MARKERS, *UNITS, *NEGATIONS])
