"""How the local index is built and searched, as configuration files say it."""

from pathlib import Path
from typing import Literal

from pydantic import Field

from runtime.contracts.sample import Frozen


class RetrievalSettings(Frozen):
    """`kind`: bm25 alone, or hybrid (BM25, MiniLM text vectors and, where built, image vectors, fused by rank).

    `token_budget` bounds the passages packed for a prompt. `folder` keeps built indexes, found again by contract.
    """

    kind: Literal["bm25", "hybrid"] = "hybrid"
    token_budget: int = Field(default=600, ge=50)
    folder: Path | None = None
