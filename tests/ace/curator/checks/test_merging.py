"""Rules are merged when they are the same rule, and the result is one of them."""

from dataclasses import replace

import pytest

from ace.curator.checks.check import Check
from ace.curator.checks.merging import check_merge
from runtime.contracts.rule import Otherwise, Rule
from tests.ace.building import WEB_RULE, rule
from tests.ace.curator.checks.drafting import GOOD, SEEN, merge

ONE_NAME = {**WEB_RULE, "when": 'action.name in ["web_browser"]'}
TWIN = rule("tools.local-first", text="Other words.", **ONE_NAME)
SAME_WORDS = rule("a.words", text="do it   WELL")
NOT = rule("a.not", text="Do not do it well.")
ELSE = rule("a.else", text="Zoom in.", when='action.name == "retrieve"', require="state.step > 9")
RULES = (GOOD, TWIN, SAME_WORDS, NOT, ELSE)


def merging(after: Rule, before: Rule, *merged: Rule) -> Check:
    """Return the check of a merge."""
    return check_merge(merge(after, before, *merged), replace(SEEN, rules=RULES))


@pytest.mark.parametrize(
    ("merged", "said"),
    [
        pytest.param(TWIN, "judge all 12 decisions alike", id="same verdicts"),
        pytest.param(SAME_WORDS, "say the same", id="same words"),
    ],
)
def test_duplicates_are_merged(merged: Rule, said: str) -> None:
    result = merging(GOOD, GOOD, merged)
    assert result.ok, result.detail
    assert said in result.detail
    assert result.value.startswith("24 decisions")


@pytest.mark.parametrize(
    ("after", "before", "merged", "said"),
    [
        pytest.param(GOOD, GOOD, (NOT,), "a.not is no duplicate", id="another rule"),
        pytest.param(GOOD, GOOD, (TWIN, ELSE), "a.else is no duplicate", id="one of two is another rule"),
        pytest.param(GOOD, GOOD, (), "names the rule that stays", id="nothing goes"),
        pytest.param(GOOD, GOOD, (GOOD,), "is not another rule", id="the rule itself"),
        pytest.param(GOOD, GOOD, (rule("a.none"),), "a.none is not another rule in force", id="an unknown rule"),
        pytest.param(TWIN, GOOD, (TWIN,), "names the rule that stays", id="the result has another id"),
        pytest.param(
            GOOD.model_copy(update={"text": "Do it well, or reveal.\n"}), GOOD, (TWIN,), "`text` is of none", id="words"
        ),
        pytest.param(
            GOOD.model_copy(update={"require": "true"}), GOOD, (TWIN,), "`require` is of none", id="a condition"
        ),
        pytest.param(
            GOOD.model_copy(update={"otherwise": Otherwise(action="REVEAL_ANSWER")}),
            GOOD,
            (TWIN,),
            "is of none",
            id="a replacement",
        ),
    ],
)
def test_all_else_is_refused(after: Rule, before: Rule, merged: tuple[Rule, ...], said: str) -> None:
    result = merging(after, before, *merged)
    assert not result.ok
    assert said in result.detail


def test_the_result_may_be_the_other_ones_words() -> None:
    assert merging(GOOD.model_copy(update={"text": TWIN.text}), GOOD, TWIN).ok
