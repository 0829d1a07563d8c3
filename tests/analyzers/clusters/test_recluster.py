"""Ids are carried over to what is mostly the same; splits and mergers are recorded."""

import random
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from analyzers.clusters.recluster import Overlap, match, recluster
from analyzers.clusters.registry import KnownCluster, Registry, fresh_id
from analyzers.clusters.text_vectors import Embedding
from analyzers.signatures import Signature
from tests.analyzers.clusters.runs import key, recorded, seen
from tests.analyzers.clusters.word_vectors import word_embedding

LATE = [f"the booking tool was slow: it answered much too late {word}" for word in ("today", "again", "once", "here")]
EARLY = [f"a report was sent off: nobody had read it {word}" for word in ("today", "again")]


def _with_clusters(*groups: list[str]) -> Registry:
    """Return a registry whose clusters are these groups of messages, whatever an embedder would say."""
    messages = {message: range(8) for group in groups for message in group}
    registry = replace(recorded(seen("r-1", messages)), embedder="words-1")
    made: list[KnownCluster] = []
    for group in groups:
        members = tuple(sorted(key(message) for message in group))
        name = fresh_id(members[0], {cluster.id for cluster in made})
        made.append(KnownCluster(name, members[0], members, first_seen="r-1", born="r-1"))
    return replace(registry, clusters=tuple(sorted(made, key=lambda cluster: cluster.id)))


def _holding(registry: Registry, message: str) -> KnownCluster:
    return registry.places[key(message)]


def test_what_stays_together_keeps_its_id() -> None:
    before = _with_clusters(LATE, EARLY)
    after = recluster(before, word_embedding(), "r-2")
    assert {cluster.id: cluster.members for cluster in after.clusters} == {
        cluster.id: cluster.members for cluster in before.clusters
    }
    assert recluster(after, word_embedding(), "r-3") == after


def test_the_smaller_part_of_a_split_gets_a_new_id() -> None:
    before = _with_clusters([*LATE, *EARLY])
    after = recluster(before, word_embedding(), "r-2")
    late, early = _holding(after, LATE[0]), _holding(after, EARLY[0])
    assert late.id == before.clusters[0].id
    assert late.split_from == ""
    assert early.split_from == late.id
    assert (early.first_seen, early.born) == ("r-2", "r-2")
    assert after.split_into(late.id) == (early.id,)


def test_a_split_in_equal_halves_is_a_split_too() -> None:
    before = _with_clusters([*LATE[:2], *EARLY])
    after = recluster(before, word_embedding(), "r-2")
    assert sorted(cluster.split_from for cluster in after.clusters) == ["", before.clusters[0].id]


def test_what_is_swallowed_is_retired_and_says_where_it_went() -> None:
    before = _with_clusters(LATE[:3], LATE[3:], EARLY)
    after = recluster(before, word_embedding(), "r-2")
    kept, gone = _holding(before, LATE[0]), _holding(before, LATE[3])
    assert _holding(after, LATE[3]).id == kept.id
    retired = after.find(gone.id)
    assert retired is not None
    assert (retired.merged_into, retired.retired, retired.members) == (kept.id, "r-2", ())
    assert sum(1 for _ in after.active) == 2


def test_many_small_ones_merge_into_a_new_one_none_of_them_is() -> None:
    before = _with_clusters(*([message] for message in LATE))
    after = recluster(before, word_embedding(), "r-2")
    (made,) = after.active
    assert made.id not in {cluster.id for cluster in before.clusters}
    assert made.split_from == ""
    assert {cluster.merged_into for cluster in after.clusters if not cluster.is_active} == {made.id}


def test_an_id_that_was_retired_never_comes_back() -> None:
    before = _with_clusters(*([message] for message in LATE))
    merged = recluster(before, word_embedding(), "r-2")
    apart = Embedding("apart-1", _apart)
    after = recluster(merged, apart, "r-3")
    old = {cluster.id for cluster in before.clusters}
    assert not old & {cluster.id for cluster in after.active}
    assert len({cluster.id for cluster in after.clusters}) == len(after.clusters)
    assert sum(1 for _ in after.active) == len(LATE)


def _apart(texts: Sequence[str]) -> NDArray[np.float32]:
    return np.eye(len(texts), 128, dtype=np.float32)


def test_clusters_made_with_an_embedder_do_not_fall_apart_without_it() -> None:
    with pytest.raises(ValueError, match="words-1, which is not here"):
        recluster(_with_clusters(LATE), None, "r-2")


@given(st.lists(st.sampled_from([*LATE, *EARLY]), min_size=1, unique=True), st.randoms(use_true_random=False))
def test_the_order_of_what_is_known_changes_nothing(messages: list[str], shuffle: random.Random) -> None:
    other = messages.copy()
    shuffle.shuffle(other)
    first, second = (_with_clusters(*([item] for item in order)) for order in (messages, other))
    assert recluster(first, word_embedding(), "r-2").clusters == recluster(second, word_embedding(), "r-2").clusters


EDGES = st.lists(
    st.builds(Overlap, st.integers(0, 5), st.integers(0, 5), st.just(1), st.sampled_from([0.3, 0.5, 0.6, 0.9])),
    max_size=12,
    unique_by=lambda item: (item.old, item.new),
)


@given(EDGES)
def test_a_matching_is_one_to_one_and_never_below_the_bound(edges: list[Overlap]) -> None:
    found = match(edges)
    assert len(set(found.values())) == len(found)
    by_pair = {(item.old, item.new): item.jaccard for item in edges}
    assert all(by_pair[pair] >= 0.5 for pair in found.items())


def test_the_best_sum_wins_over_the_best_pair() -> None:
    edges = [Overlap(0, 0, 1, 0.6), Overlap(0, 1, 1, 0.5), Overlap(1, 0, 1, 0.55)]
    assert match(edges) == {0: 1, 1: 0}


def test_every_signature_is_in_one_active_cluster() -> None:
    before = _with_clusters(LATE[:1], [LATE[1], *EARLY], LATE[2:])
    after = recluster(before, word_embedding(), "r-2")
    members: list[Signature] = [member for cluster in after.active for member in cluster.members]
    assert sorted(members) == sorted(before.places)
