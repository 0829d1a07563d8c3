"""Would the cycles start?"""

import time
from pathlib import Path

from ace.config.schedule_settings import DaemonSettings, NotifySettings
from ace.daemon.check import check_cycles, check_text
from ace.daemon.run_daemon import Configured
from tests.ace.building import starter_repository
from tests.ace.daemon.daemon_building import schedule


def test_each_schedule_s_cycles_are_looked_at_under_its_own_settings(tmp_path: Path) -> None:
    repo = starter_repository(tmp_path / "repo")
    (repo / "other.yaml").write_text("controller: {kind: simulated}\nsamples: [none]\n", encoding="utf-8")
    chosen = (
        schedule(name="well"),
        schedule(name="playbook", environment={"ACE_PLAYBOOK": "playbooks/none"}),
        schedule(name="agent", environment={"ACE_AGENT": "nobody"}),
        schedule(name="settings", environment={"ACE_CONFIG": "other.yaml"}),
    )
    found = check_cycles(repo, {}, Configured(chosen, DaemonSettings(), NotifySettings()))
    assert found["well"] == []
    assert "playbooks/none" in found["playbook"][0]
    assert "nobody" in found["agent"][0]
    assert "no such folder" in found["settings"][0]
    assert check_text(found).splitlines()[0] == "well   ok, model server not asked"


def test_schedules_of_the_same_settings_are_looked_at_once(tmp_path: Path) -> None:
    repo = starter_repository(tmp_path / "repo")
    chosen = tuple(schedule(name=f"s{number}") for number in range(300))
    begun = time.monotonic()
    found = check_cycles(repo, {}, Configured(chosen, DaemonSettings(), NotifySettings()))
    assert time.monotonic() - begun < 3, "each takes more than 10 ms"
    assert found == {one.name: [] for one in chosen}
