"""A cluster found by the start of its id, in the run that shows it."""

import shutil
from dataclasses import replace

import pytest

from ace.clusters.history import cluster_store, kept_registry
from ace.cycle.analyze_run import analyze_run
from ace.errors import NotFoundError
from ace.report.cluster_text import view_text
from ace.report.cluster_view import view_cluster
from ace.runs.run_record import write_record
from analyzers.clusters.registry import KnownCluster, Registry
from runtime.rules.load_reviewed import injectable
from tests.ace.conftest import SmallRun
from tests.analyzers.clusters.runs import key


def _recorded(small: SmallRun) -> Registry:
    analyze_run(small.session, small.run, injectable(small.session.playbook(), "tutor"))
    return kept_registry(small.session.workspace, "tutor")


def test_a_cluster_of_a_run_that_was_never_recorded_is_shown_and_not_kept(copied_run: SmallRun) -> None:
    analysis = analyze_run(copied_run.session, copied_run.run, ())
    cluster_store(copied_run.session.workspace).path("tutor").unlink()
    view = view_cluster(copied_run.session, analysis.clusters[0].id, "latest")
    assert view.cluster is not None
    assert view.cluster.id == view.known.id == analysis.clusters[0].id
    assert [run.run for run in view.registry.runs] == [copied_run.run.record.run]
    assert not cluster_store(copied_run.session.workspace).path("tutor").exists()


def test_the_start_of_an_id_is_enough(copied_run: SmallRun) -> None:
    registry = _recorded(copied_run)
    name = registry.clusters[0].id
    view = view_cluster(copied_run.session, name[:6], "latest")
    assert view.known == registry.clusters[0]
    assert view.trials
    with pytest.raises(NotFoundError, match=f"{len(registry.clusters)} clusters begin with 'c-'; these do: {name}"):
        view_cluster(copied_run.session, "c-", "latest")
    with pytest.raises(NotFoundError, match=r"no cluster begins with 'c-00000000'; it has c-.*ace clusters --all"):
        view_cluster(copied_run.session, "c-00000000", "latest")
    with pytest.raises(NotFoundError) as caught:
        view_cluster(copied_run.session, f"c-{'0' * 10_000}", "latest")
    assert len(str(caught.value)) < 500


def test_a_known_one_is_shown_when_no_run_is_left(copied_run: SmallRun) -> None:
    registry = _recorded(copied_run)
    shutil.rmtree(copied_run.session.workspace.runs)
    view = view_cluster(copied_run.session, registry.clusters[0].id, "latest")
    assert (view.known, view.run, view.cluster) == (registry.clusters[0], None, None)
    assert "no run is left to show it in" in view_text(view, None)
    with pytest.raises(NotFoundError, match="no run 'r-1'"):
        view_cluster(copied_run.session, registry.clusters[0].id, "r-1")
    with pytest.raises(NotFoundError, match="no run 'latest'"):
        view_cluster(copied_run.session, "c-00000000", "latest")


def test_latest_is_the_newest_run_that_shows_it(copied_run: SmallRun) -> None:
    registry = _recorded(copied_run)
    record = replace_record(copied_run, "r-99991231-000000-ffff")
    view = view_cluster(copied_run.session, registry.clusters[0].id, "latest")
    assert view.run is not None
    assert view.run.record.run == copied_run.run.record.run
    named = view_cluster(copied_run.session, registry.clusters[0].id, record)
    assert (named.run.record.run if named.run else "", named.cluster, named.pair) == (record, None, None)


def replace_record(small: SmallRun, run: str) -> str:
    """Write a run without episodes and return its id."""
    record = small.run.record.model_copy(update={"run": run, "created": "9999-12-31T00:00:00Z"})
    write_record(small.session.workspace.runs / run, record)
    return run


def test_a_retired_one_is_shown_in_no_run(copied_run: SmallRun) -> None:
    registry = _recorded(copied_run)
    gone = KnownCluster("c-abcdef01", key("gone"), (), retired="r-2", merged_into=registry.clusters[0].id)
    clusters = tuple(sorted([*registry.clusters, gone], key=lambda cluster: cluster.id))
    cluster_store(copied_run.session.workspace).save(replace(registry, clusters=clusters))
    view = view_cluster(copied_run.session, "c-abcdef", "latest")
    assert (view.known, view.run, view.cluster) == (gone, None, None)


def test_a_cluster_of_another_agent_is_found(copied_run: SmallRun) -> None:
    _recorded(copied_run)
    other = KnownCluster("c-abcdef01", key("elsewhere"), (key("elsewhere"),))
    cluster_store(copied_run.session.workspace).save(Registry("airline", (other,)))
    view = view_cluster(copied_run.session, "c-abcdef01", "latest")
    assert (view.registry.agent, view.cluster) == ("airline", None)


def test_a_trial_arm_can_be_looked_in(warm_run: SmallRun) -> None:
    registry = kept_registry(warm_run.session.workspace, "tutor")
    arms = sorted(path.stem for path in warm_run.session.workspace.arms.glob("a-*.jsonl") if path.stat().st_size)
    view = view_cluster(warm_run.session, registry.clusters[0].id, arms[0])
    assert view.run is not None
    assert view.run.record.run == arms[0]
