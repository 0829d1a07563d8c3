"""What the duplicates bench prints."""

from ace.bench.duplicates import DuplicateBench, DuplicateRow
from ace.bench.duplicates_text import duplicates_text


def test_rows_and_what_was_skipped() -> None:
    rows = (
        DuplicateRow("ours", 0.05, 1.0, 10, 1.0, 0.9, 0),
        DuplicateRow("other", 1.0, 20.0, 12, 0.5, 1.0, 6, note="find() at .9"),
        DuplicateRow("gone", skipped="no network"),
    )
    lines = duplicates_text(DuplicateBench(50, 11, 6, 5, 1.5, rows)).splitlines()
    assert lines[0] == "50 made-up rules; known pairs: 11 duplicates, 6 opposites"
    assert lines[2].split() == ["ours", "0.050", "1.0", "10", "100.0%", "90.0%", "0"]
    assert lines[4].split(maxsplit=1) == ["gone", "skipped: no network"]
    assert lines[-1] == "other: find() at .9"
    assert "ours names 5 of the 6 opposites" in lines[-3]
