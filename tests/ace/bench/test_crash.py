"""Killed cycles need one to be compared with."""

from pathlib import Path

import pytest

from ace.bench.crash import run_crash
from ace.errors import AceError


def test_a_cycle_left_alone_that_opens_nothing_is_an_error_that_says_what_it_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The cycle is a process of its own: it ends before it begins.
    (tmp_path / "sitecustomize.py").write_text("raise SystemExit('no cycle here')\n", encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    told: list[str] = []
    with pytest.raises(AceError, match=r"left alone opened 0 proposals \(exit 1\): (.|\n)*no cycle here"):
        run_crash(1, 4, told.append)
    assert told == []
