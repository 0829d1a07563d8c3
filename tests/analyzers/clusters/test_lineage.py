"""Registries grow: known failures stay, like ones join, others wait; ids stay whatever comes."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzers.clusters.lineage import POOL_BOUND, grow, has_outgrown, record_run
from analyzers.clusters.recluster import recluster
from analyzers.clusters.registry import KEPT_EPISODES, Registry
from analyzers.clusters.seen_run import SeenRun
from analyzers.signatures import signature_id
from tests.analyzers.clusters.runs import key, recorded, seen, traits
from tests.analyzers.clusters.word_vectors import WordVectors, word_embedding

LATE = "the booking tool was slow: it answered much too late"
OFTEN = list(range(8)) * 3


def test_a_new_failure_has_the_id_it_will_be_born_with() -> None:
    waiting = recorded(seen("r-1", {LATE: [0]}))
    born = recorded(seen("r-2", {LATE: [0, 2, 4]}), registry=waiting)
    assert [cluster.id for cluster in waiting.clusters] == [f"c-{signature_id(key(LATE))}"]
    assert [(cluster.id, cluster.born) for cluster in born.clusters] == [(waiting.clusters[0].id, "r-2")]
    assert (waiting.pool_size, born.pool_size) == (1, 0)


def test_a_like_failure_joins_and_an_unlike_one_waits() -> None:
    embedding = word_embedding()
    registry = recorded(seen("r-1", {LATE: OFTEN}), embedding=embedding)
    grown = recorded(
        seen("r-2", {f"{LATE} today": [0], "no date was given": [1]}), registry=registry, embedding=embedding
    )
    joined, alone = grown.places[key(f"{LATE} today")], grown.places[key("no date was given")]
    assert joined.id == registry.clusters[0].id
    assert joined.medoid == key(LATE)
    assert (alone.members, alone.born) == ((key("no date was given"),), "")


def test_only_failures_of_the_same_detector_tool_and_rule_join() -> None:
    embedding = word_embedding()
    registry = recorded(seen("r-1", {LATE: OFTEN}), embedding=embedding)
    other = key(LATE, tool="cancel")
    run = SeenRun("r-2", "r-2", registry.runs[0].episodes, {other: registry.runs[0].failures[key(LATE)]})
    assert grow(registry, run, traits(run), embedding).places[other].id != registry.clusters[0].id


def test_few_failures_are_told_apart_by_signature_alone() -> None:
    words = WordVectors()
    embedding = word_embedding()._replace(embed=words)
    registry = recorded(seen("r-1", {LATE: [0], f"{LATE} today": [1]}), embedding=embedding)
    assert (len(registry.clusters), registry.embedder, words.asked) == (2, "", [])
    enough = recorded(seen("r-2", {LATE: OFTEN}), registry=registry, embedding=embedding)
    assert sum(1 for _ in enough.active) == 1
    assert enough.embedder == "words-1"


def test_nothing_is_embedded_while_nothing_is_new() -> None:
    words = WordVectors()
    embedding = word_embedding()._replace(embed=words)
    run = seen("r-1", {LATE: OFTEN, "no date was given": [3]})
    registry = recorded(run, embedding=embedding)
    words.asked.clear()
    recorded(replace(run, run="r-2", created="r-2"), registry=registry, embedding=embedding)
    assert words.asked == []


def test_stored_medoids_are_not_embedded_again() -> None:
    registry = recorded(seen("r-1", {LATE: OFTEN, "no date was given": [3]}), embedding=word_embedding())
    words = WordVectors()
    embedding = word_embedding()._replace(embed=words)
    recorded(seen("r-2", {"nobody was asked": [0]}), registry=registry, embedding=embedding)
    assert words.asked == ["nobody was asked"]


def test_vectors_of_another_embedder_are_not_mixed_in() -> None:
    registry = recorded(seen("r-1", {LATE: OFTEN, "no date was given": [3]}), embedding=word_embedding())
    words = WordVectors()
    other = word_embedding()._replace(embed=words, name="words-2")
    grown = recorded(seen("r-2", {"nobody was asked": [0]}), registry=registry, embedding=other)
    assert {LATE, "no date was given"} <= set(words.asked)
    assert grown.embedder == "words-2"


RUNS = st.lists(
    st.dictionaries(
        st.sampled_from([LATE, f"{LATE} today", "no date was given", "no date was given at all", "x y z"]),
        st.lists(st.integers(0, 7), min_size=1, max_size=20),
        max_size=4,
    ),
    min_size=1,
    max_size=4,
)


@settings(max_examples=40, deadline=None)
@given(RUNS, st.integers(0, 3))
def test_the_same_run_twice_changes_nothing(found: list[dict[str, list[int]]], again: int) -> None:
    embedding = word_embedding()
    runs = [seen(f"r-{number}", failures) for number, failures in enumerate(found)]
    registry = recorded(*runs, embedding=embedding)
    run = runs[again % len(runs)]
    assert record_run(registry, run, traits(run), embedding) == registry


@settings(max_examples=40, deadline=None)
@given(RUNS, st.randoms(use_true_random=False))
def test_the_order_within_a_run_changes_nothing(found: list[dict[str, list[int]]], shuffle: random.Random) -> None:
    first, second = Registry("tutor"), Registry("tutor")
    embedding = word_embedding()
    for number, failures in enumerate(found):
        run = seen(f"r-{number}", failures)
        items = list(run.failures.items())
        shuffle.shuffle(items)
        first = record_run(first, run, traits(run), embedding)
        second = record_run(second, replace(run, failures=dict(items)), traits(run), embedding)
    assert first == second


def test_a_run_that_was_resumed_replaces_what_was_seen_of_it() -> None:
    registry = recorded(seen("r-1", {LATE: [0]}, episodes=2), seen("r-1", {LATE: [0, 2, 4]}))
    (run,) = registry.runs
    assert len(run.episodes) == 8
    assert registry.clusters[0].born == "r-1"


def test_the_oldest_runs_are_forgotten_but_no_cluster_is() -> None:
    half = KEPT_EPISODES // 2 + 2
    registry = recorded(
        seen("r-1", {"long ago": [0]}, half), seen("r-2", {LATE: [0]}, half), seen("r-3", {LATE: [2]}, 8)
    )
    assert [run.run for run in registry.runs] == ["r-2", "r-3"]
    assert key("long ago") in registry.places


def test_a_pool_that_has_outgrown_its_bound_is_reclustered_once() -> None:
    words = [f"{first} {second}" for first in "abcdefghijklmno" for second in "pqrstuvwxyzABCDE"]
    embedding = word_embedding()
    first = recorded(seen("r-1", {word: [0] for word in words[: POOL_BOUND - 20]}), embedding=embedding)
    assert (has_outgrown(first), first.pool_after) == (False, 0)
    second = recorded(seen("r-2", {word: [0] for word in words}), embedding=embedding, registry=first)
    assert second.pool_after == second.pool_size > 0
    assert not has_outgrown(second)
    third = recorded(seen("r-3", {f"{word} F": [1] for word in words[:3]}), embedding=embedding, registry=second)
    assert third.pool_after == second.pool_after


def _stream(count: int, seed: int) -> dict[str, list[int]]:
    """Return `count` messages around count // 25 themes: five words that open it, then ten of which some are replaced.

    One in ten opens in another way too, and is about as far from its theme as a group may be wide: not every group is
    clear-cut.
    """
    chance = random.Random(seed)
    words = [f"w{''.join(chance.choices('abcdefghijklmnopqrstuvwxyz', k=6))}" for _ in range(count)]
    themes = [(chance.sample(words, 5), chance.sample(words, 10)) for _ in range(count // 25)]
    out: dict[str, list[int]] = {}
    while len(out) < count:
        head, detail = (list(part) for part in chance.choice(themes))
        for _ in range(chance.choice([1, 1, 2, 3])):
            detail[chance.randrange(10)] = chance.choice(words)
        if chance.random() < 0.1:
            head[chance.randrange(5)] = chance.choice(words)
        out[f"{' '.join(head)}: {' '.join(detail)}"] = chance.choices(range(8), k=chance.randint(1, 6))
    return out


@pytest.mark.parametrize("seed", [0, 1])
def test_nearly_all_ids_are_kept_when_a_tenth_more_is_seen(seed: int) -> None:
    embedding = word_embedding()
    items = list(_stream(5500, seed).items())
    before = recorded(seen("r-1", dict(items[:5000])), embedding=embedding)
    grown = recorded(seen("r-2", dict(items[5000:])), embedding=embedding, registry=before)
    after = recluster(grown, embedding, "r-2")
    ids = {cluster.id for cluster in before.active}
    assert 150 < len(ids) < 1000
    assert ids <= {cluster.id for cluster in grown.clusters}
    kept = ids & {cluster.id for cluster in after.active}
    assert len(kept) >= 0.95 * len(ids)


def test_a_run_older_than_all_that_is_remembered_can_be_analyzed_again() -> None:
    embedding = word_embedding()
    full = recorded(seen("r-2", {LATE: OFTEN}, episodes=KEPT_EPISODES), embedding=embedding)
    again = recorded(seen("r-1", {"no date was given": [1]}), registry=full, embedding=embedding)
    assert [run.run for run in again.runs] == ["r-2"]
    assert key("no date was given") in again.places
