"""A draft must fit into the prompt and push nothing out of it."""

from dataclasses import replace

import pytest

from ace.curator.checks.check import Check
from ace.curator.checks.prompt_budget import check_prompt_budget
from ace.curator.draft import Draft
from runtime.contracts.rule import Rule
from tests.ace.building import rule
from tests.ace.curator.checks.drafting import GOOD, SEEN, drafted, merge

LAST = rule("z.last", text="Point at one finding before you ask about it.", priority=60)
SAFE = rule("a.safe", text="Refuse and refer.", safety=True)
OTHER = rule("b.solver", text="x" * 400, audience="solver")


def budget(draft: Draft, tokens: int | None, *rules: Rule) -> Check:
    """Return the check of `draft` beside `rules`."""
    return check_prompt_budget(draft, replace(SEEN, rules=rules, rules_tokens=tokens))


def test_the_figure_is_in_tokens() -> None:
    result = budget(drafted(GOOD), 40, LAST)
    assert (result.ok, result.value) == (True, "14 tokens before, 25 after, of 40")
    assert budget(drafted(GOOD), None, LAST) == Check("prompt-budget", True, "no budget is set")


@pytest.mark.parametrize(
    ("draft", "rules", "said"),
    [
        pytest.param(drafted(GOOD.model_copy(update={"priority": 1})), (LAST,), "pushes z.last out", id="flooding"),
        pytest.param(drafted(GOOD.model_copy(update={"priority": 99})), (LAST,), "does not fit", id="comes last"),
        pytest.param(drafted(GOOD), (SAFE, LAST.model_copy(update={"text": "x" * 80})), "", id="had no room before"),
        pytest.param(drafted(GOOD), (OTHER,), "", id="other readers have their own budget"),
        pytest.param(
            drafted(GOOD.model_copy(update={"text": "y" * 70}), GOOD), (GOOD,), "does not fit", id="a longer text"
        ),
        pytest.param(
            drafted(GOOD.model_copy(update={"priority": 99}), GOOD), (GOOD, SAFE), "", id="a lower place, with room"
        ),
        pytest.param(merge(GOOD, GOOD, LAST), (GOOD, LAST), "", id="the merged rule makes room"),
        pytest.param(
            drafted(GOOD), (SAFE.model_copy(update={"text": "z" * 200}),), "safety rule a.safe", id="no room for safety"
        ),
    ],
)
def test_rules_stay_in_the_prompt(draft: Draft, rules: tuple[Rule, ...], said: str) -> None:
    result = budget(draft, 22, *rules)
    assert result.ok is (not said), result.detail
    assert said in result.detail
