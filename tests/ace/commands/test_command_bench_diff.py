"""`ace bench diff`."""

from collections.abc import Callable

import pytest

import ace.bench.diff_speed as bench
from tests.conftest import Ran


def test_json_has_clock_and_cpu_of_each_size(ace: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "PASSES", 1)
    ran = ace("bench", "diff", "--rules", "5", "--json", "--quiet")
    assert (ran.code, ran.err) == (0, "")
    rows = ran.json["rows"]
    assert isinstance(rows, list)
    assert [row["name"] for row in rows] == ["ace diff, 5 rules, clock", "ace diff, 5 rules, CPU"]
    assert all(row["ours"] > 0 and row["other"] > 0 for row in rows)
