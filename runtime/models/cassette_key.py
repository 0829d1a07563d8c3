"""What identifies a model request in a recording: stable across runs, free of secrets, readable in a diff."""

import difflib
import hashlib
import re
from collections.abc import Sequence

from pydantic import BaseModel, ConfigDict

from runtime.contracts.json_types import content_hash
from runtime.contracts.ports import ModelRequest
from runtime.contracts.trace_event import ControllerInfo
from runtime.models.shown_text import encodable, shown
from runtime.traces.redaction import redact_text

# A digit or eight hex letters: "call_tool" and "call-back" are words, not ids.
_CALL_ID = re.compile(r"(?<![A-Za-z0-9])call[-_](?:(?=[A-Za-z]*\d)[A-Za-z0-9]+|[0-9a-f]{8,})(?![A-Za-z0-9_])")
DIFF_LINES = 40
_LINE_CHARS = 160


class RecordedMessage(BaseModel):
    """One message: redacted, call ids renumbered, images as SHA-256."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    role: str
    content: str
    images: list[str]


class RecordedRequest(BaseModel):
    """A request's canonical summary. `schema_sha256` stands for the whole answer schema."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    backend: str
    model: str
    simulated: bool
    structured_output: str
    purpose: str
    seed: int
    max_tokens: int
    schema_sha256: str
    messages: list[RecordedMessage]

    def key(self) -> str:
        """Return the SHA-256 of model, parameters, messages and schema.

        Left out: what does not reach the model (purpose), and what differs between recording and replay (back-end).
        """
        return content_hash(self.model_dump(include={"model", "seed", "max_tokens", "schema_sha256", "messages"}))

    def lines(self) -> list[str]:
        """Return what the key covers as short printable lines, for a diff."""
        lines = [f"model: {shown(self.model)}", f"seed: {self.seed}", f"max_tokens: {self.max_tokens}"]
        lines.append(f"schema: {self.schema_sha256[:12]}")
        for message in self.messages:
            lines.append(f"[{shown(message.role)}]")
            lines.extend(shown(line, _LINE_CHARS) for line in message.content.split("\n"))
            lines.extend(f"image: {image[:12]}" for image in message.images)
        return lines


def summarize_request(request: ModelRequest, info: ControllerInfo) -> RecordedRequest:
    """Return the canonical summary of `request` to the model in `info`; `state` and `context` are not in it."""
    contents = renumber_call_ids([redact_text(encodable(message.content)) for message in request.messages])
    messages = [
        RecordedMessage(
            role=message.role,
            content=content,
            images=[hashlib.sha256(image).hexdigest() for image in message.images],
        )
        for message, content in zip(request.messages, contents, strict=True)
    ]
    return RecordedRequest(
        backend=info.backend,
        model=info.model,
        simulated=info.simulated,
        structured_output=info.structured_output,
        purpose=request.purpose,
        seed=request.seed,
        max_tokens=request.max_tokens,
        schema_sha256=content_hash(dict(request.schema)),
        messages=messages,
    )


def renumber_call_ids(texts: Sequence[str]) -> list[str]:
    """Return `texts` with tool call ids (call_9f3a, call-123) replaced by call-1, call-2 ... in order of appearance."""
    numbers: dict[str, int] = {}

    def renumber(match: re.Match[str]) -> str:
        return f"call-{numbers.setdefault(match.group(), len(numbers) + 1)}"

    return [_CALL_ID.sub(renumber, text) for text in texts]


def nearest(wanted: RecordedRequest, recorded: Sequence[RecordedRequest]) -> RecordedRequest | None:
    """Return the recorded request that shares most lines with `wanted`, the earliest of equals; None when none is."""
    wanted_lines = set(wanted.lines())

    def similarity(request: RecordedRequest) -> float:
        lines = set(request.lines())
        return len(lines & wanted_lines) / len(lines | wanted_lines)

    return max(recorded, key=similarity, default=None)


def short_diff(recorded: RecordedRequest, asked: RecordedRequest) -> str:
    """Return a unified diff from `recorded` to `asked`, at most 40 lines."""
    diff = list(difflib.unified_diff(recorded.lines(), asked.lines(), "recorded", "asked", lineterm="", n=1))
    more = [f"... {len(diff) - DIFF_LINES} more lines"] if len(diff) > DIFF_LINES else []
    return "\n".join(diff[:DIFF_LINES] + more)
