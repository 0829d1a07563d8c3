"""A cluster's figures and its JSON."""

import json
from collections.abc import Callable
from dataclasses import replace

import pytest

from analyzers.clusters.cluster import Cluster
from analyzers.clusters.cluster_findings import cluster_findings
from analyzers.clusters.lineage import record_run
from analyzers.clusters.registry import Registry
from analyzers.clusters.seen_run import see_findings, traits_of
from analyzers.finding import Finding
from tests.analyzers.clusters.word_vectors import word_embedding

Make = Callable[..., Finding]
SAID = "the web was asked first: it answered much too late"


def _cluster(finding: Make) -> Cluster:
    found = [finding(n, message=f"{SAID} {('today', 'again')[n % 2]}") for n in range(24)]
    (cluster,) = cluster_findings(found, None, word_embedding())
    return cluster


def test_a_cluster_of_several_signatures_shows_them_all(finding: Make) -> None:
    cluster = _cluster(finding)
    assert cluster.failures == 24
    assert len(cluster.signatures) == 2
    assert cluster.signature in cluster.signatures
    assert cluster.name == f"web_before_local (web_browser): {SAID} again (2 wordings)"
    assert (cluster.named_by, cluster.template_name) == ("template", cluster.name)


@pytest.mark.parametrize(("severity", "weight"), [("minor", 1), ("major", 3), ("critical", 9)])
def test_rank_is_failures_by_samples_by_severity(severity: str, weight: int, finding: Make) -> None:
    cluster = replace(_cluster(finding), severity=severity)  # type: ignore[arg-type]
    assert cluster.rank == 24 * 8 * weight


def test_the_json_says_null_where_there_is_nothing(finding: Make) -> None:
    value = json.loads(json.dumps(_cluster(finding).to_json()))
    assert len(value["signatures"]) == 2
    assert value["signature"] in value["signatures"]
    assert [value[name] for name in ("namer", "born", "split_from", "merged_into")] == [None] * 4


def test_what_a_registry_knows_is_taken_over(finding: Make) -> None:
    found = [finding(number) for number in range(7)]
    known = record_run(Registry("tutor"), replace(see_findings(found), run="r-1"), traits_of(found), None)
    (named,) = (replace(one, model_name="Asks the web", namer="m", split_from="c-1") for one in known.clusters)
    (cluster,) = cluster_findings(found, replace(known, clusters=(named,)))
    assert (cluster.id, cluster.name, cluster.named_by, cluster.namer) == (named.id, "Asks the web", "model", "m")
    assert (cluster.born, cluster.split_from) == ("r-1", "c-1")
    assert cluster.template_name.startswith("web_before_local")
