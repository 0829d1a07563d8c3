from runtime.contracts.state import Hit
from runtime.retrieval.passage import Passage

PLACED = Passage("m1.ab", "Cells", "They divide.", ("biology",), "a book", "Growth > Mitosis", 4, 16, "v1")


def test_a_hit_carries_the_passage_and_its_place() -> None:
    assert PLACED.hit(0.5) == Hit(
        "m1.ab", "Cells", "They divide.", 0.5, "a book", "Growth > Mitosis", start=4, end=16, version="v1"
    )


def test_headings_and_tags_are_searched_and_headings_embedded() -> None:
    assert PLACED.searched_text == "Cells Growth > Mitosis They divide. biology"
    assert PLACED.embedded_text == "Cells. Growth > Mitosis. They divide."


def test_without_headings_the_text_stands_alone() -> None:
    alone = Passage("a", "", "They divide.")
    assert (alone.searched_text, alone.embedded_text) == ("They divide.", "They divide.")
