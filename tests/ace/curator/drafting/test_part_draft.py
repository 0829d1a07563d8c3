"""A draft against a part of a cluster's failures: what it says, and that it passes every check."""

import random
from dataclasses import replace

from ace.curator.check_draft import check_draft
from ace.curator.checks.check import Check, CheckInput
from ace.curator.draft import CuratorInput, Draft, Refused
from ace.curator.drafting.from_cluster import draft_from_cluster
from ace.curator.drafting.part_draft import NO_BAND, NO_ONE_ACTION
from ace.curator.wording.vocabulary import vocabulary_of
from analyzers.clusters.cluster import Cluster
from runtime.contracts.rule import Rule
from runtime.contracts.trace_event import Episode
from tests.ace.building import RETRIEVE, decision, episode, rule
from tests.ace.curator.drafting.own_cluster import hint, own_cluster

WHEN, REQUIRE = 'action.name == "HINT"', "action.repeats < 1"
LOOK = decision({"action": "REQUEST_TOOL", "tool": "image_findings", "arguments": {}})


def hints(seed: int = 1, told: float = 0.5) -> list[Episode]:
    """Return episodes with one hint; of those that fail (`bad`) a share is repeated, of the others none is."""
    rng = random.Random(seed)
    bad = [
        episode(f"bad{i:03}", RETRIEVE, hint(action__repeats=int(rng.random() < told)), sample=f"b{i}")
        for i in range(90)
    ]
    return [*bad, *(episode(f"good{i:03}", LOOK, hint(action__repeats=0), sample=f"g{i}") for i in range(90))]


def looked_at(seen: CuratorInput) -> CheckInput:
    """Return what the checks look at, the words included."""
    base = CheckInput(seen.episodes, seen.succeeded, seen.found, seen.context, frozenset({*seen.actions, "block"}))
    vocabulary = vocabulary_of(seen.context, {}, seen.actions, seen.rules, ())
    return replace(base, rules=seen.rules, vocabulary=vocabulary, today=seen.today)


def made_of(*rules: Rule, told: float = 0.5) -> tuple[Draft | Refused, CuratorInput, Cluster]:
    """Return what is drafted for the hints that fail."""
    seen, cluster = own_cluster(hints(told=told), "bad", 1, *rules)
    return draft_from_cluster(seen, cluster), seen, cluster


def checked(draft: Draft, seen: CuratorInput) -> dict[str, Check]:
    """Return each check by name."""
    return {one.name: one for one in check_draft(draft, looked_at(seen), "playbooks/tutor/responses/own-x-hint.yaml")}


def test_a_part_is_drafted_with_the_counts_that_speak_for_it() -> None:
    draft, seen, _ = made_of()
    assert isinstance(draft, Draft), draft
    assert draft.after is not None
    assert (draft.op, draft.after.when, draft.after.require) == ("add", WHEN, REQUIRE)
    assert "0 not failing in " in draft.after.rationale
    assert "with action.repeats" in draft.after.rationale
    assert draft.after.rationale.endswith("50.0% of all 180).")
    checks = checked(draft, seen)
    # The cluster's quotes are of other episodes.
    assert [name for name, one in checks.items() if not one.ok] == ["evidence"]
    assert checks["separation"].detail == "the condition tells a part of the failures"
    assert "of the same action it fires on 0 of 90 decisions that are not cited" in checks["separation"].value


def test_counts_that_are_not_those_of_the_record_are_no_words_of_its_own() -> None:
    draft, seen, _ = made_of()
    assert isinstance(draft, Draft)
    assert draft.after is not None
    said = draft.after.rationale.replace("0 not failing in", "0 never failing in")
    other = replace(draft, after=draft.after.model_copy(update={"rationale": said}))
    assert checked(draft, seen)["words"].detail == "says its condition, in words made of it"
    assert checked(other, seen)["words"].detail != "says its condition, in words made of it"


def test_too_small_a_part_is_not_drafted() -> None:
    made, *_ = made_of(told=0.06)
    assert isinstance(made, Refused)
    assert made.reason.endswith(f"; {NO_BAND}")


def test_decisions_of_several_actions_are_said_to_be_that() -> None:
    episodes = [*hints(told=0.0), *(episode(f"badq{i}", RETRIEVE, RETRIEVE, sample=f"q{i}") for i in range(40))]
    made = draft_from_cluster(*own_cluster(episodes, "bad", 1))
    assert isinstance(made, Refused)
    assert made.reason.endswith(f"; {NO_ONE_ACTION}")


def test_a_rule_that_asks_for_it_already_becomes_a_gate() -> None:
    asks = rule("responses.no-repeats", when=WHEN, require=REQUIRE)
    made, *_ = made_of(asks)
    assert isinstance(made, Draft), made
    assert made.after is not None
    assert (made.op, made.rule_id, made.after.enforce) == ("edit", asks.id, "gate")
