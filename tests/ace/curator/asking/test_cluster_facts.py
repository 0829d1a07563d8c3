"""What a model is told about one cluster: few, short, typed facts."""

import json
from dataclasses import replace

import pytest

from ace.curator.asking.cluster_facts import OPTIONAL, ClusterFacts, earlier_answers, facts_of
from ace.curator.conditions.condition_in_words import condition_in_words
from ace.curator.conditions.find_candidates import find_candidates
from ace.curator.draft import CuratorInput
from ace.curator.drafting.housekeeping import housekeeping
from ace.curator.facts.clean_decisions import cited_decisions, clean_decisions
from runtime.contracts.rule import Rule
from tests.ace.building import RETRIEVE, WEB, WEB_AFTER, curator_input, episode, rule, web_episodes

SAFETY = rule(
    "safety.guard", title="Guard", text="Refuse and refer at once.", safety=True, when="true", require="false"
)
NEAR = rule("tools.web-late", text="The web comes last.", when='action.name == "web_browser"', require="state.step > 9")
WORDS = rule("style.web", text="Say before web_browser is used why.")
FAR = rule("style.short", title="Short turns", text="Keep turns short.")
COUNT = 12
GOOD = tuple(episode(f"e-fine{i}", RETRIEVE, WEB_AFTER, sample=f"s{i}", trial=2) for i in range(3))


def seen_with(*rules: Rule, **fields: object) -> CuratorInput:
    """Return an input in which the good episodes are known to have succeeded."""
    seen = curator_input((*web_episodes(COUNT, raw="I search the web."), *GOOD), *rules)
    good = frozenset(name for name in seen.episodes if "bad" not in name)
    return replace(seen, succeeded=good, **fields)  # type: ignore[arg-type]


def told(seen: CuratorInput, without: frozenset[str] = frozenset()) -> dict[str, list[object]]:
    """Return the facts about web searches by name."""
    return {fact.name: list(fact.items) for fact in _facts(seen, without).told(earlier_answers(()))}


def _facts(seen: CuratorInput, without: frozenset[str] = frozenset()) -> ClusterFacts:
    web = next(item for item in seen.clusters if item.detector == "web_before_local")
    return facts_of(seen, web, tuple(housekeeping(seen)), without)


def test_conditions_found_by_code_are_told_with_their_figures() -> None:
    seen = seen_with()
    web = next(item for item in seen.clusters if item.detector == "web_before_local")
    cited = cited_decisions(web, seen.episodes)
    clean = clean_decisions(web, seen.episodes, seen.succeeded, seen.found).contexts
    found = find_candidates(cited, clean, seen.context)
    assert found, "the failures differ from the successes in what was searched before"
    (first, *_) = told(seen)["candidates"]
    assert _facts(seen).candidates["candidate 1"] == found[0]
    assert _facts(seen, frozenset({"candidates"})).candidates == {}, "what is not told cannot be named"
    assert first == {
        "name": "candidate 1",
        "when": found[0].when,
        "require": found[0].require,
        "says": condition_in_words(found[0].when, found[0].require, seen.context),
        "fires": f"on {found[0].fired} of 12 failing decisions",
        "false_alarms": f"{found[0].alarms} of 30 good decisions",
    }


def test_a_success_beside_a_failure_is_told_without_ids() -> None:
    (pair, *_) = told(seen_with())["contrast"]
    assert isinstance(pair, dict)
    assert pair["of"] == "same sample"
    assert (pair["failed"], pair["succeeded"]) == (["web_browser", "retrieve"], ["retrieve", "web_browser"])
    written = json.dumps(told(seen_with()))
    assert not any(name in written for name in ("e-bad", "e-fine", "c-")), "no id of an episode or cluster"


@pytest.mark.parametrize("name", ["candidates", "contrast", "coverage", "other_rules", "rules"])
def test_a_fact_can_be_left_out_for_an_ablation(name: str) -> None:
    seen = seen_with(NEAR, FAR)
    assert name in OPTIONAL
    assert name in told(seen)
    assert name not in told(seen, frozenset({name}))


def test_quotes_are_few_short_and_spread_and_the_cluster_comes_last() -> None:
    seen = curator_input(web_episodes(10, raw="x" * 5000))
    facts = _facts(seen).told(earlier_answers(()))
    assert facts[-1].name == "cluster"
    (cluster,) = facts[-1].items
    assert isinstance(cluster, dict)
    assert [len(quote) for quote in cluster["quotes"]] == [200, 200, 200]
    assert cluster["messages"] == ["web search before the local index was searched"]


def test_the_same_failures_ask_the_same_whatever_the_run_is_called() -> None:
    def renamed(prefix: str) -> CuratorInput:
        bad = [episode(f"{prefix}{i}", WEB, RETRIEVE, sample=f"g{i}", raw="I search.") for i in range(4)]
        return curator_input((*bad, *GOOD))

    assert told(renamed("e-a")) == told(renamed("e-b"))


@pytest.mark.parametrize(
    ("rules", "operations"),
    [
        pytest.param((FAR, SAFETY), ("add", "none"), id="nothing is near"),
        pytest.param((NEAR,), ("add", "edit", "none"), id="a rule is shown in full"),
        pytest.param(
            (WORDS, rule("style.twin", text=WORDS.text)), ("add", "edit", "merge", "none"), id="two are the same"
        ),
    ],
)
def test_only_operations_that_make_sense_are_offered(rules: tuple[Rule, ...], operations: tuple[str, ...]) -> None:
    assert told(seen_with(*rules))["operations"] == [list(operations)]
    assert _facts(seen_with(*rules)).operations == operations


def test_what_can_go_is_told_with_the_reason() -> None:
    twin = rule("style.twin", text=WORDS.text)
    (group,) = told(seen_with(WORDS, twin))["can_go"]
    assert isinstance(group, dict)
    assert (group["op"], {group["rule_id"], *group["merge_ids"]}) == ("merge", {WORDS.id, twin.id})
    assert "They say the same" in group["why"]
    left_out = seen_with(WORDS, twin)
    assert "merge" not in _facts(left_out, frozenset({"can_go"})).operations
