"""The bench's rules are rules."""

import pytest

from ace.bench.detector_rules import CONDITIONS, Conditions, bench_rules
from runtime.contracts.condition_context import TUTOR_CONTEXT
from runtime.rules.check_condition import check_condition


@pytest.mark.parametrize("conditions", CONDITIONS, ids=lambda conditions: conditions.when)
def test_a_rules_conditions_would_pass_review(conditions: Conditions) -> None:
    assert check_condition(conditions.when, TUTOR_CONTEXT) == []
    assert check_condition(conditions.require, TUTOR_CONTEXT) == []


def test_there_are_twenty_of_them_all_checked() -> None:
    rules = bench_rules()
    assert len({rule.id for rule in rules if rule.is_checked}) == 20
    assert len(set(CONDITIONS)) == 20
