"""File, log, webhook and metrics say the same."""

from pathlib import Path

from ace.daemon.bulletin import Bulletin
from ace.daemon.health import health_path, read_health
from ace.daemon.metrics import Metrics
from ace.daemon.notices import Notices
from ace.daemon.running_cycle import CycleEnd, Due
from ace.daemon.standing import Standing
from runtime.contracts.json_types import JsonObject
from tests.ace.daemon.daemon_building import at, health, schedule, standing_of

AT = at("2026-11-30 02:15")


def test_failing_is_told_once_and_so_is_working_again(tmp_path: Path) -> None:
    posts: list[JsonObject] = []
    metrics = Metrics()
    standing = Standing(health_path(tmp_path), health(standing_of(schedule(), AT)))
    bulletin = Bulletin(standing, Notices(posts.append, "repo", {}), metrics)
    due = Due(schedule(), AT)
    for code in (1, 1, 0, 0, 1):
        standing.started(due, AT, "a.log")
        bulletin.ended(due, CycleEnd("failed" if code else "done", code, f"exit code {code}", 5.0), None, "/logs/a.log")
    bulletin.missed("nightly", 2)
    bulletin.save("waiting", None, lambda name: None)
    assert [post["kind"] for post in posts] == ["failed", "recovered", "failed"]
    text = metrics.text().decode()
    assert 'ace_cycles_total{schedule="nightly",status="failed"} 3.0' in text
    assert 'ace_cycles_total{schedule="nightly",status="done"} 2.0' in text
    assert 'ace_misfires_total{schedule="nightly"} 2.0' in text
    found = read_health(health_path(tmp_path))
    assert found is not None
    assert found.schedules[0].missed == 2
    assert found.schedules[0].is_failing
    assert "exit code 1; see /logs/a.log" in found.last_error
    assert len(found.told) == 1
