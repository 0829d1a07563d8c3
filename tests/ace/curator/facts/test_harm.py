"""Does obeying a rule go with failing?"""

from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ace.curator.facts.harm import MIN_HARM_EPISODES, Harm, harm_of
from analyzers.fisher import fisher_greater
from runtime.contracts.trace_event import Episode
from tests.ace.building import RETRIEVE, WEB, WEB_AFTER, WEB_RULE, episode, rule

RULE = rule("tools.retrieve-before-web", **WEB_RULE)
OBEYED, BROKEN, SILENT = (WEB_AFTER,), (WEB,), (RETRIEVE,)


def recorded(*groups: tuple[str, tuple, int, int, int]) -> tuple[dict[str, Episode], frozenset[str]]:  # type: ignore[type-arg]
    """Return episodes and which succeeded; a group is (name, decisions, episodes, failed ones, trials a case)."""
    episodes: dict[str, Episode] = {}
    succeeded: set[str] = set()
    for name, decisions, count, failed, trials in groups:
        for number in range(count):
            item = episode(f"{name}{number}", *decisions, sample=f"{name}{number // trials}", trial=number % trials)
            episodes[item.header.episode] = item
            if number >= failed:
                succeeded.add(item.header.episode)
    return episodes, frozenset(succeeded)


def test_episodes_are_told_apart_by_whether_the_rule_was_obeyed_where_it_spoke() -> None:
    episodes, succeeded = recorded(
        ("obeyed", OBEYED, 30, 20, 1), ("broke", BROKEN, 25, 2, 1), ("silent", SILENT, 9, 9, 1)
    )
    harm = harm_of(RULE, episodes, succeeded)
    assert harm[:4] == (20, 30, 2, 25)
    assert harm.is_harmful
    assert "failed in 20 of 30 episodes that obeyed it and in 2 of 25 that broke it" in harm.figure


def test_one_violation_makes_an_episode_one_that_broke_the_rule() -> None:
    item = episode("e1", WEB, WEB_AFTER)
    assert harm_of(RULE, {"e1": item}, frozenset())[:4] == (0, 0, 1, 1)


@pytest.mark.parametrize(
    "groups",
    [
        pytest.param([("o", OBEYED, 40, 20, 1), ("b", BROKEN, 40, 20, 1)], id="no difference"),
        pytest.param([("o", OBEYED, 40, 2, 1), ("b", BROKEN, 40, 30, 1)], id="obeying goes with success"),
        pytest.param(
            [("o", OBEYED, MIN_HARM_EPISODES - 1, 19, 1), ("b", BROKEN, 60, 0, 1)], id="too few episodes that obeyed"
        ),
        pytest.param(
            [("o", OBEYED, 60, 60, 1), ("b", BROKEN, MIN_HARM_EPISODES - 1, 0, 1)], id="too few episodes that broke"
        ),
        pytest.param([("o", OBEYED, 40, 40, 20), ("b", BROKEN, 40, 0, 20)], id="two cases a side, of twenty trials"),
    ],
)
def test_what_does_not_show_harm(groups: list[tuple[str, tuple, int, int, int]]) -> None:  # type: ignore[type-arg]
    assert not harm_of(RULE, *recorded(*groups)).is_harmful


@pytest.mark.parametrize(
    "unjudged",
    [
        pytest.param(RULE.model_copy(update={"enforce": "gate"}), id="a gate: nobody can break it"),
        pytest.param(rule("style.words"), id="words only"),
    ],
)
def test_a_rule_that_cannot_be_compared_shows_nothing(unjudged: object) -> None:
    seen = recorded(("o", OBEYED, 40, 40, 1), ("b", BROKEN, 40, 0, 1))
    assert harm_of(unjudged, *seen) == Harm(0, 0, 0, 0, 1.0)  # type: ignore[arg-type]


def test_episodes_cut_off_say_nothing() -> None:
    cut_off = episode("e1", WEB, ending="")
    assert harm_of(RULE, {"e1": cut_off}, frozenset())[:4] == (0, 0, 0, 0)


@pytest.mark.parametrize(
    ("table", "p_value"),
    [
        # Fisher's tea tasting: all four cups right, and three of four.
        pytest.param((4, 4, 0, 4), 1 / 70, id="tea, four right"),
        pytest.param((3, 4, 1, 4), 17 / 70, id="tea, three right"),
        pytest.param((0, 0, 0, 0), 1.0, id="nothing seen"),
        pytest.param((0, 9, 5, 9), 1.0, id="no hit on the left"),
    ],
)
def test_the_exact_test_gives_the_textbook_value(table: tuple[int, int, int, int], p_value: float) -> None:
    assert fisher_greater(*table) == pytest.approx(p_value)


def test_a_table_that_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match="5 of 4"):
        fisher_greater(5, 4, 0, 4)


sides = st.integers(0, 12).flatmap(lambda size: st.tuples(st.integers(0, size), st.just(size)))


@given(left=sides, right=sides)
def test_the_two_one_sided_values_share_the_chance_of_the_table_itself(
    left: tuple[int, int], right: tuple[int, int]
) -> None:
    hits = left[0] + right[0]
    table = comb(left[1], left[0]) * comb(right[1], right[0]) / comb(left[1] + right[1], hits)
    assert fisher_greater(*left, *right) + fisher_greater(*right, *left) == pytest.approx(1 + table)
