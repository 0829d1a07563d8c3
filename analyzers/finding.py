"""One failure in one episode, with the words that show it."""

import hashlib
from dataclasses import asdict, dataclass
from typing import Literal, TypeAlias

from analyzers.personal_data import without_personal_data
from runtime.contracts.json_types import JsonObject
from runtime.traces.event_json import visible_text
from runtime.traces.redaction import redact_text

Bucket: TypeAlias = Literal["design", "misalignment", "verification"]
Severity: TypeAlias = Literal["minor", "major", "critical"]
SEVERITY_WEIGHT: dict[Severity, int] = {"minor": 1, "major": 3, "critical": 9}
MAX_QUOTE = 300


@dataclass(frozen=True)
class Finding:
    """What a detector found at one step.

    `quote` is verbatim from the trace as it is on disk (less personal data, at most 300 characters). `bucket` says
    where the cure lies: design (prompt, formats, tools), misalignment (the agent did not do what it was asked),
    verification (nobody checked before going on or ending).
    """

    detector: str
    episode: str
    sample: str
    case: str
    step: int
    bucket: Bucket
    severity: Severity
    message: str
    quote: str
    tool: str = ""
    error_class: str = ""
    rule: str = ""
    state_path: str = ""
    source: str = "samples"

    @property
    def quote_sha256(self) -> str:
        """64 hex digits of the quote's UTF-8 bytes."""
        return hashlib.sha256(self.quote.encode()).hexdigest()

    def to_json(self) -> JsonObject:
        """Return the finding as a JSON object, the quote's hash included."""
        return {**asdict(self), "quote_sha256": self.quote_sha256}


def quotable(text: str) -> str:
    """Return `text` as the event log writes it, less secrets and people's addresses and numbers."""
    return without_personal_data(redact_text(visible_text(text)))


def quoted(text: str) -> str:
    """Return the start of `text` as a finding may quote it: `quotable`, at most 300 characters."""
    return quotable(text)[:MAX_QUOTE]
