"""How the local index is built and searched, as configuration files say it."""

from typing import Literal

from pydantic import Field

from runtime.contracts.sample import Frozen, NamedPath


class RetrievalSettings(Frozen):
    """`kind`: bm25 alone, or hybrid (BM25, MiniLM text vectors and, where built, image vectors, fused by rank).

    `rerank`: blend orders the best fused passages by cosine and word score; none leaves them as fused.
    `token_budget` bounds the passages packed for a prompt. `folder` keeps built indexes, found again by contract
    (default: $ACE_INDEX_DIR, else ~/.cache/ace/index, shared by all repositories).
    """

    kind: Literal["bm25", "hybrid"] = "hybrid"
    rerank: Literal["blend", "none"] = "blend"
    token_budget: int = Field(default=600, ge=50)
    folder: NamedPath | None = None
