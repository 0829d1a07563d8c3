import pytest

from ace.report.retrieve_text import Searched, contract_text, search_json, search_text
from tests.runtime.retrieval.building import PASSAGES, fused, passage
from tests.runtime.retrieval.hash_embedder import HashEmbedder


def _searched(query: str) -> Searched:
    retriever = fused(PASSAGES, HashEmbedder())
    return Searched(query, retriever.find(query, 2), retriever.contract, 600, 0.0123)


def test_a_search_is_told_with_ranks_packing_and_index() -> None:
    lines = search_text(_searched("zero water")).splitlines()
    assert lines[0] == "1. [ct.water] Water"
    assert lines[1].startswith("   score 0.991; fused 0.0328 of bm25 #1 (")
    assert lines[-3] == "word overlap 1.00 (share of the query's words in the first passage)"
    assert lines[-2] == "packed for a prompt: 1 of 1 passages, 16 of 600 tokens"
    assert lines[-1] == "3 passages; text vectors hash-words (simulated) (flat, recall@10 1.0); image: none; 12.3 ms"


def test_the_json_adds_up() -> None:
    value = search_json(_searched("zero water"))
    packed = value["packed"]
    assert isinstance(packed, dict)
    assert value["packed_tokens"] == -(-len(packed["text"]) // 4)
    assert value["seconds"] == 0.0123
    assert value["confidence"] == 1.0


def test_an_index_of_words_says_so() -> None:
    assert contract_text(fused(PASSAGES).contract) == "3 passages; words only; image: none"


@pytest.mark.parametrize(("words", "is_cut"), [(49, False), (100, True)], ids=["whole", "cut"])
def test_a_passage_that_is_cut_ends_in_dots(words: int, is_cut: bool) -> None:
    long = passage("a.long", "Long", "zebra " * words)
    retriever = fused((*PASSAGES, long), HashEmbedder())
    text = search_text(Searched("zebra", retriever.find("zebra", 1), retriever.contract, 600, 0.0))
    shown = text.splitlines()[2].strip()
    assert shown.endswith("zebra...") is is_cut
    assert len(shown) <= 300
