"""A condition may tell a part of the failures: the bars, and which rules they are for."""

import random

import pytest

from ace.curator.checks.part_of_failures import PartFigures, is_by_numbers, is_own_number
from ace.curator.checks.separation import check_separation
from ace.curator.draft import Draft
from runtime.contracts.condition_context import TUTOR_CONTEXT, ContextField
from runtime.contracts.rule import Rule
from runtime.contracts.trace_event import Episode
from tests.ace.building import RETRIEVE, episode, rule
from tests.ace.curator.checks.drafting import seen_of
from tests.ace.curator.drafting.own_cluster import hint, own_cluster

ABOUT = 'action.name == "HINT"'


def figures(fired: int, failing: int, alarms: int, others: int, *, cases: int = 9, effect: float = 1.0) -> PartFigures:
    """Return figures of decisions that count one each."""
    return PartFigures(fired, failing, cases, alarms, others, float(alarms), float(others), effect)


@pytest.mark.parametrize(
    ("item", "passes"),
    [
        pytest.param(figures(127, 291, 0, 86), True, id="none that is fine among many"),
        pytest.param(figures(193, 306, 2, 74), True, id="hardly one"),
        pytest.param(figures(12, 100, 0, 100), True, id="a tenth"),
        pytest.param(figures(9, 50, 0, 200), False, id="fewer than ten"),
        pytest.param(figures(20, 300, 0, 900), False, id="less than a tenth"),
        pytest.param(figures(127, 291, 0, 86, cases=4), False, id="of four cases"),
        pytest.param(figures(127, 291, 5, 86), False, id="more than 5% of what is fine"),
        pytest.param(figures(30, 291, 0, 30), False, id="as likely by chance"),
        pytest.param(figures(100, 200, 10, 200), True, id="5% of what is fine, purer twofold"),
        pytest.param(figures(60, 291, 0, 86, effect=5.0), False, id="decisions of a case are alike"),
        pytest.param(figures(50, 50, 0, 0), False, id="nothing to compare"),
    ],
)
def test_the_bars_of_a_part(item: PartFigures, passes: bool) -> None:
    assert item.passes is passes


@pytest.mark.parametrize(
    ("when", "require", "expected"),
    [
        (ABOUT, "action.repeats < 1", True),
        (ABOUT, "action.repeats < 1 && action.hint_level >= 1", True),
        ('action.kind == "HINT"', "action.repeats < 1", True),
        (ABOUT, "state.step < 4", False),
        (f"{ABOUT} && state.step > 4", "action.repeats < 1", False),
        ('action.name == "QUIZ"', "action.repeats < 1", False),
        ('action.name in ["HINT", "QUIZ"]', "action.repeats < 1", False),
        (ABOUT, "false", False),
        (ABOUT, "!action.leaks_answer", False),
        ("true", "action.repeats < 1", False),
        (None, None, False),
    ],
)
def test_it_is_for_rules_about_numbers_of_one_action(when: str | None, require: str | None, expected: bool) -> None:
    assert is_by_numbers(rule("a.b", when=when, require=require), "HINT", TUTOR_CONTEXT) is expected


@pytest.mark.parametrize(
    ("field", "expected"),
    [
        (ContextField("action.size", 0.0, ""), True),
        (ContextField("action.sound", False, ""), False),
        (ContextField("action.note", "", ""), False),
        (ContextField("state.step", 0, ""), False),
    ],
    ids=["a number", "a truth", "a text", "of the state"],
)
def test_numbers_of_an_action(field: ContextField, expected: bool) -> None:
    assert is_own_number(field) is expected


def _hints(told: float, alarms: float = 0.0) -> list[Episode]:
    rng = random.Random(1)
    bad = [
        episode(f"bad{i}", RETRIEVE, hint(action__repeats=int(rng.random() < told)), sample=f"b{i}") for i in range(90)
    ]
    good = [
        episode(f"good{i}", RETRIEVE, hint(action__repeats=int(rng.random() < alarms)), sample=f"g{i}")
        for i in range(90)
    ]
    return [*bad, *good]


@pytest.mark.parametrize(
    ("after", "episodes", "ok"),
    [
        pytest.param(rule("a.b", when=ABOUT, require="action.repeats < 1"), _hints(0.4), True, id="a part"),
        pytest.param(rule("a.b", when=ABOUT, require="action.repeats < 1"), _hints(0.05), False, id="too small a part"),
        pytest.param(rule("a.b", when=ABOUT, require="action.repeats < 1"), _hints(0.4, 0.2), False, id="false alarms"),
        pytest.param(
            rule("a.b", when=f"{ABOUT} && state.step >= 0", require="action.repeats < 1"),
            _hints(0.4),
            False,
            id="more than the action's numbers",
        ),
    ],
)
def test_the_check_takes_a_part_only_by_numbers_of_the_action(after: Rule, episodes: list[Episode], ok: bool) -> None:
    seen, cluster = own_cluster(episodes, "bad", 1)
    looked_at = seen_of(tuple(episodes), succeeded=seen.succeeded, found={})
    check = check_separation(Draft("add", after.id, None, after, None, cluster, "", "test"), cluster, looked_at)
    assert check.ok is ok, check
    assert ("a part of the failures" in check.detail) is ok
    assert ok or check.detail == "needs at least 80% and at most 5%"
