from pathlib import Path

import pytest

from runtime.retrieval.bm25_index import Bm25Index
from runtime.retrieval.errors import IndexEmptyError
from runtime.retrieval.passage import Passage
from runtime.retrieval.read_corpus import read_corpus
from tests.runtime.retrieval.building import KNOWLEDGE, PASSAGES, passage


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
def test_the_best_rows_come_first_and_the_others_not_at_all(query: str, citations: list[str]) -> None:
    found = Bm25Index.build(PASSAGES).rank(query, 5)
    assert [PASSAGES[row].citation for row in found.rows] == citations
    assert all(score > 0 for score in found.scores)
    assert found.scores.tolist() == sorted(found.scores.tolist(), reverse=True)


def test_equal_scores_are_ordered_by_row() -> None:
    same = [passage(f"x.{name}", "Same words", "Exactly the same words here.") for name in "abc"]
    assert Bm25Index.build(same).rank("same words", 2).rows.tolist() == [0, 1]


def test_fewer_than_k_come_back_when_fewer_match() -> None:
    index = Bm25Index.build(PASSAGES)
    assert [len(index.rank("hounsfield", k).rows) for k in (1, 9)] == [1, 2]


@pytest.mark.parametrize("passages", [(), (passage("a.b", "的的的", "的" * 30),)], ids=["none", "no-words"])
def test_nothing_to_index_is_an_error(passages: tuple[Passage, ...]) -> None:
    with pytest.raises(IndexEmptyError, match="add teaching cards"):
        Bm25Index.build(passages)


def test_a_saved_index_answers_the_same(tmp_path: Path) -> None:
    index = Bm25Index.build(PASSAGES)
    index.save(tmp_path)
    loaded = Bm25Index.load(tmp_path)
    for query in ("water", "hounsfield units of fat", "zebra"):
        first, second = index.rank(query, 5), loaded.rank(query, 5)
        assert (first.rows.tolist(), first.scores.tolist()) == (second.rows.tolist(), second.scores.tolist())


def test_building_saving_loading_and_searching_write_nothing_to_the_terminal(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    Bm25Index.build(PASSAGES).save(tmp_path)
    Bm25Index.load(tmp_path).rank("water", 3)
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
    passages = read_corpus([KNOWLEDGE]).passages
    assert passages[Bm25Index.build(passages).rank(query, 3).rows[0]].citation == citation
