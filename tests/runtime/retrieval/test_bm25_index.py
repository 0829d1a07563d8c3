from pathlib import Path

import pytest

from runtime.retrieval.bm25_index import Bm25Index, IndexEmptyError
from runtime.retrieval.cards import Card, CardSource, load_cards

SOURCE = CardSource(reference="A book", url="https://example.org/book")


def _card(card_id: str, title: str, text: str, *tags: str) -> Card:
    return Card(id=card_id, title=title, text=text, tags=tags, source=SOURCE)


CARDS = (
    _card("ct.water", "Water", "Water is zero Hounsfield units by definition.", "ct"),
    _card("ct.fat", "Fat", "Fat is about minus one hundred Hounsfield units.", "ct"),
    _card("us.shadow", "Shadow", "A stone reflects sound and leaves a dark band behind.", "ultrasound"),
)


@pytest.mark.parametrize(
    ("query", "citations"),
    [
        ("water", ["ct.water"]),
        ("How many Hounsfield units is fat?", ["ct.fat", "ct.water"]),
        ("STONES", ["us.shadow"]),
        ("ultrasound", ["us.shadow"]),
        ("zebra", []),
        ("the", []),
        ("", []),
        ("水", []),
    ],
    ids=["word", "sentence", "plural-and-case", "tag", "no-match", "stop-word", "empty", "other-script"],
)
def test_the_best_cards_come_first_and_the_others_not_at_all(query: str, citations: list[str]) -> None:
    hits = Bm25Index.build(CARDS).search(query, 5)
    assert [hit.citation for hit in hits] == citations
    assert all(hit.score > 0 for hit in hits)
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)


def test_a_hit_carries_the_whole_card() -> None:
    (hit,) = Bm25Index.build(CARDS).search("water", 1)
    assert (hit.title, hit.text) == ("Water", CARDS[0].text)
    assert hit.source == "A book https://example.org/book"


def test_equal_scores_are_ordered_by_id_whatever_the_order_of_cards() -> None:
    same = [_card(f"x.{name}", "Same words", "Exactly the same words here.") for name in ("c", "a", "b")]
    for cards in (same, same[::-1]):
        assert [hit.citation for hit in Bm25Index.build(cards).search("same words", 2)] == ["x.a", "x.b"]


def test_fewer_than_k_come_back_when_fewer_match() -> None:
    assert len(Bm25Index.build(CARDS).search("hounsfield", 1)) == 1
    assert len(Bm25Index.build(CARDS).search("hounsfield", 9)) == 2


def test_the_contract_is_the_corpus_not_its_order() -> None:
    contract = Bm25Index.build(CARDS).contract
    assert contract == Bm25Index.build(CARDS[::-1]).contract
    assert (contract["k1"], contract["b"], contract["n"]) == (1.5, 0.75, 3)
    assert contract["corpus_sha256"] != Bm25Index.build(CARDS[:2]).contract["corpus_sha256"]


@pytest.mark.parametrize("cards", [(), (_card("a.b", "的的的", "的" * 30),)], ids=["none", "no-words"])
def test_nothing_to_index_is_an_error(cards: tuple[Card, ...]) -> None:
    with pytest.raises(IndexEmptyError, match="add cards"):
        Bm25Index.build(cards)


def test_two_cards_with_one_id_are_refused() -> None:
    with pytest.raises(ValueError, match="share an id"):
        Bm25Index.build((CARDS[0], CARDS[0]))


def test_k_below_one_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one"):
        Bm25Index.build(CARDS).search("water", 0)


def test_building_and_searching_write_nothing_to_the_terminal(capfd: pytest.CaptureFixture[str]) -> None:
    Bm25Index.build(CARDS).search("water", 3)
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("query", "citation"),
    [
        ("window width and level of a CT", "ct.window-width-level"),
        ("Hounsfield units of water and fat", "ct.hounsfield-units"),
        ("aliasing in Doppler ultrasound", "us.doppler-aliasing"),
    ],
)
def test_the_projects_cards_answer_plain_questions(query: str, citation: str) -> None:
    index = Bm25Index.build(load_cards(Path(__file__).parents[3] / "samples" / "knowledge"))
    assert index.search(query, 3)[0].citation == citation
