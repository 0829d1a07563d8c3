"""The embedder that compares failures, where its packages are installed."""

from collections.abc import Sequence
from functools import lru_cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, NamedTuple

from analyzers.clusters.text_vectors import Embedding
from runtime.contracts.errors import RuntimeFault

if TYPE_CHECKING:
    from runtime.retrieval.embedder import Vectors
    from runtime.retrieval.minilm import MiniLmEmbedder, MiniLmFiles


class FoundEmbedding(NamedTuple):
    """The embedder, or why there is none."""

    embedding: Embedding | None
    missing: str = ""


def find_embedding() -> FoundEmbedding:
    """Return the text embedder; its model is loaded when the first text is compared, not before."""
    from runtime.retrieval.minilm import find_minilm

    try:
        embedder = _embedder(find_minilm())
    except RuntimeFault as exc:
        return FoundEmbedding(None, _reason(str(exc)))
    absent = [name for name in ("onnxruntime", "tokenizers", "numpy") if find_spec(name) is None]
    if absent:
        return FoundEmbedding(None, _reason(f"{' and '.join(absent)} not installed"))

    def embed(texts: Sequence[str]) -> "Vectors":
        return embedder.embed(texts)

    contract = embedder.contract
    return FoundEmbedding(Embedding(f"{contract.model}/{contract.model_sha256[:12]}", embed))


@lru_cache(maxsize=2)
def _embedder(files: "MiniLmFiles") -> "MiniLmEmbedder":
    """Return the embedder of these files: its model is loaded once a process."""
    from runtime.retrieval.minilm import MiniLmEmbedder

    return MiniLmEmbedder(files)


def _reason(problem: str) -> str:
    # The embedder speaks of retrieval, which has another way out.
    said = problem.split(":", maxsplit=1)[0]
    return f"{said}: install ace-optimizer[tutor] to group failures that say the same in other words"
