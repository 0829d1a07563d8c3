"""Output of cycles: so much, and so many."""

from datetime import timedelta
from pathlib import Path

from ace.daemon.cycle_logs import CycleLog, last_line, log_path, prune_logs
from tests.ace.daemon.daemon_building import at


def test_a_full_file_says_how_much_was_left_out(tmp_path: Path) -> None:
    log = CycleLog(tmp_path / "logs" / "a.log", 10)
    for part in (b"1234", b"5678", b"90abcdef", b"more"):
        log.write(part)
    log.close()
    assert log.path.read_bytes() == b"1234567890\n... 10 bytes more were left out\n"
    assert log.path.stat().st_mode & 0o077 == 0


def test_what_fits_is_kept_as_it_is(tmp_path: Path) -> None:
    log = CycleLog(tmp_path / "a.log", 10)
    log.write(b"1234567890")
    log.close()
    assert log.path.read_bytes() == b"1234567890"


def test_the_newest_are_kept(tmp_path: Path) -> None:
    begin = at("2026-11-30 02:15")
    paths = [log_path(tmp_path, "nightly", begin + timedelta(hours=hours)) for hours in range(0, 50, 10)]
    for path in paths:
        path.write_bytes(b"x")
    (tmp_path / "notes.txt").write_bytes(b"a person's")
    prune_logs(tmp_path, 2)
    assert sorted(tmp_path.iterdir()) == sorted([*paths[-2:], tmp_path / "notes.txt"])


def test_the_last_line_that_says_something(tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    assert last_line(path) == ""
    path.write_bytes(b"first\n" * 5000 + b"ace: no controller is configured\n\n  \n")
    assert last_line(path) == "ace: no controller is configured"
    path.write_bytes(b"\xff" + b"x" * 1000)
    assert len(last_line(path)) == 300
