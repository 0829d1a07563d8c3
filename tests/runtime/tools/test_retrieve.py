from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import TypeAlias

import pytest

from runtime.artifacts.store import MemoryArtifactStore
from runtime.contracts.errors import ToolError
from runtime.contracts.ports import ToolContext
from runtime.contracts.state import Hit
from runtime.contracts.tool_call import ToolCall
from runtime.tools.call_tool import output_card
from runtime.tools.check_arguments import check_value
from runtime.tools.retrieve import MAX_SUMMARY_CHARS, OUTPUT, RetrieveTool, summarize
from tests.runtime.retrieval.building import PASSAGES, fused
from tests.runtime.retrieval.hash_embedder import HashEmbedder

WithHits: TypeAlias = Callable[[Sequence[Hit]], tuple[ToolContext, list[tuple[str, int]]]]
WATER = Hit("ct.water", "Water", "Water measures zero Hounsfield units. " * 8, 2.5, "a book")


def test_passages_come_whole_in_data_and_short_in_the_summary(with_hits: WithHits) -> None:
    context, _ = with_hits([WATER])
    out = RetrieveTool().run({"query": "water density"}, context)
    assert out.data["hits"] == [asdict(WATER)]
    assert out.data["confidence"] == 0.5
    assert out.summary.startswith("[ct.water] Water: Water measures zero")
    assert out.summary.endswith("...")
    assert len(out.summary) < 200


@pytest.mark.parametrize(("arguments", "k"), [({}, 3), ({"k": 5}, 5), ({"k": 1}, 1)], ids=["default", "five", "one"])
def test_k_is_passed_on(with_hits: WithHits, arguments: dict[str, object], k: int) -> None:
    context, asked = with_hits([WATER])
    RetrieveTool().run({"query": " water ", **arguments}, context)
    assert asked == [("water", k)]


def test_no_match_is_an_empty_result(with_hits: WithHits) -> None:
    with pytest.raises(ToolError, match="try other words") as caught:
        RetrieveTool().run({"query": "nothing like it"}, with_hits([])[0])
    assert caught.value.error_class == "empty_result"


def test_no_index_is_a_missing_dependency() -> None:
    with pytest.raises(ToolError, match="no local index") as caught:
        RetrieveTool().run({"query": "water"}, ToolContext("", MemoryArtifactStore(), None))
    assert caught.value.error_class == "missing_dependency"


@pytest.mark.parametrize("n", [1, 3, 5, 9])
def test_every_citation_fits_the_summary(n: int) -> None:
    hits = [Hit(f"card.{i}", "A title of some length " * 2, "words and more words " * 40, 1.0) for i in range(n)]
    text = summarize(hits)
    assert len(text) <= MAX_SUMMARY_CHARS
    assert all(f"[card.{i}]" in text for i in range(n))


def test_a_short_passage_is_not_marked_as_cut() -> None:
    assert summarize([Hit("a.b", "T", "short  text", 1.0)]) == "[a.b] T: short text"


def test_nothing_is_missing_before_the_call() -> None:
    assert RetrieveTool().readiness().state == "ready"


def test_an_index_of_several_rankings_tells_each_rank_and_its_contract() -> None:
    retriever = fused(PASSAGES, HashEmbedder())
    out = RetrieveTool().run({"query": "water"}, ToolContext("", MemoryArtifactStore(), retriever))
    hits = out.data["hits"]
    assert isinstance(hits, list)
    assert hits[0]["ranks"] == {"bm25": 1, "text": 1}
    assert hits[0]["citation"] == "ct.water"
    assert out.data["contract"] == retriever.contract
    assert out.data["packed"] == {"citations": [hit["citation"] for hit in hits], "tokens": len_of(hits)}


def len_of(hits: list[dict[str, object]]) -> int:
    """Tokens of the hits' lines, at 4 characters each."""
    return -(-len("\n".join(f"[{hit['citation']}] {hit['title']}: {hit['text']}" for hit in hits)) // 4)


def test_what_it_returns_fits_what_it_declares() -> None:
    tool = RetrieveTool()
    for retriever in (fused(PASSAGES, HashEmbedder()), fused(PASSAGES)):
        out = tool.run({"query": "hounsfield units"}, ToolContext("", MemoryArtifactStore(), retriever))
        card = output_card(tool.spec, ToolCall("call-1", "retrieve", {"query": "hounsfield units"}), out)
        assert card.ok, card.summary


def test_a_result_of_another_shape_is_refused() -> None:
    assert "hits" in check_value(OUTPUT, {"query": "q", "hits": [], "confidence": 0.5}, "data")
    assert "confidence" in check_value(OUTPUT, {"query": "q", "hits": [asdict(WATER)], "confidence": 2}, "data")


def test_it_runs_in_a_thread() -> None:
    assert RetrieveTool().spec.isolation == "thread"
