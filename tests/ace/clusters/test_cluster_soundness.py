"""A registry that contradicts itself is refused before anything is made of it."""

from array import array
from dataclasses import replace

import pytest

from ace.clusters.soundness import check_once, check_sound
from analyzers.clusters.registry import KnownCluster, Registry
from tests.analyzers.clusters.runs import key, recorded, seen
from tests.analyzers.clusters.word_vectors import word_embedding

LATE = "the booking tool answered much too late"


def _registry() -> Registry:
    found = {LATE: [0, 1, 2, 3] * 6, f"{LATE} today": [1, 2], "no date was given": [3]}
    return recorded(seen("r-1", found), embedding=word_embedding())


def _with(changed: KnownCluster) -> Registry:
    registry = _registry()
    return replace(registry, clusters=(changed, *registry.clusters[1:]))


def test_what_is_recorded_is_sound() -> None:
    registry = _registry()
    assert any(len(cluster.members) > 1 for cluster in registry.clusters)
    assert all(cluster.vector for cluster in registry.clusters)
    check_sound(registry)
    check_sound(Registry("tutor"))


FIRST, SECOND = _registry().clusters[:2]
WIDTH = len(FIRST.vector) // 4


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        (replace(FIRST, id=SECOND.id), f"cluster id '{SECOND.id}' is there twice"),
        (replace(FIRST, members=SECOND.members, medoid=SECOND.medoid), "is there twice"),
        (replace(FIRST, retired="r-1"), "is retired and has members"),
        (replace(FIRST, medoid=SECOND.medoid), "the medoid of .* is not among its members"),
        (replace(FIRST, members=()), "the medoid of .* is not among its members"),
        (replace(FIRST, members=(*FIRST.members, key("x", tool="other"))), "of several detectors, tools or rules"),
        (replace(FIRST, vector=FIRST.vector[:-1]), "is cut off"),
        (replace(FIRST, vector=array("f", [float("nan")] * WIDTH).tobytes()), "is not of length 1"),
        (replace(FIRST, vector=array("f", [0.0] * WIDTH).tobytes()), "is not of length 1"),
        (replace(FIRST, vector=array("f", [1.0]).tobytes()), f"of several widths: 1, {WIDTH}"),
    ],
    ids=["id", "member", "retired", "medoid", "empty", "mixed", "cut", "nan", "zero", "width"],
)
def test_what_contradicts_itself_is_named(changed: KnownCluster, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        check_sound(_with(changed))


def test_no_failure_is_outside_the_clusters() -> None:
    registry = _registry()
    with pytest.raises(ValueError, match="r-1 has a failure that is in no cluster: late: "):
        check_sound(replace(registry, clusters=registry.clusters[1:]))


def test_a_run_is_there_once() -> None:
    registry = _registry()
    with pytest.raises(ValueError, match="run 'r-1' is there twice"):
        check_sound(replace(registry, runs=registry.runs * 2))


def test_a_name_that_is_there_twice_is_told() -> None:
    check_once(["a", "b"], "letter")
    with pytest.raises(ValueError, match="letter 'a' is there twice"):
        check_once(["a", "b", "a"], "letter")
