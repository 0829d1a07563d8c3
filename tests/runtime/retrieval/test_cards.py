from pathlib import Path

import pytest

from runtime.contracts.errors import SampleError
from runtime.retrieval.cards import Card, CardSource, card_passage, read_card_file
from tests.runtime.retrieval.building import CARD, KNOWLEDGE

GOOD = CARD.format(id="ct.a", title="Water", text="Water is zero on the Hounsfield scale.")


def test_the_projects_own_cards_are_readable_and_cite_something() -> None:
    cards = [card for path in KNOWLEDGE.glob("*.yaml") for card in read_card_file(path)]
    assert len(cards) >= 100
    assert all(card.source.reference for card in cards)


def test_a_card_becomes_a_whole_passage_cited_by_its_id() -> None:
    source = CardSource(reference="A book", url="https://example.org/book")
    card = Card(id="ct.a", title="Water", text="Water is zero on the scale.", tags=("ct",), source=source)
    passage = card_passage(card)
    assert (passage.citation, passage.title, passage.text, passage.tags) == ("ct.a", "Water", card.text, ("ct",))
    assert passage.source == "A book https://example.org/book"
    assert (passage.section, passage.start, passage.end) == ("", 0, 0)
    changed = card.model_copy(update={"text": "Water is zero by definition."})
    assert card_passage(changed).version != passage.version


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("schema: 1\ncards: []\n", r"a\.yaml: cards: "),
        ("schema: 2\ncards:\n" + GOOD, r"a\.yaml: schema: "),
        ("schema: 1\ncards:\n" + GOOD.replace("ct.a", "CT a"), r"a\.yaml: cards\.0\.id: "),
        ("schema: 1\ncards:\n" + GOOD + "    color: red\n", r"cards\.0\.color: "),
        ("schema: 1\ncards: *all\n", r"a\.yaml:2:"),
        ("schema: 1\nschema: 1\n", r"a\.yaml:2:.*twice"),
    ],
    ids=["no-cards", "schema", "id", "unknown-field", "alias", "duplicate-key"],
)
def test_a_wrong_file_is_refused_with_its_place(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "a.yaml").write_text(text)
    with pytest.raises(SampleError, match=said):
        read_card_file(tmp_path / "a.yaml")


def test_what_cannot_be_opened_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").mkdir()
    with pytest.raises(SampleError, match=r"a\.yaml: cannot be read"):
        read_card_file(tmp_path / "a.yaml")
