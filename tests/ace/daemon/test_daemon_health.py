"""The health file."""

import json
import os
from pathlib import Path

import pytest

from ace.daemon.health import Result, health_path, iso, read_health, write_health
from ace.errors import AceError
from tests.ace.daemon.daemon_building import at, health, schedule, standing_of


def test_what_is_written_is_read(tmp_path: Path) -> None:
    last = Result(status="done", due=at("2026-11-30 02:15"), started=at("2026-11-30 02:15"), opened=("7f3a91c2b04e",))
    value = health(standing_of(schedule(), at("2026-11-30 02:15"), last), told={"a/failed/x": at("2026-11-30 02:20")})
    write_health(health_path(tmp_path), value)
    assert read_health(health_path(tmp_path)) == value
    assert [path.name for path in tmp_path.iterdir()] == ["daemon.json"], "no temporary file is left"


def test_without_a_file_nothing_is_known(tmp_path: Path) -> None:
    assert read_health(health_path(tmp_path)) is None


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        pytest.param({"state": "asleep"}, "is damaged", id="a state there is not"),
        pytest.param({"beat": "2026-11-30T02:15:00"}, "without a zone", id="a time of no zone"),
        pytest.param({"schema_version": 9}, "is damaged", id="a later version"),
    ],
)
def test_a_damaged_file_says_what_to_do(change: dict[str, object], problem: str, tmp_path: Path) -> None:
    path = health_path(tmp_path)
    write_health(path, health())
    path.write_text(json.dumps({**json.loads(path.read_bytes()), **change}), encoding="utf-8")
    with pytest.raises(AceError, match=f"{problem}.*delete it"):
        read_health(path)


def test_times_are_shown_in_utc_to_the_second() -> None:
    assert iso(at("2026-11-30 02:15:01.5")) == "2026-11-30T02:15:01Z"


def test_a_named_pipe_is_refused_and_not_waited_at(tmp_path: Path) -> None:
    os.mkfifo(health_path(tmp_path))
    with pytest.raises(AceError, match=r"daemon\.json: is no regular file; delete it"):
        read_health(health_path(tmp_path))
