"""The daemon's soak."""

import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from ace.bench.daemon_soak import Every, soak_daemon, weigh


def test_due_times_are_on_a_grid() -> None:
    times = Every(0.5)
    begin = datetime(2026, 11, 30, tzinfo=UTC)
    assert times.next_after(begin) == begin + timedelta(seconds=0.5)
    assert times.next_after(begin + timedelta(seconds=0.49)) == begin + timedelta(seconds=0.5)


@pytest.mark.skipif(sys.platform != "linux", reason="weighs through /proc")
def test_open_files_are_counted(tmp_path: Path) -> None:
    before = weigh(0)
    with (tmp_path / "file").open("w"):
        assert weigh(0).open_files == before.open_files + 1
    assert before.rss_mb > 1
    assert before.threads >= 1


def test_a_daemon_that_fails_is_an_error() -> None:
    with pytest.raises(RuntimeError, match="the daemon ended with"):
        soak_daemon(20, 0.0, ["true"])
