"""The cycle that is under way: begun anew, or gone on with where an earlier one was cut off."""

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from ace.cycle.journal.cycle_plan import CyclePlan
from ace.cycle.journal.cycle_record import Step
from ace.cycle.journal.find_unfinished import Found, Unfinished, find_unfinished
from ace.cycle.journal.journal import JOURNAL, Journal
from ace.cycle.journal.journal_lines import failures_in_a_row, find_line, is_step_done
from ace.cycle.journal.read_cycles import cycles_folder
from ace.runs.run_record import later_id
from runtime.contracts.json_types import JsonObject
from runtime.contracts.ports import Clock

DAMAGED = JOURNAL + ".damaged"


class CycleUnderWay:
    """One cycle with its journal; close it. `notes`: what a person should know of how it came about.

    `given_up`: ids of cycles that are not gone on with any more since this one was opened.
    """

    def __init__(self, journal: Journal, clock: Clock, notes: Sequence[str] = (), given_up: Sequence[str] = ()) -> None:
        self.journal, self._clock, self.notes, self.given_up = journal, clock, tuple(notes), tuple(given_up)

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
        return find_line(self.journal.lines, event, **fields)

    def is_done(self, step: Step) -> bool:
        """Return True when `step` was come to the end of."""
        return is_step_done(self.journal.lines, step)

    def text(self, event: str, name: str) -> str:
        """Return a field of the last line of `event` as text, "" when there is none."""
        value = self.find(event).get(name)
        return value if isinstance(value, str) else ""

    @property
    def failures_in_a_row(self) -> int:
        """How often it ended with an error since a step was come to the end of; full disks do not count."""
        return failures_in_a_row(self.journal.lines)

    def close(self) -> None:
        """Let the journal go."""
        self.journal.close()


def open_cycle(
    state: Path, plan: CyclePlan, clock: Clock, run_problem: Callable[[str], str] = lambda run: ""
) -> CycleUnderWay:
    """Return the newest unfinished cycle that was begun with `plan`, where it was cut off; else a new one.

    One of other settings is kept for them, for two weeks. One that is not gone on with any more is closed with the
    reason; its run of samples is taken over where only the reviewed commit is another. A damaged journal is put aside.
    `run_problem`: as `find_unfinished`. Raises: AceError.
    """
    found = find_unfinished(state, plan, clock.now(), run_problem)
    # Asked for first: where none can be made, nothing is closed for it.
    name = "" if found.going_on else later_id(_names(state), clock.now(), "y")
    notes = [*_put_aside(found), *_closed(found, clock)]
    given_up = [item.record.id for item in found.given_up]
    if found.going_on is not None:
        return _gone_on_with(found.going_on, plan, clock, (notes, given_up))
    notes += [f"{item.record.id} ({item.record.status}) is kept: {item.reason}" for item in found.kept]
    cycle = CycleUnderWay(Journal(cycles_folder(state) / name), clock, notes, given_up)
    cycle.write(
        "begun",
        process=os.getpid(),
        schedule=plan.schedule,
        settings=plan.settings,
        rules=plan.rules,
        dry_run=plan.is_dry_run,
        chosen=dict(plan.chosen),
    )
    if found.run:
        cycle.write("run", run=found.run)
    return cycle


def _gone_on_with(item: Unfinished, plan: CyclePlan, clock: Clock, told: tuple[list[str], list[str]]) -> CycleUnderWay:
    """Return the cycle gone on with. `told`: notes so far, and ids of those given up."""
    record, journal = item.record, Journal(item.folder)
    torn = "; the last line of its journal was cut off and is not used" if journal.was_torn else ""
    why = f", {record.failed}" if record.failed and record.status != "killed" else ""
    step = f" in step {record.step}" if record.step else ""
    note = f"going on with {record.id} of {record.started} ({record.status}{step}{why}){torn}; --new begins anew"
    cycle = CycleUnderWay(journal, clock, (note, *told[0]), told[1])
    cycle.write("resumed", process=os.getpid(), schedule=plan.schedule)
    return cycle


def _closed(found: Found, clock: Clock) -> list[str]:
    """Close what is not gone on with any more; return a note of each."""
    notes = []
    for item in found.given_up:
        record, cycle = item.record, CycleUnderWay(Journal(item.folder), clock)
        if record.status == "killed":
            failed = f"{record.failed}; not gone on with: {item.reason}"
            cycle.write("ended", status="killed", exit_code=None, failed=failed)
        cycle.write("closed", reason=item.reason)
        cycle.close()
        notes.append(f"{record.id} ({record.status}) is not gone on with: {item.reason}")
    return notes


def _put_aside(found: Found) -> list[str]:
    """Rename damaged journals and remove those that say nothing; return a note of each that a cycle is lost with."""
    for folder in found.empty:
        (folder / JOURNAL).unlink()
        with suppress(OSError):
            folder.rmdir()
    notes = []
    for folder, read in found.damaged:
        path = folder / JOURNAL
        kept = ""
        if not read.is_unreadable:
            path.rename(folder / DAMAGED)
            kept = f"; it is kept as {DAMAGED}"
        notes.append(f"{path}: {read.problem}{kept}; {folder.name} is not gone on with")
    return notes


def _names(state: Path) -> list[str]:
    top = cycles_folder(state)
    return [folder.name for folder in top.glob("y-*")] if top.is_dir() else []
