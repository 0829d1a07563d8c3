from collections.abc import Callable, Sequence
from typing import TypeAlias

import pytest

from runtime.artifacts.store import MemoryArtifactStore
from runtime.contracts.errors import ToolError
from runtime.contracts.ports import ToolContext
from runtime.contracts.state import Hit
from runtime.tools.retrieve import MAX_SUMMARY_CHARS, RetrieveTool, summarize

WithHits: TypeAlias = Callable[[Sequence[Hit]], tuple[ToolContext, list[tuple[str, int]]]]
WATER = Hit("ct.water", "Water", "Water measures zero Hounsfield units. " * 8, 2.5, "a book")


def test_passages_come_whole_in_data_and_short_in_the_summary(with_hits: WithHits) -> None:
    context, _ = with_hits([WATER])
    out = RetrieveTool().run({"query": "water density"}, context)
    assert out.data["hits"] == [
        {"citation": "ct.water", "title": "Water", "text": WATER.text, "score": 2.5, "source": "a book"}
    ]
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
