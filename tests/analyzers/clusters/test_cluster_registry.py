"""What a registry says of its clusters."""

from dataclasses import replace

import pytest

from analyzers.clusters.registry import (
    KnownCluster,
    Registry,
    bucket_of,
    fresh_id,
    is_large_enough,
    severity_of,
    with_births,
)
from analyzers.clusters.seen_run import Traits
from analyzers.signatures import signature_id
from tests.analyzers.clusters.runs import key, recorded, seen

MESSAGE = "answered too late"


def test_an_id_is_never_used_again() -> None:
    founder = key(MESSAGE)
    first = fresh_id(founder, set())
    assert first == f"c-{signature_id(founder)}"
    second = fresh_id(founder, {first})
    third = fresh_id(founder, {first, second})
    assert len({first, second, third}) == 3
    assert fresh_id(founder, {first, "c-other"}) == second


@pytest.mark.parametrize(
    ("places", "is_enough"),
    [([0, 1, 2], True), ([0, 2], False), ([0, 0, 0, 0], False), ([0, 1], False)],
    ids=["three-of-two", "two-episodes", "one-episode-often", "one-sample"],
)
def test_a_cluster_is_born_at_three_episodes_of_two_samples(places: list[int], is_enough: bool) -> None:
    registry = recorded(seen("r-1", {MESSAGE: places}))
    assert is_large_enough(registry, registry.clusters[0]) is is_enough
    assert registry.clusters[0].born == ("r-1" if is_enough else "")


def test_episodes_of_several_runs_add_up_to_a_birth() -> None:
    registry = recorded(seen("r-1", {MESSAGE: [0]}), seen("r-2", {MESSAGE: [0, 2]}))
    (cluster,) = registry.clusters
    assert (cluster.first_seen, cluster.born) == ("r-1", "r-2")
    assert with_births(registry, "r-9") == registry


def test_a_cluster_has_the_severity_of_its_worst_member() -> None:
    one, two = key("one way"), key("other way")
    cluster = KnownCluster("c-1", one, (one, two))
    registry = Registry(
        "tutor", traits={one: Traits("minor", "design", ""), two: Traits("critical", "verification", "")}
    )
    assert (severity_of(registry, cluster), bucket_of(registry, cluster)) == ("critical", "verification")
    assert severity_of(Registry("tutor"), cluster) == "minor"
    assert bucket_of(Registry("tutor"), cluster) == "design"


def test_where_a_cluster_went_can_be_asked() -> None:
    one = key("one way")
    pieces = tuple(KnownCluster(f"c-{name}", one, (), split_from="c-0") for name in "ab")
    registry = Registry("tutor", (KnownCluster("c-0", one, (), retired="r-2"), *pieces))
    assert registry.split_into("c-0") == ("c-a", "c-b")
    assert registry.find("c-9") is None
    assert [cluster.id for cluster in registry.active] == ["c-a", "c-b"]


def test_a_signature_that_is_only_remembered_weighs_one() -> None:
    registry = recorded(seen("r-1", {MESSAGE: [0, 0, 1]}))
    assert registry.weights == {key(MESSAGE): 3}
    assert replace(registry, runs=()).weights == {key(MESSAGE): 1}
