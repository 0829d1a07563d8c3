"""retrieve: search the local index. Passages are quoted data with stable citation ids."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from runtime.contracts.errors import ToolError
from runtime.contracts.json_types import JsonObject
from runtime.contracts.ports import ToolContext
from runtime.contracts.state import Hit
from runtime.contracts.tool_call import Readiness, ToolOutput, ToolSpec
from runtime.retrieval.confidence import confidence

MAX_SUMMARY_CHARS = 900
PASSAGE_CHARS = 160
DEFAULT_K = 3
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

        Raises: ToolError empty_result when nothing matches, missing_dependency without an index.
        """
        if context.retriever is None:
            raise ToolError("missing_dependency", "there is no local index; load teaching cards or work without it")
        query = str(arguments.get("query", "")).strip()
        k = arguments.get("k", DEFAULT_K)
        hits = tuple(context.retriever.search(query, k if isinstance(k, int) else DEFAULT_K, context.image_ref))
        if not hits:
            raise ToolError("empty_result", f"no passage matches {query!r}; try other words for the same thing")
        data: JsonObject = {
            "query": query,
            "hits": [asdict(hit) for hit in hits],
            "confidence": confidence(query, hits),
        }
        return ToolOutput(summarize(hits), (), data)


def summarize(hits: Sequence[Hit], max_chars: int = MAX_SUMMARY_CHARS) -> str:
    """Return citations, titles and the passages' beginnings (about 160 characters each), at most `max_chars` in all.

    Every citation is named; with many hits the passages get shorter.
    """
    heads = [f"[{hit.citation}] {hit.title[:80]}: " for hit in hits]
    room = (max_chars - sum(len(head) + 1 for head in heads)) // max(len(heads), 1)
    length = max(min(PASSAGE_CHARS, room), 0)
    return " ".join(head + _beginning(hit.text, length) for head, hit in zip(heads, hits, strict=True))[:max_chars]


def _beginning(text: str, length: int) -> str:
    """The first words that fit `length` characters, with a mark when there was more."""
    flat = " ".join(text.split())
    if len(flat) <= length:
        return flat
    return f"{flat[: max(length - 3, 0)].rsplit(' ', 1)[0]}..."[:length]
