"""Words: BM25 over passages, by row."""

from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from runtime.contracts.errors import RuntimeFault
from runtime.retrieval.errors import IndexEmptyError
from runtime.retrieval.passage import Passage
from runtime.retrieval.tokenize import tokenize
from runtime.retrieval.top_rows import Ranking, top_rows

if TYPE_CHECKING:
    import bm25s

K1 = 1.5
B = 0.75


class Bm25Index:
    """Ranks passages by the words they share with a query. Safe to use from several threads.

    Source: Robertson & Zaragoza 2009; Kamphuis et al. 2020, Lucene variant (library bm25s).
    """

    def __init__(self, scorer: "bm25s.BM25") -> None:
        self._scorer = scorer

    @classmethod
    def build(cls, passages: Sequence[Passage]) -> "Bm25Index":
        """Return the index of `passages`; rows are their places. Title, section, text and tags are searched.

        Raises: IndexEmptyError for no passages or no words, RuntimeFault without bm25s.
        """
        tokens = [tokenize(passage.searched_text) for passage in passages]
        if not any(tokens):
            raise IndexEmptyError(
                f"{len(tokens)} passages and no words to index; add teaching cards (*.yaml), *.md or *.jsonl"
            )
        scorer = _library().BM25(method="lucene", k1=K1, b=B, backend="numpy")
        scorer.index(tokens, show_progress=False)
        return cls(scorer)

    @classmethod
    def load(cls, folder: Path) -> "Bm25Index":
        """Return the index `save` wrote. Raises: OSError or ValueError for what is no index."""
        return cls(_library().BM25.load(folder, show_progress=False))

    def save(self, folder: Path) -> None:
        """Write the index into `folder`."""
        self._scorer.save(folder, show_progress=False)

    def rank(self, query: str, k: int) -> Ranking:
        """Return the at most k best rows; rows without a term of the query never.

        Units: scores are unitless BM25 (k1 = 1.5, b = 0.75).
        """
        import numpy as np

        terms = [term for term in tokenize(query) if term in self._scorer.vocab_dict]
        if not terms:
            return top_rows(np.zeros(0, np.float32), k)
        return top_rows(self._scorer.get_scores(terms), k)


def _library() -> ModuleType:
    try:
        import bm25s
    except ImportError as exc:
        raise RuntimeFault(f"the text index needs {exc.name or exc}: install ace-optimizer[tutor]") from exc
    assert isinstance(bm25s, ModuleType)
    return bm25s
