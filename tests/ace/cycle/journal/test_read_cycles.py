"""The cycles of a repository."""

from pathlib import Path

from ace.cycle.journal import last_cycles
from ace.cycle.journal.journal import JOURNAL, Journal
from ace.cycle.journal.read_cycles import cycles_folder

AT = "2026-11-30T12:00:00Z"


def cycle(state: Path, name: str, *events: str) -> Journal:
    """Return the open journal of a cycle."""
    journal = Journal(cycles_folder(state) / name)
    for event in events:
        journal.write(event, AT)
    return journal


def test_newest_first_and_no_more_than_asked_for(tmp_path: Path) -> None:
    for number in range(4):
        cycle(tmp_path, f"y-2026113{number}-000000-aaaa", "begun").close()
    assert [found.id[:10] for found in last_cycles(tmp_path, 2)] == ["y-20261133", "y-20261132"]
    assert len(last_cycles(tmp_path)) == 4


def test_one_under_way_is_running_and_one_let_go_was_killed(tmp_path: Path) -> None:
    journal = cycle(tmp_path, "y-1", "begun")
    assert last_cycles(tmp_path)[0].status == "running"
    journal.close()
    assert last_cycles(tmp_path)[0].status == "killed"


def test_what_began_nothing_is_left_out(tmp_path: Path) -> None:
    cycle(tmp_path, "y-1", "begun").close()
    cycle(tmp_path, "y-2").close()
    (cycles_folder(tmp_path) / "y-3").mkdir()
    torn = cycles_folder(tmp_path) / "y-4"
    torn.mkdir()
    (torn / JOURNAL).write_bytes(b'{"event": "beg')
    assert [found.id for found in last_cycles(tmp_path, 1)] == ["y-1"]


def test_without_a_cycle_there_is_none(tmp_path: Path) -> None:
    assert last_cycles(tmp_path) == ()
