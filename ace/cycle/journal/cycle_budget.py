"""What one cycle used and may still use; every model call is counted as its answer comes in."""

import json
import os
from collections.abc import Sequence
from pathlib import Path
from time import monotonic

from ace.config.cycle_settings import CycleSettings
from ace.config.settings import CuratorSettings, GateSettings
from ace.evaluation.usage import Usage
from runtime.contracts.json_types import JsonObject
from runtime.contracts.ports import ModelReply

SPENT = "spent.jsonl"


class CycleBudget:
    """The ceilings of one `ace cycle`, and what the whole cycle used, also before it was killed or stopped.

    `used`: since it began; `granted`: what of it was used when a ceiling last ended it, and counts no more. Answers
    that were kept from before a kill cost nothing again.
    """

    def __init__(self, ceilings: CycleSettings, folder: Path, granted: Usage, started: float | None = None) -> None:
        self._ceilings, self._path, self._granted = ceilings, folder / SPENT, granted
        self._started = monotonic() if started is None else started
        self.used = read_spent(self._path)
        self._file = -1

    def count(self, reply: ModelReply) -> None:
        """Count one answer. It is with the operating system at once, so that a killed cycle has counted it."""
        self.used = self.used.plus(Usage(1, reply.prompt_tokens, reply.completion_tokens, reply.cost_usd))
        if self._file < 0:
            self._file = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
        line = [reply.prompt_tokens, reply.completion_tokens, reply.cost_usd]
        os.write(self._file, json.dumps(line).encode("ascii") + b"\n")

    @property
    def minutes(self) -> float:
        """Minutes since this command began."""
        return (monotonic() - self._started) / 60

    def reached(self) -> str:
        """Return the ceiling that is reached, as `200 model calls (cycle.max_calls)`; empty when none is."""
        most, now = self._ceilings, self.used.minus(self._granted)
        if most.max_calls is not None and now.model_calls >= most.max_calls:
            return f"{most.max_calls} model calls (cycle.max_calls)"
        if most.max_tokens is not None and now.tokens >= most.max_tokens:
            return f"{most.max_tokens} tokens (cycle.max_tokens)"
        if most.max_cost_usd is not None and now.usd >= most.max_cost_usd:
            return f"{most.max_cost_usd:g} USD (cycle.max_cost_usd)"
        if most.deadline_minutes is not None and self.minutes >= most.deadline_minutes:
            return f"{most.deadline_minutes:g} minutes (cycle.deadline_minutes)"
        return ""

    def for_judging(self, gate: GateSettings) -> tuple[GateSettings, frozenset[str]]:
        """Return `gate` with no more than what is left, and the names of its ceilings that became lower by that."""
        most, now = self._ceilings, self.used.minus(self._granted)
        left: dict[str, float | None] = {
            "max_calls": _left(most.max_calls, now.model_calls),
            "max_tokens": _left(most.max_tokens, now.tokens),
            "max_cost_usd": _left(most.max_cost_usd, now.usd),
            "max_minutes": _left(most.deadline_minutes, self.minutes),
        }
        own = {name: getattr(gate, name) for name in left}
        lower = {name: value for name, value in left.items() if value is not None and _is_less(value, own[name])}
        return gate.model_copy(update=dict(lower)), frozenset(f"gate.{name}" for name in lower)

    def for_drafting(self, curator: CuratorSettings) -> CuratorSettings:
        """Return `curator` with no more tokens and dollars than what is left."""
        most, now = self._ceilings, self.used.minus(self._granted)
        tokens, usd = _left(most.max_tokens, now.tokens), _left(most.max_cost_usd, now.usd)
        update: dict[str, float] = {}
        if tokens is not None and tokens < curator.tokens:
            update["tokens"] = tokens
        if usd is not None and _is_less(usd, curator.cost_usd):
            update["cost_usd"] = usd
        return curator.model_copy(update=update) if update else curator

    def close(self) -> None:
        """Close the file; closing twice does nothing."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1


def read_spent(path: Path) -> Usage:
    """Return what the answers noted at `path` used; a line that was cut off is left out."""
    try:
        lines = path.read_bytes().split(b"\n")[:-1]
    except FileNotFoundError:
        return Usage()
    rows = [row for line in lines if (row := _row(line))]
    return Usage(len(rows), int(sum(r[0] for r in rows)), int(sum(r[1] for r in rows)), sum(r[2] for r in rows))


def granted_before(lines: Sequence[JsonObject]) -> Usage:
    """Return what was used when a ceiling last ended the cycle of these journal lines."""
    ends = [line for line in lines if line.get("event") == "ended" and line.get("by") == "ceiling"]
    spent = ends[-1].get("spent") if ends else None
    row = [value for value in spent if isinstance(value, int | float)] if isinstance(spent, list) else []
    return Usage(int(row[0]), int(row[1]), int(row[2]), float(row[3])) if len(row) == 4 else Usage()


def _row(line: bytes) -> list[float]:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return []
    numbers = [one for one in value if isinstance(one, int | float)] if isinstance(value, list) else []
    return numbers if len(numbers) == 3 else []


def _left(most: float | None, used: float) -> float | None:
    return None if most is None else max(most - used, 0)


def _is_less(value: float, own: float | None) -> bool:
    return own is None or value < own
