"""How far the best passage covers a query, as one number."""

from collections.abc import Sequence

from runtime.contracts.state import Hit
from runtime.retrieval.tokenize import tokenize


def confidence(query: str, hits: Sequence[Hit]) -> float:
    """Return the share of the query's distinct terms found in the best hit's title or text; 0 without hits.

    Units: 0-1, rounded to 3 digits. It says how much of the question the passage speaks of, not that it is right.
    """
    terms = set(tokenize(query))
    if not terms or not hits:
        return 0.0
    found = set(tokenize(f"{hits[0].title} {hits[0].text}"))
    return round(len(terms & found) / len(terms), 3)
