"""The decisions of the action a cluster cites, and what is counted of them."""

import pytest

from ace.curator.checks.decision_verdicts import DecisionVerdicts
from ace.curator.facts.same_action import SameAction, contexts_of, counts_in_words, same_action
from runtime.contracts.trace_event import Episode
from tests.ace.building import RETRIEVE, WEB, episode, rule
from tests.ace.curator.drafting.own_cluster import hint, own_cluster

BAD = [episode(f"bad{i}", RETRIEVE, hint(action__repeats=1), hint(), sample=f"b{i}") for i in range(4)]
GOOD = [episode(f"good{i}", WEB, hint(), sample=f"g{i}") for i in range(3)]


def same(episodes: list[Episode], **found: frozenset[str]) -> tuple[SameAction | None, DecisionVerdicts]:
    """Return the decisions of the action that the second step of the bad ones has."""
    seen, cluster = own_cluster(episodes, "bad", 1)
    recorded = DecisionVerdicts(seen.episodes)
    return same_action(cluster, recorded, seen.episodes, {cluster.detector: found.get("found", frozenset())}), recorded


def test_others_are_those_of_the_action_that_are_not_cited_in_failed_episodes_too() -> None:
    made, recorded = same([*BAD, *GOOD])
    assert made is not None
    assert (made.action, len(made.failing), sorted(made.others.values())) == ("HINT", 4, [1.0] * 7)
    assert all(one["action"]["name"] == "HINT" for one in contexts_of(tuple(made.others), recorded))  # type: ignore[index]


def test_where_the_failure_was_found_besides_the_cluster_nothing_counts_as_fine() -> None:
    made, _ = same([*BAD, *GOOD], found=frozenset({"good1", "bad0"}))
    assert made is not None
    assert len(made.others) == 6


def test_strangers_count_for_a_third_at_most() -> None:
    far = [episode(f"far{i}", hint(), sample=f"f{i}", source="upload:one") for i in range(40)]
    made, _ = same([*BAD, *GOOD, *far])
    assert made is not None
    assert sum(made.others.values()) == pytest.approx(7 * 1.5)


def test_several_actions_and_none_give_nothing() -> None:
    assert same([*BAD, episode("badx", RETRIEVE, RETRIEVE)])[0] is None
    assert same([episode("badx", RETRIEVE), *GOOD])[0] is None


def test_each_part_of_a_condition_is_counted() -> None:
    made, recorded = same([*BAD, *GOOD])
    assert made is not None
    asked = rule("a.b", when='action.name == "HINT"', require="action.repeats <= 0 && action.hint_level >= 1")
    assert counts_in_words(asked, made, recorded) == (
        "0 not failing in 4 with action.repeats > 0 (0.0%, 95% interval 0.0% to 49.0%; 63.6% of all 11). "
        "0 not failing in 0 with action.hint_level < 1 (0.0%, 95% interval 0.0% to 100.0%; 63.6% of all 11)."
    )
    odd = rule("a.b", when='action.name == "HINT"', require="action.repeats in [0]")
    assert "in 4 with not (action.repeats in [0]) (" in counts_in_words(odd, made, recorded)
