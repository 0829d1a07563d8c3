"""A search of the local index, told: as lines and as JSON."""

from dataclasses import asdict, dataclass

from ace.text.visible_text import escape_text
from runtime.contracts.json_types import JsonObject
from runtime.retrieval.confidence import confidence
from runtime.retrieval.found import Found, FoundHit

SCHEMA_VERSION = 1
SHOWN_UNUSABLE = 5
_SHOWN_CHARS = 300


@dataclass(frozen=True)
class Searched:
    """One search. Units: seconds is wall time of the search alone, the query's vector included."""

    query: str
    found: Found
    contract: JsonObject
    token_budget: int
    seconds: float


def search_json(searched: Searched) -> JsonObject:
    """Return the search as one JSON object."""
    found = searched.found
    return {
        "schema_version": SCHEMA_VERSION,
        "query": searched.query,
        "contract": searched.contract,
        "hits": [_hit(item) for item in found.hits],
        "confidence": _confidence(searched),
        "packed": {"citations": list(found.packed.citations), "text": found.packed.text},
        "packed_tokens": found.packed.tokens,
        "token_budget": searched.token_budget,
        "seconds": round(searched.seconds, 4),
    }


def _hit(item: FoundHit) -> JsonObject:
    return {**asdict(item.hit), "fused": item.fused, "ranks": dict(item.ranks), "scores": dict(item.scores)}


def search_text(searched: Searched) -> str:
    """Return the search as lines; text from the passages is shown with hidden characters escaped."""
    found = searched.found
    if not found.hits:
        return f"no passage matches {escape_text(searched.query)!r}; try other words for the same thing\n"
    lines: list[str] = []
    for number, item in enumerate(found.hits, 1):
        where = f"   {escape_text(item.hit.section)}" if item.hit.section else ""
        lines.append(f"{number}. [{escape_text(item.hit.citation)}] {escape_text(item.hit.title)}{where}")
        lines.append(f"   score {item.hit.score:.3f}; fused {item.fused:.4f} of {_ranks(item)}")
        lines.append(f"   {_shortened(escape_text(' '.join(item.hit.text.split())))}")
    packed = found.packed
    lines += [
        "",
        f"word overlap {_confidence(searched):.2f} (share of the query's words in the first passage)",
        f"packed for a prompt: {len(packed.citations)} of {len(found.hits)} passages, {packed.tokens} of "
        f"{searched.token_budget} tokens",
        f"{contract_text(searched.contract)}; {1000 * searched.seconds:.1f} ms",
    ]
    return "\n".join(lines) + "\n"


def _shortened(text: str) -> str:
    return text if len(text) <= _SHOWN_CHARS else text[: _SHOWN_CHARS - 3].rsplit(" ", 1)[0] + "..."


def contract_text(contract: JsonObject) -> str:
    """Return the index in one line."""
    vectors = "words only"
    if contract["dimension"]:
        vectors = f"text vectors {contract['model']} ({contract['search']}, recall@10 {contract['recall_at_10']})"
    return f"{contract['n']} passages; {vectors}; image: {contract['image']}"


def _ranks(item: FoundHit) -> str:
    return ", ".join(f"{name} #{rank} ({item.scores[name]:.3f})" for name, rank in item.ranks.items())


def _confidence(searched: Searched) -> float:
    return confidence(searched.query, [item.hit for item in searched.found.hits])
