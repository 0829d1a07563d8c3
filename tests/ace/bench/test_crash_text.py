"""What `ace bench crash` prints."""

import pytest

from ace.bench.crash_text import crash_text
from tests.ace.bench.crash_reports import crash_cycle, crash_report_of


def test_totals_come_first_and_where_processes_were_killed() -> None:
    lines = crash_text(crash_report_of(crash_cycle(repeated=3))).splitlines()
    assert lines[0] == "1 kill in 1 cycle, 60 s; one left alone: 10 requests, 2 proposals"
    assert lines[1] == "  1 of 1 cycles came to the same"
    assert "asked again: 3; under way without an answer on disk when killed: 2; not explained by that: 0" in lines[2]
    # A process that came past its point was killed nowhere.
    assert [line.split() for line in lines[5:]] == [["answer", "torn", "1"]]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"wrong_proposals": ["7f3a91c2b04e"]}, "7f3a91c2b04e; 0 requests repeated without need, 0 missing"),
        ({"torn": ["runs/r-1/run.json"], "changed": ["head"]}, "runs/r-1/run.json, head; 0 requests"),
        ({"unexplained": 2, "missing": 1}, "2 requests repeated without need, 1 missing"),
        ({"failed": "exit 1: no room"}, "exit 1: no room; 0 requests"),
    ],
    ids=["proposal", "files", "requests", "failed"],
)
def test_a_wrong_cycle_is_named_with_what_is_wrong(wrong: dict[str, object], said: str) -> None:
    text = crash_text(crash_report_of(crash_cycle(), crash_cycle(cycle=1, **wrong)))
    assert "  1 of 2 cycles came to the same\n" in text
    (line,) = (line for line in text.splitlines() if "WRONG" in line)
    assert line.startswith("  WRONG: cycle 1: ")
    assert said in line
