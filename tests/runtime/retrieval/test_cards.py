from pathlib import Path

import pytest

from runtime.contracts.errors import SampleError
from runtime.retrieval.cards import load_cards

CARD = """\
  - id: {id}
    title: Water
    text: Water is zero on the Hounsfield scale by definition.
    tags: [ct]
    source:
      reference: A book about physics
"""


def _write(folder: Path, name: str, *ids: str) -> Path:
    path = folder / name
    path.write_text("schema: 1\ncards:\n" + "".join(CARD.format(id=card_id) for card_id in ids))
    return path


def test_the_projects_own_cards_are_readable_and_cite_something() -> None:
    cards = load_cards(Path(__file__).parents[3] / "samples" / "knowledge")
    assert len(cards) >= 40
    assert all(card.source.reference for card in cards)


def test_cards_of_all_files_come_sorted_by_id(tmp_path: Path) -> None:
    _write(tmp_path, "b.yaml", "ct.b", "ct.a")
    _write(tmp_path, "a.yaml", "ct.c")
    (tmp_path / "README.md").write_text("not a card")
    assert [card.id for card in load_cards(tmp_path)] == ["ct.a", "ct.b", "ct.c"]


def test_an_empty_folder_has_no_cards(tmp_path: Path) -> None:
    assert load_cards(tmp_path) == ()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("schema: 1\ncards: []\n", r"a\.yaml: cards: "),
        ("schema: 2\ncards:\n" + CARD.format(id="ct.a"), r"a\.yaml: schema: "),
        ("schema: 1\ncards:\n" + CARD.format(id="CT a"), r"a\.yaml: cards\.0\.id: "),
        ("schema: 1\ncards:\n" + CARD.format(id="ct.a") + "    color: red\n", r"cards\.0\.color: "),
        ("schema: 1\ncards:\n" + CARD.format(id="ct.a") + CARD.format(id="ct.a"), "already in"),
        ("schema: 1\ncards: *all\n", r"a\.yaml:2:"),
        ("schema: 1\nschema: 1\n", r"a\.yaml:2:.*twice"),
    ],
    ids=["no-cards", "schema", "id", "unknown-field", "same-id", "alias", "duplicate-key"],
)
def test_a_wrong_file_stops_the_load_and_is_named(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "a.yaml").write_text(text)
    with pytest.raises(SampleError, match=said):
        load_cards(tmp_path)


def test_the_same_id_in_two_files_names_both(tmp_path: Path) -> None:
    _write(tmp_path, "a.yaml", "ct.a")
    _write(tmp_path, "b.yaml", "ct.a")
    with pytest.raises(SampleError, match=r"b\.yaml: card 'ct\.a' is already in .*a\.yaml"):
        load_cards(tmp_path)


def test_what_cannot_be_opened_is_named(tmp_path: Path) -> None:
    with pytest.raises(SampleError, match="no such folder"):
        load_cards(tmp_path / "absent")
    (tmp_path / "a.yaml").mkdir()
    with pytest.raises(SampleError, match=r"a\.yaml: cannot be read"):
        load_cards(tmp_path)
