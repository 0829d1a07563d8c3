"""What tools brought in an episode: what was shown of a result, and whether it is news."""

from analyzers.detectors.reading import lookup
from runtime.contracts.json_types import JsonObject
from runtime.contracts.tool_call import ToolCard
from runtime.contracts.trace_event import Step

# What follows our own note that a result is data and no instruction.
_FRAME = "\n<<<\n"


def shown_text(step: Step) -> str:
    """Return what the model was shown of the step's result, without the frame we put around it.

    Its summary where that was not recorded.
    """
    if not step.shown:
        return step.card.summary if step.card is not None else ""
    return step.shown.partition(_FRAME)[2] or step.shown


def found_ids(card: ToolCard) -> frozenset[str]:
    """Return the citations and artifacts a result holds; empty when it is told apart by its words alone."""
    hits = card.data.get("hits")
    rows = hits if isinstance(hits, list) else []
    citations = {str(row["citation"]) for row in rows if isinstance(row, dict) and "citation" in row}
    return frozenset(citations.union(ref for ref in card.artifact_refs if isinstance(ref, str)))


def are_same(one: ToolCard, other: ToolCard) -> bool:
    """Return True when two results of a tool say the same something, whatever was asked."""
    if one.name != other.name:
        return False
    if one.data or other.data:
        return _without_query(one) == _without_query(other)
    return one.summary.strip() == other.summary.strip() != ""


def _without_query(card: ToolCard) -> JsonObject:
    return {name: value for name, value in card.data.items() if name != "query"}


def is_search_empty(step: Step) -> bool:
    """True when the local index had been searched before `step`, and nothing was found or looked at so far."""
    return (
        lookup(step, "state.retrieval.queried") is True
        and lookup(step, "state.retrieval.hits") == 0
        and lookup(step, "state.image.observed") is False
    )
