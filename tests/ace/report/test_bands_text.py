"""The bands' table: 80 columns, every count, strangers' words escaped."""

import math

from ace.measurements.read_rows import BadRow
from ace.report.bands_text import bands_text
from analyzers.bands import BandSettings, bands

ROWS: list[dict[str, object]] = [
    {"real": i % 100 == 0, "tool": {"border": 0.0, "big": 1e9 / (i + 1)}} for i in range(400)
] + [{"real": i % 4 == 0, "tool": {"border": 1.0 + i, "big": math.nan}} for i in range(200)]


def test_a_reviewer_reads_it_in_80_columns() -> None:
    text = bands_text(bands(ROWS, "real", (), BandSettings()), [], 0, "candidates.jsonl")
    assert max(map(len, text.splitlines())) <= 80
    assert text.startswith("candidates.jsonl: 600 rows with a label, 54 true (9.0%) by `real`\n")
    line = next(line for line in text.splitlines() if line.startswith("  = 0 "))
    assert line.split() == ["=", "0", "400", "4", "1.0%", "[0.4%,", "2.5%]", "few", "true"]
    assert "  400 numbers, 200 nan" in text
    assert "no number: row 401 (nan), row 402 (nan), row 403 (nan)" in text
    assert "many true" in text


def test_smaller_values_that_go_with_true_are_said_to() -> None:
    made = [{"real": i < 30, "x": i} for i in range(100)]
    assert "(smaller values go with true)" in bands_text(bands(made, "real", ["x"], BandSettings()), [], 0, "f")


def test_what_was_left_out_is_said() -> None:
    made: list[dict[str, object]] = [{"real": 1, "x": 1}, {"real": "per\x1bhaps", "x": 2}, {"x": 3}]
    text = bands_text(bands(made, "real", ["x"], BandSettings()), [BadRow(7, "not \x1b[31m JSON")], 12, "a\x1b.csv")
    assert "2 rows left out for want of a label: row 2 (per\\x1bhaps) and 1 more" in text
    assert "12 rows could not be read:\n    line 7: not \\x1b[31m JSON" in text
    assert "every label is the same" in text
    assert "AUC none" in text
    assert "\x1b" not in text


def test_open_ends_of_cut_points_are_in_words() -> None:
    text = bands_text(bands(ROWS, "real", ["tool.border"], BandSettings(cuts=(0.5, 500.0))), [], 0, "f")
    assert "below 0.5 " in text
    assert "0.5 to <500 " in text
    assert "from 500 " in text
    assert any(line.split() == ["from", "500", "0", "0", "-"] for line in text.splitlines())
