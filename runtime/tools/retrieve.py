"""retrieve: search the local index. Passages are quoted data with stable citation ids."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from runtime.contracts.errors import ToolError
from runtime.contracts.json_types import JsonObject
from runtime.contracts.ports import ToolContext
from runtime.contracts.state import Hit
from runtime.contracts.tool_call import Readiness, ToolOutput, ToolSpec
from runtime.retrieval.confidence import confidence
from runtime.retrieval.found import ExplainingRetriever, Found
from runtime.retrieval.pack import cut_at_word

MAX_SUMMARY_CHARS = 900
PASSAGE_CHARS = 160
DEFAULT_K = 3
# Values of the contract: weights are an object of numbers.
_TERM: JsonObject = {"type": ["string", "number", "object", "null"], "additionalProperties": {"type": "number"}}
_RANKS: JsonObject = {"type": "object", "additionalProperties": {"type": "integer", "minimum": 1}}
_HIT: JsonObject = {
    "type": "object",
    "properties": {
        "citation": {"type": "string", "minLength": 1},
        "title": {"type": "string"},
        "text": {"type": "string"},
        "score": {"type": "number"},
        "source": {"type": "string"},
        "section": {"type": "string"},
        "start": {"type": "integer", "minimum": 0},
        "end": {"type": "integer", "minimum": 0},
        "version": {"type": "string"},
        "fused": {"type": "number", "minimum": 0},
        "ranks": _RANKS,
    },
    "required": ["citation", "title", "text", "score"],
}
OUTPUT: JsonObject = {
    "type": "object",
    "properties": {
        "query": {"type": "string"},
        "hits": {"type": "array", "items": _HIT, "minItems": 1},
        "confidence": {"type": "number", "minimum": 0, "maximum": 1},
        "contract": {"type": "object", "additionalProperties": _TERM},
        "packed": {
            "type": "object",
            "properties": {
                "citations": {"type": "array", "items": {"type": "string"}},
                "tokens": {"type": "integer", "minimum": 0},
            },
            "required": ["citations", "tokens"],
        },
    },
    "required": ["query", "hits", "confidence"],
}
SPEC = ToolSpec(
    name="retrieve",
    description="Search the local teaching cards; gives short passages with citation ids. Use it before the web.",
    arguments={
        "type": "object",
        "properties": {
            "query": {
                "type": "string",
                "description": "what to look up, a few words of the subject",
                "minLength": 3,
                "maxLength": 200,
            },
            "k": {"type": "integer", "description": "how many passages, 3 if left out", "minimum": 1, "maximum": 5},
        },
        "required": ["query"],
        "additionalProperties": False,
    },
    permission="index.read",
    output=OUTPUT,
    isolation="thread",
)


@dataclass(frozen=True)
class RetrieveTool:
    """Uses the retriever of the call's context."""

    @property
    def spec(self) -> ToolSpec:
        """The declaration."""
        return SPEC

    def readiness(self) -> Readiness:
        """Return ready: whether there is an index is known only at the call."""
        return Readiness("ready", "searches the local index")

    def run(self, arguments: JsonObject, context: ToolContext) -> ToolOutput:
        """Return the passages: `data["hits"]` in full (the fields of Hit), `data["confidence"]` 0-1.

        Where the index fuses several rankings each hit has its `ranks` in them, and `data` has the index's contract
        and what of the passages fits the token budget.
        Raises: ToolError empty_result when nothing matches, missing_dependency without an index.
        """
        retriever = context.retriever
        if retriever is None:
            raise ToolError("missing_dependency", "there is no local index; load teaching cards or work without it")
        query = str(arguments.get("query", "")).strip()
        asked = arguments.get("k", DEFAULT_K)
        k = asked if isinstance(asked, int) else DEFAULT_K
        if isinstance(retriever, ExplainingRetriever):
            found = retriever.find(query, k, context.image_ref)
            hits = tuple(item.hit for item in found.hits)
            more = _explained(found, retriever.contract)
        else:
            hits, more = tuple(retriever.search(query, k, context.image_ref)), {"hits": []}
        if not hits:
            raise ToolError("empty_result", f"no passage matches {query!r}; try other words for the same thing")
        rows = more["hits"] or [asdict(hit) for hit in hits]
        data: JsonObject = {"query": query, **more, "hits": rows, "confidence": confidence(query, hits)}
        return ToolOutput(summarize(hits), (), data)


def _explained(found: Found, contract: JsonObject) -> JsonObject:
    return {
        "hits": [{**asdict(item.hit), "fused": item.fused, "ranks": dict(item.ranks)} for item in found.hits],
        "contract": contract,
        "packed": {"citations": list(found.packed.citations), "tokens": found.packed.tokens},
    }


def summarize(hits: Sequence[Hit], max_chars: int = MAX_SUMMARY_CHARS) -> str:
    """Return citations, titles and the passages' beginnings (about 160 characters each), at most `max_chars` in all.

    Every citation is named; with many hits the passages get shorter.
    """
    heads = [f"[{hit.citation}] {hit.title[:80]}: " for hit in hits]
    room = (max_chars - sum(len(head) + 1 for head in heads)) // max(len(heads), 1)
    length = max(min(PASSAGE_CHARS, room), 0)
    return " ".join(
        head + cut_at_word(" ".join(hit.text.split()), length) for head, hit in zip(heads, hits, strict=True)
    )[:max_chars]
