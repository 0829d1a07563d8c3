"""When an accepted rule is to be left out again."""

from datetime import UTC, datetime, timedelta

import pytest

from ace.ledger.due_rules import due_at, retest_dates
from ace.ledger.retest import Retest, joined_retests, read_retest, write_retest
from runtime.contracts.rule import Evidence, Rule

START = datetime(2026, 10, 1, tzinfo=UTC)
RULE = Rule.model_validate(
    {"schema": 1, "id": "a.rule", "title": "A rule", "agent": "x", "text": "Do it."}
    | {"evidence": [Evidence(cluster="c-1", failures=3, samples=2)]}
)


def retest(days: int, rule: Rule = RULE, arm: str = "a-1", cases: int = 10) -> Retest:
    """Return a re-test so many days after the start."""
    return Retest(
        rule=rule.id,
        fingerprint=rule.fingerprint()[:16],
        arm=arm,
        run="r-1",
        controller="m",
        simulated=False,
        when=START + timedelta(days=days),
        word="unclear",
        cases=cases,
        better=1,
        worse=1,
        e_without=1.0,
        e_with=1.0,
    )


@pytest.mark.parametrize(
    ("rule", "retests", "day", "is_due"),
    [
        pytest.param(RULE, [], 29, False, id="a day early"),
        pytest.param(RULE, [], 30, True, id="on the day"),
        pytest.param(RULE, [retest(30)], 59, False, id="left out already"),
        pytest.param(RULE, [retest(30), retest(5, arm="a-2")], 60, True, id="and again after thirty days"),
        pytest.param(RULE, [retest(30, RULE.model_copy(update={"text": "Else."}))], 31, True, id="it was another then"),
        pytest.param(RULE, [retest(90)], 40, False, id="a clock that was set back puts it off"),
        pytest.param(RULE.model_copy(update={"evidence": ()}), [], 90, False, id="no proposal brought it"),
        pytest.param(RULE.model_copy(update={"safety": True}), [], 90, False, id="safety"),
        pytest.param(RULE.model_copy(update={"enforce": "gate"}), [], 90, False, id="a gate"),
    ],
)
def test_which_rules_are_due(rule: Rule, retests: list[Retest], day: int, is_due: bool) -> None:
    dates = retest_dates({"p.yaml": START}, {"p.yaml": rule}, retests, 30)
    assert bool(due_at(dates, START + timedelta(days=day))) == is_due


def test_a_file_of_the_ledger_comes_back_whole() -> None:
    assert read_retest(retest(3).path, write_retest(retest(3))) == retest(3)


def test_the_latest_record_stands_though_an_earlier_one_decided_more() -> None:
    fuller, latest = retest(2, cases=12), retest(40)
    assert joined_retests([latest, fuller]) == joined_retests([fuller, latest]) == latest
    dates = retest_dates({"p.yaml": START}, {"p.yaml": RULE}, [joined_retests([fuller, latest])], 30)
    assert due_at(dates, START + timedelta(days=69)) == ()
    same = retest(40, cases=12)
    assert joined_retests([latest, same]) == joined_retests([same, latest]) == same
