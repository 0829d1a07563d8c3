"""What records of different makers call the same thing: ids, tasks, trials, scores. Pure."""

from collections.abc import Callable, Sequence
from pathlib import PurePath

from runtime.contracts.json_types import JsonObject, as_object
from runtime.traces.formats.transcript import BadRecord, Record

ID_FIELDS = ("id", "conversation_id", "trace_id", "thread_id", "session_id", "custom_id")
TASK_FIELDS = ("task_id", "sample_id", "question_id", "question_ID", "task")
TRIAL_FIELDS = ("trial", "epoch", "attempt")
SCORE_FIELDS = ("reward", "score", "success", "is_correct")
SOURCE_FIELDS = ("user", "user_id", "session_id")
_LONGEST_NAME = 200
# What a score that is no number was read as; it has been reported by then.
_UNSOUND = ("nan", "inf", "-inf")


def named(value: JsonObject, fields: Sequence[str]) -> str:
    """Return the first of `fields` that holds a name: a number, or a text on one line of at most 200 characters."""
    for field in fields:
        found = value.get(field)
        if isinstance(found, int) and not isinstance(found, bool):
            return str(found)
        if isinstance(found, str) and found.strip() and len(found) <= _LONGEST_NAME and "\n" not in found:
            return found.strip()
    return ""


def record_id(record: Record) -> str:
    """Return the record's own id, else its file's name and its line."""
    return named(record.value, ID_FIELDS) or f"{PurePath(record.file).name}:{record.line}"


def trial_of(value: JsonObject) -> int:
    """Return which try at its task a record is, from 0; 0 where it does not say."""
    for field in TRIAL_FIELDS:
        found = value.get(field)
        if isinstance(found, int) and not isinstance(found, bool) and found >= 0:
            return found
    return 0


def scores_of(record: Record, report: Callable[[BadRecord], None]) -> dict[str, float]:
    """Return the record's scores by name, truth as 1 and 0. One that is no number is reported and left out."""
    scores: dict[str, float] = {}
    given = [(field, record.value[field]) for field in SCORE_FIELDS if record.value.get(field) is not None]
    for name, value in (*given, *as_object(record.value.get("scores")).items()):
        if isinstance(value, bool | int | float) and abs(value) < 1e300:
            scores[name] = float(value)
        elif value not in _UNSOUND:
            report(BadRecord(record.file, record.line, f"score {name}", "is no number; left out"))
    return scores
