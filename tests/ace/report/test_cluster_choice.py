"""Several agents with a cluster of the same id."""

import json
import os

import pytest

from ace.clusters.history import cluster_store
from ace.errors import NotFoundError
from ace.report.cluster_choice import known_clusters, of_one_agent, several
from ace.report.cluster_view import view_cluster
from ace.session import Session
from analyzers.clusters.registry import KnownCluster, Registry
from tests.ace.conftest import SmallRun
from tests.analyzers.clusters.runs import key

SAME = KnownCluster("c-abcdef01", key("same"), (key("same"),))


@pytest.fixture
def shared(copied_run: SmallRun) -> Session:
    """Two registries with the same cluster, one of two agents imported together."""
    store = cluster_store(copied_run.session.workspace)
    store.save(Registry("airline", (SAME,)))
    store.save(Registry("imported, shop", (SAME,)))
    return copied_run.session


def test_agents_are_listed_and_the_option_said(shared: Session) -> None:
    said = r"2 clusters begin with 'c-abc'; these do: c-abcdef01 \(agent airline\), c-abcdef01 \(agent imported, shop\)"
    with pytest.raises(NotFoundError, match=f"{said}; say whose with --agent"):
        view_cluster(shared, "c-abc", "latest")


@pytest.mark.parametrize(
    ("agent", "whose"), [("airline", "airline"), ("shop", "imported, shop"), ("imported, shop", "imported, shop")]
)
def test_the_agent_that_is_named_is_taken(shared: Session, agent: str, whose: str) -> None:
    assert view_cluster(shared, "c-abc", "latest", agent).registry.agent == whose


def test_an_agent_without_it_or_unknown_is_said(shared: Session) -> None:
    with pytest.raises(NotFoundError, match=r"agent 'ship'; known are 'airline', 'imported, shop', 'tutor'"):
        known_clusters(shared, "c-abc", "ship")
    with pytest.raises(NotFoundError, match=r"no cluster of agent 'tutor' begins with 'c-abc'"):
        view_cluster(shared, "c-abc", "latest", "tutor")


def test_the_agent_of_the_run_is_nearest_then_that_of_the_run_analyzed_last(
    shared: Session, copied_run: SmallRun
) -> None:
    found = known_clusters(shared, "c-abc")
    assert len(of_one_agent(shared, found, "")) == 2
    assert [one.agent for one, _ in of_one_agent(shared, found, "airline")] == ["airline"]
    for place, agent in enumerate(("airline", "imported, shop")):
        folder = shared.workspace.runs / f"r-{2 - place}"
        folder.mkdir()
        (folder / "run.json").write_text(json.dumps({"agent": agent}), encoding="utf-8")
        (folder / "analysis.json").write_text("{}", encoding="utf-8")
        os.utime(folder / "analysis.json", (4_000_000_000 + place, 4_000_000_000 + place))
    assert [one.agent for one, _ in of_one_agent(shared, found, "")] == ["imported, shop"]
    assert [one.agent for one, _ in of_one_agent(shared, found, "airline")] == ["airline"]


def test_the_agent_of_a_named_run_is_taken_and_another_refused(shared: Session, copied_run: SmallRun) -> None:
    cluster_store(shared.workspace).save(Registry("tutor", (SAME,)))
    run = copied_run.run.record.run
    assert view_cluster(shared, "c-abc", run).registry.agent == "tutor"
    with pytest.raises(NotFoundError, match=f"{run}: is of agent 'tutor', not 'airline'"):
        view_cluster(shared, "c-abc", run, "airline")


def test_different_ids_of_one_agent_are_listed_without_it(shared: Session) -> None:
    other = KnownCluster("c-abcdef02", key("other"), (key("other"),))
    registry = Registry("airline", (SAME, other))
    found = [(registry, SAME), (registry, other)]
    assert of_one_agent(shared, found, "airline") == found
    assert str(several(shared, "c-abc", found)).endswith("these do: c-abcdef01, c-abcdef02")
