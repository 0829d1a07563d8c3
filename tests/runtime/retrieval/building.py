"""Passages, card files and retrievers the tests of the index are made of."""

from collections.abc import Sequence
from pathlib import Path

from runtime.retrieval.bm25_index import Bm25Index
from runtime.retrieval.embedder import Embedder
from runtime.retrieval.fused_retriever import FusedRetriever, Parts
from runtime.retrieval.image_ranking import ImageNeighbours
from runtime.retrieval.open_retriever import index_contract
from runtime.retrieval.passage import Passage
from runtime.retrieval.settings import RetrievalSettings
from runtime.retrieval.vector_search import FlatSearch

KNOWLEDGE = Path(__file__).parents[3] / "samples" / "knowledge"
CARD = """\
  - id: {id}
    title: {title}
    text: {text}
    tags: [ct]
    source:
      reference: A book about physics
"""


def passage(citation: str, title: str, text: str, *tags: str) -> Passage:
    """Return a whole passage."""
    return Passage(citation, title, text, tags, "A book https://example.org/book")


PASSAGES = (
    passage("ct.fat", "Fat", "Fat is about minus one hundred Hounsfield units.", "ct"),
    passage("ct.water", "Water", "Water is zero Hounsfield units by definition.", "ct"),
    passage("us.shadow", "Shadow", "A stone reflects sound and leaves a dark band behind.", "ultrasound"),
)


def write_cards(folder: Path, name: str, **cards: str) -> Path:
    """Write a file of cards, id (with _ for .) -> text, and return its path."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    rows = (CARD.format(id=key.replace("_", "."), title=text.split()[0] * 2, text=text) for key, text in cards.items())
    path.write_text("schema: 1\ncards:\n" + "".join(rows), encoding="utf-8")
    return path


def fused(
    passages: Sequence[Passage],
    embedder: Embedder | None = None,
    images: ImageNeighbours | None = None,
    settings: RetrievalSettings | None = None,
) -> FusedRetriever:
    """Return a retriever in memory over `passages`, which must be sorted by citation."""
    kept = tuple(passages)
    search = None if embedder is None else FlatSearch(embedder.embed([item.embedded_text for item in kept]))
    contract = index_contract(kept, embedder, images)
    parts = Parts(kept, Bm25Index.build(kept), contract, embedder, search, images=images)
    return FusedRetriever(parts, settings or RetrievalSettings())
