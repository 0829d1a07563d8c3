"""Candidates: found where a condition tells, nowhere else, with the figures rules are judged by."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ace.curator.conditions.candidate import Candidate
from ace.curator.conditions.find_candidates import find_candidates
from ace.curator.evidence_tests import decision_contexts
from ace.curator.remedies import REMEDIES
from analyzers.clusters.cluster import Cluster
from analyzers.clusters.cluster_findings import cluster_findings
from analyzers.detectors.registry import run_detectors
from runtime.contracts.condition_context import TUTOR_CONTEXT
from runtime.contracts.json_types import JsonObject
from runtime.rules.check_condition import check_condition
from tests.ace.conftest import SmallRun
from tests.ace.curator.conditions.deciding import decided, decisions, firing


def web(queried: bool, number: int) -> JsonObject:
    """Return one of many web searches, before or after the local one."""
    return decided("web_browser", f"s{number}", state__retrieval__queried=queried, state__step=number % 7)


def conditions(candidates: tuple[Candidate, ...]) -> list[tuple[str, str]]:
    """Return `when` and `require` of each."""
    return [candidate[:2] for candidate in candidates]


def test_the_condition_behind_the_failure_is_found_with_its_figures() -> None:
    cited = [web(False, number) for number in range(20)]
    clean = [web(True, number) for number in range(40)] + [decided("HINT", f"s{number}") for number in range(60)]
    found = find_candidates(cited, clean, TUTOR_CONTEXT)
    assert found[0] == Candidate('action.name == "web_browser"', "state.retrieval.queried", 20, 20, 0, 100)


def test_an_action_no_clean_decision_takes_is_ruled_out_in_the_state_it_was_seen_in() -> None:
    cited = [web(False, number) for number in range(20)]
    clean = [
        decided("HINT", f"s{number}", state__retrieval__queried=number % 4 > 0, state__step=number % 7)
        for number in range(60)
    ]
    assert conditions(find_candidates(cited, clean, TUTOR_CONTEXT))[0][1] == "state.retrieval.queried"


def test_an_action_that_fails_in_every_state_is_ruled_out_whole() -> None:
    def any_state(name: str, number: int) -> JsonObject:
        rng = random.Random(number)
        return decided(name, f"s{number}", state__retrieval__queried=rng.random() < 0.5, state__step=rng.randrange(7))

    cited = [any_state("web_browser", number) for number in range(30)]
    clean = [any_state("HINT", number) for number in range(100, 200)]
    assert conditions(find_candidates(cited, clean, TUTOR_CONTEXT)) == [('action.name == "web_browser"', "false")]


@pytest.mark.parametrize("cited_count", [3, 5, 12, 30])
@pytest.mark.parametrize("seed", range(4))
def test_failures_that_have_nothing_in_common_give_no_candidate(cited_count: int, seed: int) -> None:
    rng = random.Random(seed)

    def noise(number: int) -> JsonObject:
        return decided(
            "HINT",
            f"s{number}",
            action__repeats=rng.randrange(3),
            state__retrieval__queried=rng.random() < 0.5,
            state__image__observed=rng.random() < 0.3,
            state__step=rng.randrange(9),
            state__student__attempts=rng.randrange(5),
            state__retrieval__confidence=rng.random(),
            episode__modality=rng.choice(("CT", "MR", "US", "XR")),
        )

    cited = [noise(number) for number in range(cited_count)]
    assert find_candidates(cited, [noise(number) for number in range(200)], TUTOR_CONTEXT) == ()


def test_what_holds_in_one_half_of_the_cases_only_is_no_candidate() -> None:
    # All of one case's many failures are before the search, the other cases' few are not.
    cited = [web(False, 1) for _ in range(80)] + [web(True, number) for number in range(2, 12)]
    clean = [web(True, number) for number in range(100)]
    groups = ["one"] * 80 + [f"g{number}" for number in range(2, 12)] + [f"c{number}" for number in range(100)]
    assert firing('action.name == "web_browser"', "state.retrieval.queried", cited) >= 0.8 * len(cited)
    assert find_candidates(cited, clean, TUTOR_CONTEXT, groups=groups) == ()


@pytest.mark.parametrize(
    ("cited", "clean"),
    [([], [web(True, 1)]), ([web(False, 1)], []), ([web(False, 1)] * 9, [web(True, n) for n in range(50)])],
    ids=["nothing cited", "nothing clean", "one sample alone"],
)
def test_with_nothing_to_try_it_on_there_is_no_candidate(cited: list[JsonObject], clean: list[JsonObject]) -> None:
    assert find_candidates(cited, clean, TUTOR_CONTEXT) == ()


def test_a_threshold_on_a_number_is_found_where_it_parts_them_and_is_short() -> None:
    def searched(confidence: float, number: int) -> JsonObject:
        rng = random.Random(number)
        return decided("HINT", f"s{number}", state__retrieval__confidence=confidence, state__step=rng.randrange(9))

    rng = random.Random(0)
    cited = [searched(rng.gauss(0.05, 0.01), number) for number in range(40)]
    clean = [searched(rng.gauss(0.1, 0.01), number) for number in range(100, 200)]
    when, require, *_ = find_candidates(cited, clean, TUTOR_CONTEXT)[0]
    assert (when, require) == ('action.name == "HINT"', "state.retrieval.confidence >= 0.075")
    touching = [searched(0.0, number) for number in range(40)]
    when, require, *_ = find_candidates(touching, clean, TUTOR_CONTEXT)[0]
    assert (when, require) == ('action.name == "HINT"', "state.retrieval.confidence > 0.0")


def test_groups_for_some_decisions_only_are_refused() -> None:
    with pytest.raises(ValueError, match="2 groups for 1 cited and 2 clean decisions; give one each"):
        find_candidates([web(False, 1)], [web(True, 1), web(True, 2)], TUTOR_CONTEXT, groups=["a", "b"])


def test_no_candidate_names_a_sample() -> None:
    cited = [decided("HINT", "the one") for _ in range(20)] + [decided("HINT", "the other") for _ in range(20)]
    clean = [decided("HINT", f"s{number}") for number in range(200)]
    assert find_candidates(cited, clean, TUTOR_CONTEXT) == ()


def test_alternatives_look_at_other_fields_and_are_at_most_as_many_as_asked_for() -> None:
    cited = [
        decided("HINT", f"s{number}", state__retrieval__queried=False, state__image__observed=False)
        for number in range(20)
    ]
    clean = [
        decided("HINT", f"s{number}", state__retrieval__queried=True, state__image__observed=number > 0)
        for number in range(60)
    ]
    found = find_candidates(cited, clean, TUTOR_CONTEXT)
    assert [candidate.require for candidate in found] == ["state.retrieval.queried", "state.image.observed"]
    assert find_candidates(cited, clean, TUTOR_CONTEXT, limit=1) == found[:1]


@settings(deadline=None, max_examples=25)
@given(st.lists(decisions(), min_size=4, max_size=25), st.lists(decisions(), min_size=10, max_size=40), st.randoms())
def test_figures_are_those_of_the_judge_and_order_makes_no_difference(
    cited: list[JsonObject], clean: list[JsonObject], rng: random.Random
) -> None:
    # A failure that can be found, under whatever else the decisions have in them.
    failing = [_with_web(context, queried=False) for context in cited]
    others = [_with_web(context, queried=True) if number % 3 == 0 else context for number, context in enumerate(clean)]
    found = find_candidates(failing, others, TUTOR_CONTEXT)
    for when, require, *figures in found:
        expected = [firing(when, require, failing), len(failing), firing(when, require, others), len(others)]
        assert figures == expected
        assert check_condition(when, TUTOR_CONTEXT) + check_condition(require, TUTOR_CONTEXT) == []
    rng.shuffle(failing)
    rng.shuffle(others)
    assert find_candidates(failing, others, TUTOR_CONTEXT) == found


def _with_web(context: JsonObject, *, queried: bool) -> JsonObject:
    state, action = context["state"], context["action"]
    assert isinstance(state, dict)
    assert isinstance(action, dict)
    return {
        **context,
        "action": {**action, "name": "web_browser", "kind": "REQUEST_TOOL"},
        "state": {**state, "retrieval": {"queried": queried, "hits": 0, "confidence": 0.0}},
    }


def _cited_and_clean(small_run: SmallRun, cluster: Cluster) -> tuple[list[JsonObject], list[JsonObject]]:
    cited = {(finding.episode, finding.step) for finding in cluster.findings}
    failing = {finding.episode for finding in cluster.findings}
    every = [
        (episode.header.episode, step, context)
        for episode in small_run.run.episodes
        for step, context in decision_contexts(episode)
    ]
    return (
        [context for name, step, context in every if (name, step) in cited],
        [context for name, _, context in every if name not in failing],
    )


@pytest.mark.parametrize("detector", ["web_before_local", "hint_level_skipped"])
def test_in_a_recorded_run_the_best_candidate_does_as_well_as_the_written_remedy(
    small_run: SmallRun, detector: str
) -> None:
    clusters = cluster_findings(run_detectors(small_run.run.episodes, ()).findings)
    cluster = next(cluster for cluster in clusters if cluster.detector == detector)
    cited, clean = _cited_and_clean(small_run, cluster)
    remedy = REMEDIES[detector]
    assert remedy.when is not None
    assert remedy.require is not None
    best = find_candidates(cited, clean, TUTOR_CONTEXT)[0]
    assert best.require == remedy.require
    assert best.fired == firing(remedy.when, remedy.require, cited)
    assert best.alarms == firing(remedy.when, remedy.require, clean)
