"""A recorded run's clusters as a curator sees them, with the check its drafts must pass."""

import pytest

from ace.bench.curator_source import curator_source
from ace.curator.heuristic import draft_heuristically
from ace.errors import AceError, NotFoundError
from ace.session import open_session
from tests.ace.building import small_session
from tests.ace.conftest import SmallRun


def test_the_most_urgent_clusters_of_the_run_and_nothing_is_recorded(copied_run: SmallRun) -> None:
    registry = copied_run.session.workspace.state
    before = sorted(path.name for path in registry.rglob("*"))
    source = curator_source(copied_run.session, "latest", None)
    one = curator_source(copied_run.session, copied_run.run.record.run, 1)
    assert (source.run, source.simulated) == (copied_run.run.record.run, True)
    assert len(source.seen.clusters) > 1
    assert one.seen.clusters == source.seen.clusters[:1]
    assert all(cluster.is_born for cluster in source.seen.clusters)
    assert sorted(path.name for path in registry.rglob("*")) == before


def test_its_check_is_the_static_one(copied_run: SmallRun) -> None:
    source = curator_source(copied_run.session, "latest", None)
    draft = draft_heuristically(source.seen).drafts[0]
    names = [check.name for check in source.check(draft)]
    assert {"safety", "schema", "evidence", "separation"} <= set(names)
    assert "sealed" not in " ".join(names), "held-out samples are not looked at"


def test_a_run_without_a_cluster_to_draft_from_says_what_to_do(copied_run: SmallRun) -> None:
    folder = copied_run.run.folder
    (folder / "events.jsonl").write_text("", encoding="utf-8")
    session = small_session(copied_run.session.workspace.repo)
    with pytest.raises(AceError, match="run more samples"):
        curator_source(session, "latest", None)


def test_a_run_that_is_not_there(copied_run: SmallRun) -> None:
    session = open_session(copied_run.session.workspace.repo, {}, {})
    with pytest.raises(NotFoundError):
        curator_source(session, "r-nothing", None)
