"""What an episode found that a claim can rest on: passages by citation id, results by call id. Pure."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from runtime.contracts.tool_call import ToolCard
from runtime.contracts.trace_event import Episode


@dataclass(frozen=True)
class Evidence:
    """One piece. `step` is when it was found, `kind` the tool's name, `artifacts` what the tool left."""

    id: str
    step: int
    kind: str
    text: str
    artifacts: tuple[str, ...] = ()


def evidence_of(episode: Episode) -> tuple[Evidence, ...]:
    """Return the evidence in the order it was found; a passage found twice counts once. Failed calls give none."""
    found: dict[str, Evidence] = {}
    for step in episode.steps:
        if step.card is None or not step.card.ok:
            continue
        for item in _of_card(step.card, step.step):
            found.setdefault(item.id, item)
    return tuple(found.values())


def _of_card(card: ToolCard, step: int) -> Iterator[Evidence]:
    passages = card.data.get("hits")
    if isinstance(passages, list):
        for passage in passages:
            if isinstance(passage, Mapping) and passage.get("citation"):
                text = f"{passage.get('title', '')}. {passage.get('text', '')}"
                yield Evidence(str(passage["citation"]), step, card.name, text)
    yield Evidence(card.call_id, step, card.name, card.summary, card.artifact_refs)
