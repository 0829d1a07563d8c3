"""The formats that can be read. A new one is a module and a line here; the first that fits a record reads it."""

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol

from runtime.contracts.errors import TraceError
from runtime.contracts.json_types import JsonObject
from runtime.traces.formats import chat_history, inspect_log, langsmith, openai_messages, otlp
from runtime.traces.formats.transcript import BadRecord, Record, Transcript


class TraceFormat(Protocol):
    """What a format's module has."""

    NAME: str

    def fits(self, value: JsonObject) -> bool:
        """Return True when a record looks like this format's."""

    def read(self, records: Iterable[Record], report: Callable[[BadRecord], None]) -> Iterator[Transcript]:
        """Yield the transcripts of the format's records, which may be spread over several."""


# Those with the clearest marks first; what only holds messages last.
FORMATS: tuple[TraceFormat, ...] = (otlp, inspect_log, langsmith, chat_history, openai_messages)


def load_format(name: str) -> TraceFormat:
    """Return the format of that name. Raises: TraceError that names those there are."""
    found = next((one for one in FORMATS if name == one.NAME), None)
    if found is None:
        raise TraceError(f"no trace format {name!r}; there are {', '.join(one.NAME for one in FORMATS)}")
    return found


def format_for(value: JsonObject, formats: tuple[TraceFormat, ...] = FORMATS) -> TraceFormat | None:
    """Return the first format that fits a record; None when none does."""
    return next((one for one in formats if one.fits(value)), None)
