"""A draft brings a test that passes."""

import pytest

from ace.curator.checks.brought_test import check_test
from runtime.contracts.rule import RuleCase, RuleTest
from tests.ace.building import WEB_RULE, rule
from tests.ace.curator.checks.drafting import GOOD, PATH, SEEN, drafted, merge

VIOLATES = RuleCase(action={"name": "web_browser"})
COMPLIES = RuleCase(action={"name": "zoom"})


@pytest.mark.parametrize(
    ("test", "said"),
    [
        pytest.param(RuleTest(violates=(VIOLATES,), complies=(COMPLIES,)), "", id="passes"),
        pytest.param(None, "no recorded decision", id="none"),
        pytest.param(RuleTest(violates=(VIOLATES,)), "no recorded decision", id="nothing complies"),
        pytest.param(RuleTest(violates=(COMPLIES,), complies=(VIOLATES,)), "expected a violation", id="fails"),
        pytest.param(
            RuleTest(violates=(RuleCase(action={"name": "web_browser", "text": "a\u200bb"}),), complies=(COMPLIES,)),
            "U+200B",
            id="a hidden character, which would stop the playbook from loading",
        ),
    ],
)
def test_a_rule_brings_a_test_that_passes(test: RuleTest | None, said: str) -> None:
    result = check_test(drafted(GOOD, test=test), SEEN, PATH)
    assert result.ok is (not said)
    assert said in result.detail


def test_a_merge_may_keep_the_test_there_is() -> None:
    other = rule("a.other", **WEB_RULE)
    kept = merge(GOOD, GOOD, other)
    assert check_test(kept, SEEN, PATH).ok
    silent = rule("a.kept", when='action.name == "zoom"', require="true")
    assert check_test(merge(silent, silent, other), SEEN, PATH).value == "no new test"
    changed = silent.model_copy(update={"require": "action.repeats == 0"})
    assert not check_test(merge(changed, silent, other), SEEN, PATH).ok
