"""The journal's record of the cycle that just ran."""

from datetime import timedelta
from pathlib import Path

from ace.daemon.journal_record import moments, newest_of
from runtime.contracts.json_types import JsonObject
from tests.ace.daemon.daemon_building import at, journal

AT = at("2026-11-30 02:15:00.4")


def test_it_is_the_one_of_this_schedule_since_then(tmp_path: Path) -> None:
    assert newest_of(tmp_path, "nightly", AT) is None
    journal(tmp_path, "y-20261129T021500Z", "nightly", AT - timedelta(days=1))
    assert newest_of(tmp_path, "nightly", AT) is None
    journal(tmp_path, "y-20261130T021500Z", "nightly", AT)
    journal(tmp_path, "y-20261130T031500Z", "weekly", AT + timedelta(hours=1))
    found = newest_of(tmp_path, "nightly", AT)
    assert found is not None
    assert found.id == "y-20261130T021500Z"


def test_one_that_was_gone_on_with_counts_from_then(tmp_path: Path) -> None:
    resumed: JsonObject = {"event": "resumed", "at": "2026-11-30T02:15:01Z", "schedule": "nightly"}
    journal(tmp_path, "y-20261129T021500Z", "nightly", AT - timedelta(days=1), resumed)
    found = newest_of(tmp_path, "nightly", AT)
    assert found is not None
    assert moments(found) == [at("2026-11-29 02:15"), at("2026-11-30 02:15:01")]
