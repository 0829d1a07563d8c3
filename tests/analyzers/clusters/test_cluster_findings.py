"""The same failures make the same clusters, in whatever order they come."""

import random
from collections.abc import Callable
from dataclasses import replace

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzers.clusters.cluster import Cluster
from analyzers.clusters.cluster_findings import cluster_findings
from analyzers.finding import Finding

Make = Callable[..., Finding]


def test_like_failures_are_one_cluster_with_its_counts(finding: Make) -> None:
    (cluster,) = cluster_findings([finding(number) for number in range(7)])
    assert cluster.id.startswith("c-")
    assert len(cluster.id) == 10
    assert cluster.name == "web_before_local (web_browser): asked the web <n> times"
    assert (cluster.failures, len(cluster.episodes), cluster.samples) == (7, 7, ("s0", "s1", "s2"))
    assert cluster.rank == 7 * 3 * 3
    assert cluster.is_born


@pytest.mark.parametrize(
    ("numbers", "is_born"),
    [([0, 1, 3], True), ([0, 1, 2], False), ([0, 3], False), ([0, 0, 0, 3], False)],
    ids=["three-of-two", "one-sample", "two-episodes", "one-episode-often"],
)
def test_a_cluster_is_born_at_three_episodes_of_two_samples(finding: Make, numbers: list[int], is_born: bool) -> None:
    found = [finding(number, step=place) for place, number in enumerate(numbers)]
    (cluster,) = cluster_findings(found)
    assert cluster.is_born is is_born


def test_graver_and_more_frequent_failures_come_first(finding: Make) -> None:
    rare = [finding(number, detector="rare", severity="critical") for number in range(2)]
    often = [finding(number, detector="often", severity="minor") for number in range(12)]
    middle = [finding(number, detector="middle") for number in range(4)]
    assert [cluster.detector for cluster in cluster_findings(rare + often + middle)] == ["often", "middle", "rare"]


def test_the_largest_source_is_measured_in_episodes(finding: Make) -> None:
    flood = [finding(0, step=place, source="stranger") for place in range(50)]
    others = [finding(number) for number in (1, 2, 3)]
    (cluster,) = cluster_findings(flood + others)
    assert cluster.largest_source_share == pytest.approx(0.75)
    assert cluster.sources == ("samples", "stranger")


def test_a_clusters_severity_is_its_worst(finding: Make) -> None:
    (cluster,) = cluster_findings([finding(0, severity="minor"), finding(1, severity="critical")])
    assert cluster.severity == "critical"


BASE = Finding("d", "e", "s", "c", 0, "design", "minor", "m", "q")
FINDINGS = st.builds(
    lambda name, number, place, quote: replace(
        BASE, detector=name, episode=f"e{number}", sample=f"s{number % 3}", step=place, quote=quote, source=quote
    ),
    st.sampled_from("abc"),
    st.integers(0, 5),
    st.integers(0, 2),
    st.sampled_from("xy"),
)


@given(st.lists(FINDINGS, max_size=20), st.randoms(use_true_random=False))
def test_the_order_of_the_findings_changes_nothing(findings: list[Finding], shuffle: random.Random) -> None:
    shuffled = findings.copy()
    shuffle.shuffle(shuffled)
    assert cluster_findings(findings) == cluster_findings(shuffled)


@given(st.lists(FINDINGS, max_size=20))
def test_every_finding_is_in_exactly_one_cluster(findings: list[Finding]) -> None:
    clusters: tuple[Cluster, ...] = cluster_findings(findings)
    assert sum(cluster.failures for cluster in clusters) == len(findings)
    assert len({cluster.id for cluster in clusters}) == len(clusters)


def test_the_json_form_is_json(finding: Make) -> None:
    (cluster,) = cluster_findings([finding(0)])
    value = cluster.to_json()
    assert orjson.loads(orjson.dumps(value)) == value
    assert value["failures"] == 1
    assert value["is_born"] is False
