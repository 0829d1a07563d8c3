"""Files of one format and of several."""

import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest

from runtime.contracts.errors import TraceError
from runtime.contracts.json_types import JsonObject
from runtime.traces.formats import openai_messages
from runtime.traces.formats.read_transcripts import FileReading
from runtime.traces.formats.registry import FORMATS
from runtime.traces.formats.transcript import BadRecord, Record, Transcript
from tests.runtime.traces.formats.reading import HELLO, written

TALK: JsonObject = {"history": [{"role": "human", "content": "?"}, {"role": "Clerk", "content": "Six."}]}
EVAL: JsonObject = {
    "eval": {"task": "hours"},
    "status": "success",
    "samples": [{"id": 1, "epoch": 1, "messages": HELLO["messages"]}],
}


def lines(folder: Path, *values: JsonObject) -> Path:
    """Return a file with a record a line."""
    return written(folder, "".join(json.dumps(value) + "\n" for value in values))


def test_a_file_of_several_formats(tmp_path: Path) -> None:
    problems: list[BadRecord] = []
    reading = FileReading(lines(tmp_path, TALK, HELLO, EVAL, {"who": 1}, TALK, HELLO), problems.append)
    found = [(one.format, one.line) for one in reading.transcripts()]
    assert sorted(found) == [
        ("chat-history", 1),
        ("chat-history", 5),
        ("inspect", 3),
        ("openai-messages", 2),
        ("openai-messages", 6),
    ]
    assert reading.formats == {"chat-history": 2, "openai-messages": 2, "inspect": 1}
    assert reading.records == 6
    assert [(one.line, one.reason) for one in problems] == [(4, "fits no format; it has who")]


def test_a_record_of_no_format_says_what_it_has(tmp_path: Path) -> None:
    problems: list[BadRecord] = []
    wide: JsonObject = {f"field{n}" + "x" * 100 * (n == 0): n for n in range(12)}
    assert list(FileReading(lines(tmp_path, wide, {}), problems.append).transcripts()) == []
    assert problems[0].reason.endswith("field1, field2, field3, field4, field5, field6, field7 and 4 more")
    assert problems[1].reason == "fits no format; it has no fields"


def test_a_format_can_be_forced(tmp_path: Path) -> None:
    problems: list[BadRecord] = []
    reading = FileReading(lines(tmp_path, HELLO, TALK), problems.append, "openai-messages")
    assert [one.line for one in reading.transcripts()] == [1]
    assert [(one.line, one.reason) for one in problems] == [(2, "is no openai-messages record; it has history")]
    with pytest.raises(TraceError, match="no trace format 'csv'"):
        list(FileReading(lines(tmp_path, HELLO), problems.append, "csv").transcripts())


class Fragile:
    """A format whose reader fails at some records."""

    NAME = "fragile"

    def fits(self, value: JsonObject) -> bool:
        """Return True for what has a number."""
        return "number" in value

    def read(self, records: Iterable[Record], report: Callable[[BadRecord], None]) -> Iterator[Transcript]:
        """Yield a transcript a record; a number of 0 is too much for it."""
        for record in records:
            number = record.value["number"]
            assert isinstance(number, int)
            yield Transcript(str(100 // number), "fragile", record.file, record.line, ())


def test_a_reader_that_fails_loses_one_record(tmp_path: Path) -> None:
    problems: list[BadRecord] = []
    values: list[JsonObject] = [{"number": 5}, {"number": 0}, HELLO, {"number": 0}, {"number": 4}, {"number": 0}]
    reading = FileReading(lines(tmp_path, *values), problems.append, known=(Fragile(), openai_messages))
    assert [(one.id, one.line) for one in reading.transcripts()] == [("20", 1), ("25", 5), ("traces.jsonl:3", 3)]
    assert [one.line for one in problems] == [2, 4, 6]
    assert problems[0].reason.startswith("cannot be read as fragile: ZeroDivisionError")
    assert reading.records == 6


def test_records_come_as_they_are_read(tmp_path: Path) -> None:
    problems: list[BadRecord] = []
    reading = FileReading(lines(tmp_path, *[HELLO] * 50), problems.append)
    next(reading.transcripts())
    assert reading.records < 3


def test_what_a_forced_format_does_not_fit_is_told_whatever_the_format(tmp_path: Path) -> None:
    for name in (one.NAME for one in FORMATS):
        problems: list[BadRecord] = []
        assert list(FileReading(lines(tmp_path, {"who": 1}), problems.append, name).transcripts()) == []
        assert [(one.line, one.reason) for one in problems] == [(1, f"is no {name} record; it has who")]


def test_an_event_log_of_our_own_is_told_once_with_what_to_do(tmp_path: Path) -> None:
    problems: list[BadRecord] = []
    events: list[JsonObject] = [{"type": kind, "run": "r", "episode": "e"} for kind in ("episode", "step", "outcome")]
    reading = FileReading(lines(tmp_path, *events, HELLO), problems.append)
    assert [one.line for one in reading.transcripts()] == [4]
    assert [one.line for one in problems] == [1]
    assert "`ace analyze RUN`" in problems[0].reason
    assert "`ace export RUN`" in problems[0].reason
    assert reading.records == 4
