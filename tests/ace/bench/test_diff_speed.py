"""`ace diff` as a process beside `git diff`."""

from dataclasses import replace
from pathlib import Path

import pytest

import ace.bench.diff_speed as bench
from ace.bench.diff_repository import make_diff_repository
from ace.bench.diff_speed import DiffBench, Taken, bench_json, bench_text, rows
from ace.errors import AceError

FOUND = [DiffBench(1_000, Taken(0.25, 0.2), Taken(0.02, 0.01)), DiffBench(10_000, Taken(2.5, 2.4), Taken(0.02, 0.01))]


def test_the_clock_is_held_against_its_target_and_cpu_time_stands_beside_it() -> None:
    assert [(row.ours, row.other, row.is_met) for row in rows(FOUND)] == [
        (0.25, 0.02, True),
        (0.2, 0.01, None),
        (2.5, 0.02, False),
        (2.4, 0.01, None),
    ]
    assert "ace diff, 1,000 rules, clock" in bench_text(FOUND)
    assert len(bench_json(FOUND)["rows"]) == 4  # type: ignore[arg-type]


def test_a_size_without_a_target_has_none() -> None:
    assert [row.target for row in rows([FOUND[0]._replace(rules=77)])] == [None, None]


def test_a_diff_that_leaves_a_proposal_out_is_not_measured(tmp_path: Path) -> None:
    repository = replace(make_diff_repository(tmp_path, 5), branches=("ace/p/absent",))
    with pytest.raises(AceError, match="left out ace/p/absent"):
        bench._ours(repository)
