"""What enters an episode's state is first made what the log will hold of it, so that the log alone gives it again."""

from dataclasses import replace

from runtime.contracts.json_types import JsonObject, as_object
from runtime.contracts.tool_call import ToolCard
from runtime.contracts.trace_event import StudentTurn
from runtime.traces.event_json import plain, visible_text
from runtime.traces.redaction import redact, redact_text


def recordable_text(text: str) -> str:
    """Return `text` as the log holds it: secrets redacted, lone surrogates written out."""
    return redact_text(visible_text(text))


def recordable_card(card: ToolCard) -> ToolCard:
    """Return `card` with its summary and data as the log holds them."""
    return replace(card, summary=recordable_text(card.summary), data=recordable_data(card.data))


def recordable_turn(turn: StudentTurn) -> StudentTurn:
    """Return `turn` with its text as the log holds it."""
    return replace(turn, text=recordable_text(turn.text))


def recordable_data(data: JsonObject) -> JsonObject:
    """Return `data` as the log holds it: plain JSON, secrets redacted, what lies too deep left out with a note."""
    return as_object(redact(plain(data)))
