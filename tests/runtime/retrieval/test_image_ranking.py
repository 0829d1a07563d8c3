from typing import NamedTuple

import pytest

from runtime.retrieval.image_ranking import ImageRanking
from runtime.retrieval.passage import Passage


class Near(NamedTuple):
    """A labelled image."""

    modality: str
    organ: str
    similarity: float


def _card(citation: str, title: str, *tags: str) -> Passage:
    return Passage(citation, title, "A text that is not looked at: ct liver fundus.", tags)


CARDS = (
    _card("a", "The liver on CT", "ct", "liver"),
    _card("b", "Brain MR", "mr", "head"),
    _card("c", "Windows", "ct", "window"),
    _card("d", "Lymph node", "ultrasound", "lymph-node"),
    _card("e", "Node of Ranvier", "histology"),
)


def _ranked(*near: Near) -> list[tuple[str, int]]:
    found = ImageRanking(CARDS).rank(near)
    return [(CARDS[row].citation, place) for row, place in zip(found.rows, found.places, strict=True)]


def test_a_card_that_names_both_comes_before_one_that_names_the_modality() -> None:
    assert _ranked(Near("CT", "liver", 0.9)) == [("a", 1), ("c", 2)]


def test_cards_that_tie_share_the_last_place() -> None:
    assert _ranked(Near("CT", "unknown", 0.9)) == [("a", 2), ("c", 2)]


def test_similarities_add_up() -> None:
    assert _ranked(Near("MR", "head", 0.8), Near("CT", "pancreas", 0.9), Near("CT", "pancreas", 0.9)) == [
        ("a", 2), ("c", 2), ("b", 3),
    ]  # fmt: skip


def test_an_organ_of_two_words_needs_both() -> None:
    assert _ranked(Near("", "lymph node", 0.9)) == [("d", 1)]


@pytest.mark.parametrize(
    ("modality", "citation"), [("US", "d"), ("us", "d"), ("HI", "e"), ("MR", "b")], ids=["US", "us", "HI", "MR"]
)
def test_codes_are_known_by_what_cards_call_them(modality: str, citation: str) -> None:
    assert _ranked(Near(modality, "", 0.9)) == [(citation, 1)]


@pytest.mark.parametrize(
    "near",
    [(), (Near("CT", "liver", 0.5),), (Near("SEG", "phantom", 0.9),), (Near("", "", 0.9),)],
    ids=["none", "unlike", "unknown-labels", "no-labels"],
)
def test_what_says_nothing_ranks_nothing(near: tuple[Near, ...]) -> None:
    assert _ranked(*near) == []
