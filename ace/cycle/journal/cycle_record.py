"""One cycle as its journal tells it. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from runtime.contracts.json_types import JsonObject

Step: TypeAlias = Literal["run", "analyze", "draft", "retest", "judge", "commit", "push", "open"]
STEPS: tuple[Step, ...] = ("run", "analyze", "draft", "retest", "judge", "commit", "push", "open")
CycleStatus: TypeAlias = Literal["running", "done", "failed", "stopped", "killed"]
_STATUSES: Mapping[str, CycleStatus] = {name: name for name in get_args(CycleStatus)}
KILLED = "it was killed, or the machine went down"


@dataclass(frozen=True)
class CycleRecord:
    """One cycle. Times are ISO UTC to the second; `ended`, `exit_code` are None while it runs or where it was killed.

    `schedule`: the name of the schedule that started it, "" by hand. `status` "stopped": a ceiling, the deadline, a
    signal or `--until` ended it before its last step; "killed": it ended without a word. `step`: the last one it began.
    `opened`: ids of proposals it wrote a branch for. `failed`: why it did not come to its end, "" where it did.
    `resumed`: when it was last gone on with, "" if never. `run`: its run of samples, "" before there was one.
    `closed`: it is not gone on with, though it did not come to its end. `retested`: how many accepted rules it left out
    again.
    """

    id: str
    schedule: str
    started: str
    ended: str | None
    status: CycleStatus
    exit_code: int | None
    opened: tuple[str, ...] = ()
    failed: str = ""
    summary: str = ""
    step: str = ""
    run: str = ""
    resumed: str = ""
    closed: bool = False
    retested: int = 0


def record_of(name: str, lines: Sequence[JsonObject], *, is_running: bool) -> CycleRecord:
    """Return the cycle that a journal's `lines` tell of. `is_running`: its journal is held by a process."""
    first = lines[0] if lines else {}
    begun = _last(lines, "begun", "resumed")
    opened = tuple(dict.fromkeys(_text(line, "proposal") for line in lines if line.get("event") == "opened"))
    ended = next((line for line in reversed(lines) if line.get("event") in ("ended", "resumed")), {})
    is_ended = ended.get("event") == "ended"
    status, failed = _status(ended, is_ended=is_ended, is_running=is_running)
    code = ended.get("exit_code") if is_ended else None
    return CycleRecord(
        id=name,
        schedule=_text(begun, "schedule"),
        started=_text(first, "at"),
        ended=(_text(ended, "at") or None) if is_ended else None,
        status=status,
        exit_code=code if isinstance(code, int) else None,
        opened=opened,
        failed=failed,
        summary=_text(ended, "summary") if is_ended else "",
        step=_text(_last(lines, "step"), "step"),
        run=_text(_last(lines, "run"), "run"),
        resumed=_text(_last(lines, "resumed"), "at"),
        closed=bool(_last(lines, "closed")),
        retested=_length(_last(lines, "retested"), "rules"),
    )


def _status(ended: JsonObject, *, is_ended: bool, is_running: bool) -> tuple[CycleStatus, str]:
    if is_ended:
        return _STATUSES.get(_text(ended, "status"), "failed"), _text(ended, "failed")
    return ("running", "") if is_running else ("killed", KILLED)


def _last(lines: Sequence[JsonObject], *events: str) -> JsonObject:
    return next((line for line in reversed(lines) if line.get("event") in events), {})


def _text(line: JsonObject, name: str) -> str:
    value = line.get(name)
    return value if isinstance(value, str) else ""


def _length(line: JsonObject, name: str) -> int:
    value = line.get(name)
    return len(value) if isinstance(value, list) else 0
