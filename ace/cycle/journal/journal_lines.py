"""What is asked of a journal's lines. Pure."""

from collections.abc import Sequence

from ace.cycle.journal.cycle_record import Step
from runtime.contracts.json_types import JsonObject

# Says in `by` that a full disk ended it: that passes when a person makes room, and says nothing of the step.
DISK_FULL = "disk full"


def find_line(lines: Sequence[JsonObject], event: str, **fields: object) -> JsonObject:
    """Return the last line of `event` with these fields, empty when there is none."""
    return next((line for line in reversed(lines) if _fits(line, event, fields)), {})


def is_step_done(lines: Sequence[JsonObject], step: Step) -> bool:
    """Return True when `step` was come to the end of."""
    return bool(find_line(lines, "step", step=step, state="done"))


def failures_in_a_row(lines: Sequence[JsonObject]) -> int:
    """Return how often the cycle ended with an error since a step was come to the end of; full disks do not count."""
    count = 0
    for line in reversed(lines):
        if _fits(line, "step", {"state": "done"}):
            break
        count += _fits(line, "ended", {"status": "failed"}) and line.get("by") != DISK_FULL
    return count


def _fits(line: JsonObject, event: str, fields: dict[str, object]) -> bool:
    return line.get("event") == event and all(line.get(name) == value for name, value in fields.items())
