"""A file's transcripts, whatever mixture of formats it holds."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from runtime.contracts.json_types import JsonObject
from runtime.traces.formats.load_records import load_records
from runtime.traces.formats.registry import FORMATS, TraceFormat, format_for, load_format
from runtime.traces.formats.transcript import BadRecord, Record, Transcript

_KEYS_NAMED = 8
_OWN_EVENTS = (
    "this file is an event log of ACE, not a trace of another program, and none of its events is imported: "
    "`ace analyze RUN` works on its run as it is; `ace export RUN` makes traces of it"
)


@dataclass
class FileReading:
    """What has been read of a file so far: `formats` maps the names of those found to their number of records."""

    path: Path
    report: Callable[[BadRecord], None]
    format_name: str | None = None
    known: tuple[TraceFormat, ...] = FORMATS
    formats: dict[str, int] = field(default_factory=dict)
    records: int = 0
    _aside: list[Record] = field(default_factory=list)
    _last: Record | None = None
    _has_own_events: bool = False

    def transcripts(self) -> Iterator[Transcript]:
        """Yield the file's transcripts: those of its first record's format first, then those of the others.

        A record that no format fits is reported with its fields. Raises: TraceError for an unknown `format_name`.
        """
        chosen = load_format(self.format_name) if self.format_name else None
        waiting: Iterator[Record] = load_records(self.path, self.report)
        while True:
            first = next(waiting, None)
            if first is None:
                if not self._aside:
                    return
                waiting, self._aside = iter(self._aside), []
                continue
            found = self._format_of(first, chosen)
            if found is None:
                self._count(first, "")
                self._tell_of(first)
            else:
                yield from self._read(found, first, waiting)

    def _read(self, chosen: TraceFormat, first: Record, waiting: Iterator[Record]) -> Iterator[Transcript]:
        """Read with one format what fits it, and put the rest aside.

        A reader that fails loses the record it failed at, which is reported; it starts again with the next.
        """
        records: Iterator[Record] | None = self._of(chosen, first, waiting)
        while records is not None:
            try:
                yield from chosen.read(records, self.report)
                records = None
            except Exception as exc:  # noqa: BLE001  the boundary of one record: what it holds must stop no import
                at = self._last or first
                self.report(BadRecord(at.file, at.line, "record", f"cannot be read as {chosen.NAME}: {exc!r}"))
                following = next(waiting, None)
                while following is not None and not self._is_for(chosen, following):
                    self._aside.append(following)
                    following = next(waiting, None)
                records = None if following is None else self._of(chosen, following, waiting)

    def _of(self, chosen: TraceFormat, first: Record, waiting: Iterator[Record]) -> Iterator[Record]:
        self._count(first, chosen.NAME)
        yield first
        for record in waiting:
            if self._is_for(chosen, record):
                self._count(record, chosen.NAME)
                yield record
            else:
                self._aside.append(record)

    def _is_for(self, chosen: TraceFormat, record: Record) -> bool:
        found = self._format_of(record, chosen if self.format_name else None)
        return found is not None and found.NAME == chosen.NAME

    def _format_of(self, record: Record, chosen: TraceFormat | None) -> TraceFormat | None:
        """Return the format that reads the record: of one chosen for all, that or none."""
        if chosen is not None:
            return chosen if chosen.fits(record.value) else None
        return format_for(record.value, self.known)

    def _tell_of(self, record: Record) -> None:
        """Report a record that cannot be read; events of ACE's own log, which come by the thousand, once a file."""
        if not is_own_event(record.value):
            wanted = f"is no {self.format_name} record" if self.format_name else "fits no format"
            reason = f"{wanted}; it has {_fields(record.value)}"
        elif self._has_own_events:
            return
        else:
            self._has_own_events = True
            reason = _OWN_EVENTS
        self.report(BadRecord(record.file, record.line, "record", reason))

    def _count(self, record: Record, name: str) -> None:
        self._last = record
        self.records += 1
        if name:
            self.formats[name] = self.formats.get(name, 0) + 1


def is_own_event(value: JsonObject) -> bool:
    """Return True for an event of ACE's own log."""
    return value.get("type") in ("episode", "step", "outcome") and {"run", "episode"} <= value.keys()


def _fields(value: JsonObject) -> str:
    keys = [key if len(key) <= 40 else f"{key[:40]}..." for key in value]
    more = f" and {len(keys) - _KEYS_NAMED} more" if len(keys) > _KEYS_NAMED else ""
    return f"{', '.join(keys[:_KEYS_NAMED]) or 'no fields'}{more}"
