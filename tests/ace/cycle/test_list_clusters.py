"""What `ace clusters` reads."""

import json

import pytest

from ace.clusters.history import cluster_store
from ace.cycle.analyze_run import analyze_run
from ace.cycle.list_clusters import list_clusters
from ace.errors import NotFoundError
from analyzers.clusters.registry import Registry
from tests.ace.conftest import SmallRun


def test_before_the_first_analysis_there_is_nothing_and_it_says_what_to_do(copied_run: SmallRun) -> None:
    listed = list_clusters(copied_run.session, "tutor", False)
    assert listed.registry == Registry("tutor")
    assert "ace analyze" in listed.notes[0]
    cluster_store(copied_run.session.workspace).save(Registry("airline"))
    cluster_store(copied_run.session.workspace).save(Registry("imported, shop"))
    waiting, note = list_clusters(copied_run.session, "tutor", False).notes
    name = copied_run.run.record.run
    assert waiting == f"{name} has not been analyzed, so nothing here is of it: `ace analyze {name}`"
    assert "no run was analyzed" not in note
    assert "`ace clusters --agent airline`, `ace clusters --agent 'imported, shop'`" in note


def test_an_agent_that_is_not_known_is_named(copied_run: SmallRun) -> None:
    cluster_store(copied_run.session.workspace).save(Registry("airline"))
    with pytest.raises(NotFoundError, match=r"agent 'ship'; known are 'airline'"):
        list_clusters(copied_run.session, "ship", False)
    with pytest.raises(NotFoundError, match=r"agent 'ship'; known are 'airline'"):
        list_clusters(copied_run.session, "ship", True)
    assert list_clusters(copied_run.session, "airline", False).registry == Registry("airline")


def test_what_was_analyzed_is_listed_and_grouping_anew_keeps_it(copied_run: SmallRun) -> None:
    analysis = analyze_run(copied_run.session, copied_run.run, ())
    listed = list_clusters(copied_run.session, "tutor", False)
    assert listed.notes == (), "the newest run was analyzed"
    assert {cluster.id for cluster in analysis.clusters} == {cluster.id for cluster in listed.registry.active}
    anew = list_clusters(copied_run.session, "tutor", True)
    assert {cluster.id for cluster in anew.registry.active} == {cluster.id for cluster in listed.registry.active}


def test_another_version_is_made_again_and_said(copied_run: SmallRun) -> None:
    path = cluster_store(copied_run.session.workspace).path("tutor")
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps({"version": "clusters-0", "agent": "tutor"}), encoding="utf-8")
    listed = list_clusters(copied_run.session, "tutor", False)
    assert "clusters-0" in listed.notes[0]
    assert "made from 1 run" in listed.notes[1]
    assert listed.registry.clusters


def test_agents_imported_together_are_found_by_each_name_and_quoted(copied_run: SmallRun) -> None:
    store = cluster_store(copied_run.session.workspace)
    joined = Registry("imported, shop")
    store.save(joined)
    for agent in ("imported", "shop", "imported, shop"):
        assert list_clusters(copied_run.session, agent, False).registry == joined
    (note,) = list_clusters(copied_run.session, "shop", False).notes
    assert "agent 'shop' was imported together with others: these are the failures of 'imported, shop'" in note
    with pytest.raises(NotFoundError, match="agent 'sho'; known are 'imported, shop'"):
        list_clusters(copied_run.session, "sho", False)
    store.save(Registry("shop, tutor"))
    with pytest.raises(NotFoundError, match="agent 'shop' alone; known are 'imported, shop', 'shop, tutor'"):
        list_clusters(copied_run.session, "shop", False)
    store.save(Registry("shop"))
    own = list_clusters(copied_run.session, "shop", False)
    assert own.registry == Registry("shop")
    assert [note.rpartition("--agent ")[2] for note in own.notes] == [
        "'imported, shop'` lists those",
        "'shop, tutor'` lists those",
    ]
