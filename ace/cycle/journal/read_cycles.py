"""The cycles of a repository, from their journals; nothing is written."""

from dataclasses import replace
from pathlib import Path

from ace.cycle.journal.cycle_record import CycleRecord, record_of
from ace.cycle.journal.journal import JOURNAL, ReadJournal, is_held, read_journal


def cycles_folder(state: Path) -> Path:
    """Return where the cycles of the repository with this `state` folder are."""
    return state / "cycles"


def last_cycles(state: Path, limit: int = 10) -> tuple[CycleRecord, ...]:
    """Return the last `limit` cycles, newest first. `state`: <git-common-dir>/ace."""
    out: list[CycleRecord] = []
    for folder in newest_first(state):
        if len(out) == limit:
            break
        found = read_cycle(folder)
        # One that was killed before its first line was whole has begun nothing; a damaged one is told.
        if found.started or found.closed:
            out.append(found)
    return tuple(out)


def read_cycle(folder: Path) -> CycleRecord:
    """Return the cycle in `folder`; of one whose journal is damaged, that it failed by this and is closed."""
    return look(folder)[0]


def look(folder: Path) -> tuple[CycleRecord, ReadJournal]:
    """Return the cycle in `folder`, as `read_cycle`, and its journal."""
    path = folder / JOURNAL
    # Asked before it is read: one that ends in between is then read to its end.
    is_running = is_held(path)
    read = read_journal(path)
    record = record_of(folder.name, read.lines, is_running=is_running)
    if not read.problem and read.lines and not record.started:
        read = read._replace(problem="line 1 is damaged")
    if read.problem and not is_running:
        record = replace(record, status="failed", failed=f"{path}: {read.problem}", closed=True)
    return record, read


def newest_first(state: Path) -> list[Path]:
    """Return the folders of cycles that began to be written down, newest first."""
    top = cycles_folder(state)
    found = sorted(top.glob("y-*"), reverse=True) if top.is_dir() else []
    return [folder for folder in found if (folder / JOURNAL).is_file()]
