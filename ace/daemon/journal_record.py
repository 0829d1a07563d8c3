"""Find the journal's record of the cycle that the daemon just ran."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from ace.cycle.journal import CycleRecord, last_cycles

# The journal's times have no fractions of a second.
_ROUNDING = timedelta(seconds=1)
_LOOKED_AT = 5


def newest_of(state: Path, schedule: str, started: datetime) -> CycleRecord | None:
    """Return the newest cycle of `schedule` that began, or was gone on with, since `started`; None without one."""
    for cycle in last_cycles(state, _LOOKED_AT):
        begun = max(moments(cycle), default=None)
        if cycle.schedule == schedule and begun is not None and begun >= started - _ROUNDING:
            return cycle
    return None


def moments(cycle: CycleRecord) -> list[datetime]:
    """Return when a cycle was started, and gone on with where it was."""
    out = []
    for text in (cycle.started, cycle.resumed):
        try:
            out.append(datetime.fromisoformat(text).astimezone(UTC))
        except ValueError:
            continue
    return out
