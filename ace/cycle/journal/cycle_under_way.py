"""The cycle that is under way: begun anew, or gone on with where an earlier one was cut off."""

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from ace.config.settings import Settings
from ace.cycle.journal.cycle_record import CycleRecord, Step
from ace.cycle.journal.journal import JOURNAL, Journal
from ace.cycle.journal.read_cycles import cycles_folder, newest_first, read_cycle
from ace.cycle.run_record import later_id
from ace.errors import AceError
from runtime.contracts.json_types import JsonObject, content_hash
from runtime.contracts.ports import Clock

# Neither what a run nor what a verdict depends on: another value goes on with the same cycle.
_IDLE = frozenset({"cycle", "review", "forge", "schedules", "daemon", "notify"})
# A cause that does not pass must not keep the nights from ever running samples again.
MOST_FAILURES = 3
_IDLE_GATE = frozenset({"max_calls", "max_tokens", "max_cost_usd", "max_minutes"})


@dataclass(frozen=True)
class CyclePlan:
    """What a cycle is begun with. `settings`: a hash; `rules`: the reviewed commit, "" where there is none."""

    settings: str
    rules: str
    schedule: str = ""
    is_dry_run: bool = False
    until: Step | None = None
    is_new: bool = False


def settings_hash(settings: Settings) -> str:
    """Return a hash of the settings that a cycle's runs, drafts and verdicts depend on."""
    value = settings.model_dump(mode="json", by_alias=True, exclude=set(_IDLE))
    gate = value.get("gate", {})
    return content_hash({**value, "gate": {name: gate[name] for name in gate if name not in _IDLE_GATE}}, 16)


class CycleUnderWay:
    """One cycle with its journal; close it. `notes`: what a person should know of how it came about."""

    def __init__(self, journal: Journal, clock: Clock, notes: Sequence[str] = ()) -> None:
        self.journal, self._clock, self.notes = journal, clock, tuple(notes)

    @property
    def id(self) -> str:
        """The cycle's id."""
        return self.journal.folder.name

    @property
    def folder(self) -> Path:
        """Where it keeps what it needs to be gone on with."""
        return self.journal.folder

    def write(self, event: str, **fields: object) -> None:
        """Write a line and wait until it is on disk. Raises: AceError."""
        self.journal.write(event, self._clock.now(), **fields)

    def find(self, event: str, **fields: object) -> JsonObject:
        """Return the last line of `event` with these fields, empty when there is none."""
        return next((line for line in reversed(self.journal.lines) if _fits(line, event, fields)), {})

    def is_done(self, step: Step) -> bool:
        """Return True when `step` was come to the end of."""
        return bool(self.find("step", step=step, state="done"))

    def text(self, event: str, name: str) -> str:
        """Return a field of the last line of `event` as text, "" when there is none."""
        value = self.find(event).get(name)
        return value if isinstance(value, str) else ""

    @property
    def failures_in_a_row(self) -> int:
        """How often it ended with an error since a step was come to the end of."""
        count = 0
        for line in reversed(self.journal.lines):
            if _fits(line, "step", {"state": "done"}):
                break
            count += _fits(line, "ended", {"status": "failed"})
        return count

    def close(self) -> None:
        """Let the journal go."""
        self.journal.close()


def open_cycle(
    state: Path, plan: CyclePlan, clock: Clock, run_problem: Callable[[str], str] = lambda run: ""
) -> CycleUnderWay:
    """Return the newest cycle where it was cut off and `plan` is what it was begun with; else a new one.

    `run_problem` says why a run of samples cannot be gone on with, "" when it can. A cycle that is not gone on with is
    closed with the reason; its run of samples is taken over where only the reviewed commit is another.
    Raises: AceError.
    """
    notes: list[str] = []
    run = ""
    left = _newest_begun(state)
    if left is not None and (record := read_cycle(left)).status != "done":
        try:
            journal = Journal(left)
        except AceError as exc:
            notes.append(f"not gone on with: {exc}")
        else:
            cycle = CycleUnderWay(journal, clock)
            run = cycle.text("run", "run")
            problem = run_problem(run) if run else ""
            reason = why_begin_anew(cycle, plan) or problem
            if not reason:
                return _gone_on_with(cycle, record, plan)
            notes += _closed(cycle, record, reason)
            run = run if not problem and _may_take_over(cycle, plan) else ""
            journal.close()
    cycle = CycleUnderWay(Journal(cycles_folder(state) / later_id(_names(state), clock.now(), "y")), clock, notes)
    cycle.write(
        "begun",
        process=os.getpid(),
        schedule=plan.schedule,
        settings=plan.settings,
        rules=plan.rules,
        dry_run=plan.is_dry_run,
    )
    if run:
        cycle.write("run", run=run)
    return cycle


def why_begin_anew(cycle: CycleUnderWay, plan: CyclePlan) -> str:
    """Return why the unfinished `cycle` is not gone on with, empty when it is."""
    begun = cycle.find("begun")
    if cycle.find("closed"):
        return "it was closed"
    if plan.is_new:
        return "a new one was asked for"
    if begun.get("settings") != plan.settings:
        return "the settings have changed"
    if begun.get("rules") != plan.rules:
        return f"the reviewed branch has moved ({_short(begun.get('rules'))} -> {_short(plan.rules)})"
    if bool(begun.get("dry_run")) != plan.is_dry_run:
        return "one of the two is a dry run"
    if cycle.failures_in_a_row >= MOST_FAILURES:
        return f"it failed {cycle.failures_in_a_row} times in the same step"
    if plan.until is not None and cycle.is_done(plan.until):
        return f"it has come as far as --until {plan.until} asks for"
    return ""


def _gone_on_with(cycle: CycleUnderWay, record: CycleRecord, plan: CyclePlan) -> CycleUnderWay:
    torn = "; the last line of its journal was cut off and is not used" if cycle.journal.was_torn else ""
    why = f", {record.failed}" if record.failed and record.status != "killed" else ""
    step = f" in step {record.step}" if record.step else ""
    note = f"going on with {cycle.id} of {record.started} ({record.status}{step}{why}){torn}; --new begins anew"
    cycle.write("resumed", process=os.getpid(), schedule=plan.schedule)
    return CycleUnderWay(cycle.journal, cycle._clock, (note,))


def _closed(cycle: CycleUnderWay, record: CycleRecord, reason: str) -> list[str]:
    if cycle.find("closed"):
        return []
    if record.status == "killed":
        cycle.write("ended", status="killed", exit_code=None, failed=f"{record.failed}; not gone on with: {reason}")
    cycle.write("closed", reason=reason)
    return [f"{cycle.id} ({record.status}) is not gone on with: {reason}"]


def _may_take_over(cycle: CycleUnderWay, plan: CyclePlan) -> bool:
    """Return True for a cycle that was cut off while it ran samples, under the same settings."""
    is_same = cycle.find("begun").get("settings") == plan.settings and not plan.is_new
    return is_same and not cycle.is_done("run")


def _newest_begun(state: Path) -> Path | None:
    """Return the folder of the newest cycle. One that was killed before its first line was whole is taken away."""
    for folder in newest_first(state):
        if read_cycle(folder).started:
            return folder
        (folder / JOURNAL).unlink()
        with suppress(OSError):
            folder.rmdir()
    return None


def _names(state: Path) -> list[str]:
    return [folder.name for folder in newest_first(state)]


def _fits(line: JsonObject, event: str, fields: dict[str, object]) -> bool:
    return line.get("event") == event and all(line.get(name) == value for name, value in fields.items())


def _short(commit: object) -> str:
    return str(commit)[:7] or "none"
