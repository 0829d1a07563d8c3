"""The cycles of a repository, from their journals; nothing is written."""

from pathlib import Path

from ace.cycle.journal.cycle_record import CycleRecord, record_of
from ace.cycle.journal.journal import JOURNAL, is_held, read_journal


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
        # One that was killed before its first line was whole has begun nothing.
        if found.started:
            out.append(found)
    return tuple(out)


def read_cycle(folder: Path) -> CycleRecord:
    """Return the cycle in `folder`."""
    path = folder / JOURNAL
    # Asked before it is read: one that ends in between is then read to its end.
    is_running = is_held(path)
    return record_of(folder.name, read_journal(path).lines, is_running=is_running)


def newest_first(state: Path) -> list[Path]:
    """Return the folders of cycles that began to be written down, newest first."""
    top = cycles_folder(state)
    found = sorted(top.glob("y-*"), reverse=True) if top.is_dir() else []
    return [folder for folder in found if (folder / JOURNAL).is_file()]
