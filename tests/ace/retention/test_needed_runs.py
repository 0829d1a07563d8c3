"""Which runs something refers to."""

import json

from ace.clusters.history import cluster_store
from ace.cycle.journal.journal import JOURNAL
from ace.cycle.journal.read_cycles import cycles_folder
from ace.retention.needed_runs import needed_runs
from tests.ace.conftest import SmallRun


def test_a_cycle_that_can_be_gone_on_with_needs_its_run(copied_run: SmallRun) -> None:
    session = copied_run.session
    folder = cycles_folder(session.workspace.state) / "y-20200101-000000-0000"
    folder.mkdir(parents=True)
    lines = [
        {"event": "begun", "at": "2020-01-01T00:00:00Z"},
        {"event": "run", "at": "2020-01-01T00:00:01Z", "run": "r-20200101-000000-0000"},
    ]
    (folder / JOURNAL).write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    assert needed_runs(session)["r-20200101-000000-0000"] == f"cycle {folder.name} is not finished"


def test_clusters_of_another_version_need_every_run(copied_run: SmallRun) -> None:
    session = copied_run.session
    path = cluster_store(session.workspace).path("tutor")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"version": "clusters-0", "agent": "tutor"}), encoding="utf-8")
    (session.workspace.runs / "r-20200101-000000-0000").mkdir()
    assert needed_runs(session) == {
        copied_run.run.record.run: "it is `latest`",
        "r-20200101-000000-0000": "the clusters of tutor are made again from it",
    }


def test_the_latest_of_every_agent_is_needed(copied_run: SmallRun) -> None:
    session, theirs = copied_run.session, "r-20200101-000000-0000"
    (session.workspace.runs / theirs).mkdir()
    (session.workspace.runs / theirs / "run.json").write_text(json.dumps({"agent": "inspector"}), encoding="utf-8")
    needed = needed_runs(session)
    assert needed[theirs] == needed[copied_run.run.record.run] == "it is `latest`"
