"""A failure beside a success."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ace.curator.facts.contrast import MAX_JSON_CHARS, MAX_PATH, ContrastPair, contrast_pairs
from analyzers.clusters.cluster import Cluster
from runtime.contracts.condition_context import TUTOR_CONTEXT
from runtime.contracts.json_types import canonical_json
from runtime.contracts.trace_event import Episode
from tests.ace.building import RETRIEVE, WEB, WEB_AFTER, clusters_of, decision, episode

HINT = decision({"action": "HINT", "text": "Look at the rim, never tell anybody.", "hint_level": 1})


def pairs_of(*episodes: Episode, limit: int = 2) -> tuple[ContrastPair, ...]:
    """Return the pairs for the cluster of web searches before the index; good are those without one."""
    cluster = web_cluster(*episodes)
    good = frozenset(item.header.episode for item in episodes if item.header.episode not in cluster.episodes)
    return contrast_pairs(cluster, {item.header.episode: item for item in episodes}, good, TUTOR_CONTEXT, limit)


def web_cluster(*episodes: Episode) -> Cluster:
    """Return the cluster of web searches before the index."""
    return next(item for item in clusters_of(episodes) if item.detector == "web_before_local")


def test_trials_of_one_sample_are_set_side_by_side() -> None:
    bad = episode("e-bad", HINT, WEB, HINT, sample="s1", trial=0)
    good = episode("e-good", HINT, RETRIEVE, WEB_AFTER, sample="s1", trial=1)
    (pair,) = pairs_of(bad, good, episode("e-other", HINT, WEB_AFTER, sample="s2"))
    assert pair == ContrastPair(
        kind="same_sample",
        failed="e-bad",
        succeeded="e-good",
        start=0,
        failed_path=("HINT", "web_browser", "HINT"),
        succeeded_path=("HINT", "retrieve", "web_browser"),
        cited=1,
        parts_at=1,
        compared=2,
        differs={"state.retrieval.queried": (False, True)},
    )


def test_the_sample_whose_outcome_varies_most_comes_first() -> None:
    always = [episode(f"a{i}", WEB, sample="a", trial=i) for i in range(4)]
    rare = [episode(f"b{i}", WEB if i == 0 else WEB_AFTER, sample="b", trial=i) for i in range(4)]
    even = [episode(f"c{i}", WEB if i < 2 else WEB_AFTER, sample="c", trial=i) for i in range(4)]
    found = pairs_of(*always, *rare, *even)
    assert [(pair.kind, pair.failed) for pair in found] == [("same_sample", "c0"), ("same_sample", "b0")]


def test_without_another_trial_the_same_case_is_next_and_then_what_started_alike() -> None:
    def of_case(name: str, case: str, *decisions: object, modality: str = "") -> Episode:
        made = episode(name, *decisions, sample=name)  # type: ignore[arg-type]
        context = {**made.header.context, "modality": modality}
        header = made.header.__class__(**{**made.header.__dict__, "case": case, "context": context})
        return Episode(header, made.steps, made.outcome)

    bad = of_case("bad", "case-1", WEB, modality="CT")
    near = of_case("near", "case-1", WEB_AFTER)
    alike = of_case("z-alike", "case-2", WEB_AFTER, modality="CT")
    unlike = of_case("a-unlike", "case-3", WEB_AFTER, modality="US")
    assert [(p.kind, p.succeeded) for p in pairs_of(bad, alike, unlike, near)] == [("same_case", "near")]
    assert [(p.kind, p.succeeded) for p in pairs_of(bad, unlike, alike)] == [("alike", "z-alike")]


def test_one_pair_a_sample_and_none_over_the_limit() -> None:
    bad = [episode(f"bad{i}{t}", WEB, sample=f"s{i}", trial=t) for i in range(4) for t in range(2)]
    good = [episode(f"good{i}", WEB_AFTER, sample=f"s{i}", trial=2) for i in range(4)]
    for limit in (0, 1, 3, 9):
        found = pairs_of(*bad, *good, limit=limit)
        assert len(found) == min(limit, 4)
        assert len({pair.failed[:4] for pair in found}) == len(found)


def test_a_success_in_which_the_failure_was_found_too_is_no_contrast() -> None:
    bad, lucky = episode("bad", WEB, sample="s1"), episode("lucky", WEB, sample="s1", trial=1)
    cluster = web_cluster(bad, lucky)
    by_id = {"bad": bad, "lucky": lucky}
    assert contrast_pairs(cluster, by_id, frozenset({"lucky"}), TUTOR_CONTEXT) == ()


def test_where_the_action_is_not_taken_the_decision_at_the_same_place_is_compared() -> None:
    (pair,) = pairs_of(episode("bad", HINT, WEB, sample="s"), episode("good", HINT, HINT, sample="s", trial=1))
    assert pair.compared == 1
    assert pair.differs["action.name"] == ("web_browser", "HINT")
    (short,) = pairs_of(episode("bad", HINT, WEB, sample="s"), episode("good", HINT, sample="s", trial=1))
    assert (short.compared, short.differs, short.parts_at) == (None, {}, 1)


def test_a_long_episode_is_cut_around_the_cited_decision() -> None:
    long = [HINT] * 30
    (pair,) = pairs_of(episode("bad", *long, WEB, *long, sample="s"), episode("good", *long, sample="s", trial=1))
    assert len(pair.failed_path) == MAX_PATH
    assert pair.failed_path[pair.cited - pair.start] == "web_browser"


def test_no_text_of_a_trace_is_shown() -> None:
    (pair,) = pairs_of(episode("bad", HINT, WEB, sample="s"), episode("good", HINT, sample="s", trial=1))
    said = canonical_json(pair.to_json())
    assert "never tell" not in said
    assert "what is it" not in said


def test_the_order_of_episodes_does_not_matter() -> None:
    episodes = [episode(f"b{i}", WEB, sample=f"s{i % 3}", trial=i) for i in range(6)]
    episodes += [episode(f"g{i}", HINT, WEB_AFTER, sample=f"s{i % 4}", trial=9 + i) for i in range(6)]
    first = pairs_of(*episodes)
    for seed in range(3):
        random.Random(seed).shuffle(episodes)
        assert pairs_of(*episodes) == first


names = st.lists(st.from_regex(r"[A-Za-z_][A-Za-z0-9_.-]{0,23}", fullmatch=True), max_size=MAX_PATH).map(tuple)
values = st.one_of(st.booleans(), st.integers(-(10**9), 10**9), st.lists(st.text(max_size=20), max_size=40))


@given(
    failed=names, succeeded=names, differs=st.dictionaries(st.text(max_size=40), st.tuples(values, values), max_size=9)
)
def test_a_pair_as_json_is_always_small(failed: tuple[str, ...], succeeded: tuple[str, ...], differs: dict) -> None:  # type: ignore[type-arg]
    pair = ContrastPair("same_sample", "e", "f", 0, failed, succeeded, 10**6, 10**6, 10**6, differs)
    assert len(canonical_json(pair.to_json())) < MAX_JSON_CHARS


@pytest.mark.parametrize("limit", [1, 2])
def test_an_episode_that_is_not_given_is_passed_over(limit: int) -> None:
    bad, good = episode("bad", WEB, sample="s"), episode("good", WEB_AFTER, sample="s", trial=1)
    cluster = web_cluster(bad)
    assert contrast_pairs(cluster, {"good": good}, frozenset({"good"}), TUTOR_CONTEXT, limit) == ()
