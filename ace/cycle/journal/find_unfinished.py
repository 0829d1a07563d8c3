"""Which unfinished cycle is gone on with, and what becomes of the others. Nothing is written: `ace status` asks too."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from ace.cycle.journal.cycle_plan import CyclePlan, other_settings
from ace.cycle.journal.cycle_record import CycleRecord
from ace.cycle.journal.journal import ReadJournal
from ace.cycle.journal.journal_lines import failures_in_a_row, find_line, is_step_done
from ace.cycle.journal.read_cycles import look, newest_first
from runtime.contracts.json_types import JsonObject

# A cause that does not pass must not keep the nights from ever running samples again.
MOST_FAILURES = 3
KEPT_DAYS = 14


class Unfinished(NamedTuple):
    """A cycle that did not come to its end, and why it is not gone on with, "" where it is."""

    folder: Path
    record: CycleRecord
    lines: tuple[JsonObject, ...]
    reason: str = ""

    @property
    def run(self) -> str:
        """Its run of samples, "" before there was one."""
        return self.record.run


@dataclass
class Found:
    """What is there, newest first: `going_on`, the one gone on with; `given_up`, not gone on with any more; `kept` for
    its own settings; `damaged`, with what is wrong; `empty`, journals of what began nothing.

    `run`: a run of samples to take over from one that is not gone on with, "" for none.
    """

    going_on: Unfinished | None = None
    given_up: list[Unfinished] = field(default_factory=list)
    kept: list[Unfinished] = field(default_factory=list)
    damaged: list[tuple[Path, ReadJournal]] = field(default_factory=list)
    empty: list[Path] = field(default_factory=list)
    run: str = ""


def find_unfinished(
    state: Path, plan: CyclePlan, now: str, run_problem: Callable[[str], str] = lambda run: ""
) -> Found:
    """Return what the next cycle, begun with `plan`, makes of the unfinished ones.

    The newest with the same settings and rules is gone on with. `run_problem` says why a run of samples cannot be gone
    on with, "" when it can. `now`: ISO UTC.
    """
    found = Found()
    for item in _unfinished(state, found):
        problem = ""
        if _is_old(item, now):
            found.given_up.append(item._replace(reason=f"nothing was done of it for {KEPT_DAYS} days"))
            continue
        if reason := _why_of_another(item, plan):
            found.kept.append(item._replace(reason=reason))
        else:
            problem = run_problem(item.run) if item.run else ""
            reason = why_begin_anew(item, plan) or problem
            if found.going_on is not None:
                reason = reason or f"{found.going_on.record.id} is gone on with"
            if not reason:
                found.going_on = item
                continue
            found.given_up.append(item._replace(reason=reason))
        if not found.run and not problem and _may_take_over(item, plan):
            found.run = item.run if not run_problem(item.run) else ""
    return found


def why_begin_anew(item: Unfinished, plan: CyclePlan) -> str:
    """Return why an unfinished cycle of the same settings is not gone on with, empty when it is."""
    begun = find_line(item.lines, "begun")
    failures = failures_in_a_row(item.lines)
    if plan.is_new:
        return "a new one was asked for"
    if begun.get("rules") != plan.rules:
        return f"the reviewed branch has moved ({_short(begun.get('rules'))} -> {_short(plan.rules)})"
    if failures >= MOST_FAILURES:
        return f"it failed {failures} times in the same step"
    if plan.until is not None and is_step_done(item.lines, plan.until):
        return f"it has come as far as --until {plan.until} asks for"
    return ""


def _unfinished(state: Path, found: Found) -> Iterator[Unfinished]:
    """Yield the unfinished cycles, newest first; note in `found` what cannot be read or began nothing."""
    for folder in newest_first(state):
        record, read = look(folder)
        if record.status == "running":
            continue
        if read.problem:
            found.damaged.append((folder, read))
        elif not read.lines:
            found.empty.append(folder)
        elif record.status != "done" and not record.closed:
            yield Unfinished(folder, record, read.lines)


def _why_of_another(item: Unfinished, plan: CyclePlan) -> str:
    """Return why a cycle of other settings is kept as it is, "" for one of the same."""
    begun = find_line(item.lines, "begun")
    if begun.get("settings") != plan.settings:
        return other_settings(begun, plan)
    if bool(begun.get("dry_run")) != plan.is_dry_run:
        return "one of the two is a dry run"
    return ""


def _may_take_over(item: Unfinished, plan: CyclePlan) -> bool:
    """Return True for a cycle that was cut off while it ran samples, under the same settings."""
    is_same = find_line(item.lines, "begun").get("settings") == plan.settings and not plan.is_new
    return bool(item.run) and is_same and not is_step_done(item.lines, "run")


def _is_old(item: Unfinished, now: str) -> bool:
    try:
        last = datetime.fromisoformat(str(item.lines[-1].get("at")))
        return datetime.fromisoformat(now) - last > timedelta(days=KEPT_DAYS)
    except (ValueError, TypeError):
        return False


def _short(commit: object) -> str:
    return str(commit)[:7] or "none"
