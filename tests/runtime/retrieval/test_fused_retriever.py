import threading
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import pytest

from runtime.retrieval.bm25_index import Bm25Index
from runtime.retrieval.errors import IndexContractError
from runtime.retrieval.fused_retriever import FusedRetriever, Parts
from runtime.retrieval.image_ranking import Neighbour
from runtime.retrieval.minilm import MiniLmEmbedder, find_minilm
from runtime.retrieval.open_retriever import index_contract
from runtime.retrieval.passage import Passage
from runtime.retrieval.settings import RetrievalSettings
from runtime.retrieval.vector_search import FlatSearch
from tests.runtime.retrieval.building import PASSAGES, fused, passage
from tests.runtime.retrieval.hash_embedder import HashEmbedder


class Near(NamedTuple):
    """A labelled image."""

    modality: str = "US"
    organ: str = "unknown"
    similarity: float = 0.9


class Neighbours:
    """Gives the same neighbours for every image."""

    contract = "pictures (simulated)"

    def __init__(self, *found: Near) -> None:
        self.found = found
        self.asked: list[str] = []

    def near(self, image_ref: str) -> Sequence[Neighbour]:
        """Return the neighbours."""
        self.asked.append(image_ref)
        return self.found


def test_words_and_vectors_are_fused_and_each_rank_is_told() -> None:
    best = fused(PASSAGES, HashEmbedder()).find("Water is zero Hounsfield units by definition", 3).hits[0]
    assert best.hit.citation == "ct.water"
    assert best.ranks == {"bm25": 1, "text": 1}
    assert best.fused == round(2 / 61, 6)
    assert set(best.scores) == {"bm25", "text"}
    assert best.hit.score == pytest.approx(best.scores["text"] + 0.2)


def test_without_reranking_the_fused_score_orders() -> None:
    found = fused(PASSAGES, HashEmbedder(), settings=RetrievalSettings(rerank="none")).find("water", 3)
    assert [item.hit.score for item in found.hits] == [item.fused for item in found.hits]


@pytest.mark.parametrize("settings", [RetrievalSettings(), RetrievalSettings(rerank="none")], ids=["blend", "none"])
def test_scores_never_rise(settings: RetrievalSettings) -> None:
    scores = [hit.score for hit in fused(PASSAGES, HashEmbedder(), None, settings).search("hounsfield band", 5)]
    assert scores == sorted(scores, reverse=True)


def test_without_vectors_words_decide() -> None:
    found = fused(PASSAGES).find("hounsfield", 5)
    assert [item.ranks for item in found.hits] == [{"bm25": 1}, {"bm25": 2}]


@pytest.mark.parametrize("query", ["", "  ", "zebra", "水"], ids=["empty", "blank", "no-match", "other-script"])
def test_a_query_like_nothing_finds_nothing(query: str) -> None:
    found = fused(PASSAGES, HashEmbedder()).find(query, 3)
    assert found.hits == ()
    assert found.packed.tokens == 0


def test_a_query_with_half_a_character_is_searched_like_any_other() -> None:
    embedder = MiniLmEmbedder(find_minilm())
    found = fused(PASSAGES, embedder).find("hounsfield \ud800", 2)
    assert found == fused(PASSAGES, embedder).find("hounsfield  ", 2)
    assert found.hits


def test_k_below_one_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one"):
        fused(PASSAGES).search("water", 0)


def test_equal_passages_come_in_citation_order() -> None:
    same = [passage(f"x.{name}", "Same words", "Exactly the same words here.") for name in "abc"]
    assert [hit.citation for hit in fused(same, HashEmbedder()).search("same words", 2)] == ["x.a", "x.b"]


def test_hits_are_packed_under_the_budget() -> None:
    long = [passage(f"x.{number}", "Water", "water " * 150) for number in range(5)]
    packed = fused(long).find("water", 5).packed
    assert packed.tokens <= 600
    assert packed.citations == ("x.0", "x.1", "x.2")


def test_an_image_moves_what_words_found_and_says_where_it_ranked_it() -> None:
    behind = "A band in the chest, behind the heart and in front of the spine."
    cards = (*PASSAGES, passage("xr.dark", "Band", behind, "radiograph"))
    images = Neighbours(Near())
    retriever = fused(cards, None, images)
    plain = [hit.citation for hit in retriever.search("dark band", 2)]
    assert plain == ["us.shadow", "xr.dark"]
    seen = retriever.find("dark band", 2, "a.png").hits
    assert [(item.hit.citation, dict(item.ranks)) for item in seen] == [
        ("us.shadow", {"bm25": 1, "image": 1}),
        ("xr.dark", {"bm25": 2}),
    ]
    assert images.asked == ["a.png"]


def test_an_image_alone_finds_nothing() -> None:
    assert fused(PASSAGES, None, Neighbours(Near())).search("zebra", 3, "a.png") == ()


def test_unlike_images_leave_the_ranking_as_it_is() -> None:
    retriever = fused(PASSAGES, None, Neighbours(Near(similarity=0.3)))
    assert retriever.find("hounsfield", 3, "a.png") == retriever.find("hounsfield", 3)


def test_the_contract_says_how_it_is_searched_and_what_is_absent() -> None:
    contract = fused(PASSAGES, HashEmbedder()).contract
    assert (contract["search"], contract["image"], contract["recall_at_10"]) == ("flat", "none", 1.0)
    assert contract["weights"] == {"bm25": 1.0, "text": 1.0}
    assert contract["rerank"] == {"bm25": 0.2, "image": 0.05}
    words = fused(PASSAGES, None, Neighbours()).contract
    assert (words["model"], words["search"], words["image"]) == ("none", "none", "pictures (simulated)")


def test_a_question_is_embedded_once_and_the_answer_stays_the_same() -> None:
    embedder = HashEmbedder()
    retriever = fused(PASSAGES, embedder)
    first = retriever.find("water", 3)
    embedder.embedded.clear()
    assert retriever.find("water", 3) == first
    assert embedder.embedded == []


def test_threads_get_the_same_answers() -> None:
    retriever = fused(PASSAGES, HashEmbedder(), Neighbours(Near()))
    queries = ["water", "fat", "stone", "hounsfield units"] * 5
    wanted = [retriever.find(query, 3, "a.png") for query in queries]
    found: dict[int, bool] = {}

    def ask(number: int) -> None:
        found[number] = [retriever.find(query, 3, "a.png") for query in queries] == wanted

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == dict.fromkeys(range(4), True)


def test_a_query_embedder_of_another_kind_is_refused() -> None:
    parts = _parts(PASSAGES)
    with pytest.raises(IndexContractError, match="model is another"):
        FusedRetriever(replace(parts, embedder=HashEmbedder("another")), RetrievalSettings())


def _parts(passages: tuple[Passage, ...]) -> Parts:
    embedder = HashEmbedder()
    vectors = embedder.embed([item.embedded_text for item in passages])
    contract = index_contract(passages, embedder, None)
    return Parts(passages, Bm25Index.build(passages), contract, embedder, FlatSearch(vectors))
