"""What one span adds to a conversation, whatever convention it was written in."""

from dataclasses import dataclass, field

from runtime.contracts.json_types import JsonObject
from runtime.traces.formats.aliases import SpanKind
from runtime.traces.formats.transcript import ToolRequest, TranscriptMessage


@dataclass(frozen=True)
class SpanTurn:
    """A model call (`inputs` to `outputs`), a tool call (`call` to `result`), or an agent's run around them.

    Instrumentation often repeats the whole history as `inputs`; `inputs_are_new` says that it did not. `thread` names
    the agent whose history it is. `error` is set where the span failed. `decision` is what conditions saw, in a trace
    that ACE wrote. Units: duration_ms milliseconds, tokens counts.
    """

    source_id: str
    kind: SpanKind
    thread: str = ""
    inputs: tuple[TranscriptMessage, ...] = ()
    outputs: tuple[TranscriptMessage, ...] = ()
    inputs_are_new: bool = False
    call: ToolRequest | None = None
    result: str = ""
    error: str = ""
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cached_tokens: int = 0
    duration_ms: float = 0.0
    finish_reason: str = ""
    decision: JsonObject = field(default_factory=dict)
