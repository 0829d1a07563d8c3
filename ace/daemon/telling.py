"""What the daemon says of cycles that are missed, fail, or work again. Pure."""

from datetime import datetime, timedelta

from ace.daemon.health import FAILED, Result, iso
from ace.daemon.notices import Kind, Notice
from ace.daemon.running_cycle import Due

_KINDS: dict[str, Kind] = {"deadline": "deadline", "busy": "busy", "not started": "not started"}


def missed_while_down(due: Due) -> Notice:
    """Due times passed while no daemon ran."""
    name, times = due.schedule.name, "1 due time" if due.missed == 1 else f"{due.missed} due times"
    text = (
        f"{name}: {times} passed while no daemon ran, the last at {iso(due.at)}; one cycle starts now in "
        f"{'its' if due.missed == 1 else 'their'} place"
    )
    return Notice("missed", name, text, "no daemon ran", due.at)


def started_late(due: Due, now: datetime) -> Notice:
    """The machine slept, or the clock leapt."""
    name, late = due.schedule.name, timedelta(seconds=round((now - due.at).total_seconds()))
    more = f", and {due.missed - 1} more passed" if due.missed > 1 else ""
    text = f"{name}: due at {iso(due.at)}, {late} ago{more}: the machine slept or its clock leapt; a cycle starts now"
    return Notice("missed", name, text, "the machine slept or its clock leapt", due.at)


def still_running(name: str, at: datetime, running: Due | None) -> Notice:
    """A due time came while the schedule's last cycle was not over."""
    is_own = running is not None and running.schedule.name == name
    state = "its last cycle still runs" if is_own else "it still waits for another schedule's cycle"
    text = f"{name}: due at {iso(at)}, but {state}; this time is left out. Give it more time between cycles"
    return Notice("missed", name, text, state, at)


def ended(due: Due, result: Result, log: str, *, was_failing: bool) -> Notice | None:
    """Return what to tell of a cycle that ended, None where it went well as before, or ended as it was asked to."""
    name = due.schedule.name
    if result.status in FAILED:
        text = f"{name}: the cycle due at {iso(due.at)} failed: {result.reason}; see {log}"
        kind = _KINDS.get(result.status, "failed")
        return Notice(kind, name, text, result.reason, due.at, result.cycle, result.exit_code)
    if result.status == "done" and was_failing:
        text = f"{name}: works again: the cycle due at {iso(due.at)} came to a good end"
        return Notice("recovered", name, text, due=due.at, cycle=result.cycle, exit_code=result.exit_code)
    return None
