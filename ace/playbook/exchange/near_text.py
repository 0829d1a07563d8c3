"""The embedding that near-duplicates are found with, or why there is none here."""

from typing import NamedTuple

from ace.playbook.exchange.import_playbook import Embed
from runtime.contracts.errors import RuntimeFault
from runtime.retrieval.open_retriever import minilm


class EmbeddingOrReason(NamedTuple):
    """One of the two: how texts become vectors, or why they cannot."""

    embed: Embed | None
    reason: str


def embedding_or_reason() -> EmbeddingOrReason:
    """Return the installed MiniLM, tried on one word, or the message that says what to install."""
    try:
        model = minilm()
        model.embed(["rule"])
    except RuntimeFault as exc:
        return EmbeddingOrReason(None, f"only the same words were looked for: {exc}")
    return EmbeddingOrReason(model.embed, "")
