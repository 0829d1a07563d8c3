"""Words, costs and results of one step."""

from runtime.agents.own.messages import Result, StepLine, Usage
from runtime.agents.own.own_action import OwnAction
from runtime.agents.own.step_parts import SUMMARY_CHARS, attempt_of, card_of

CALL = OwnAction("REQUEST_TOOL", "lookup_order", arguments={"order": "A"})


def test_words_and_costs() -> None:
    line = StepLine(
        action={}, raw="hm", usage=Usage(prompt_tokens=3, completion_tokens=2, cached_tokens=1, cost_usd=0.5)
    )
    attempt = attempt_of(line)
    assert (attempt.raw, attempt.prompt_tokens, attempt.completion_tokens) == ("hm", 3, 2)
    assert (attempt.cached_tokens, attempt.cost_usd, attempt.error) == (1, 0.5, "")


def test_a_card_is_short_and_says_that_its_id_was_made() -> None:
    card = card_of(CALL, Result(ok=True, summary="a \n b" + "x" * 1000, data={"a": 1}), "e-1", 4)
    assert card.summary.startswith("a bx")
    assert len(card.summary) == SUMMARY_CHARS
    assert (card.call_id, card.id_source, card.data, card.error_class) == ("made-4", "synthetic", {"a": 1}, None)


def test_a_failure_has_a_class() -> None:
    assert card_of(CALL, Result(ok=False), "e-1", 0).error_class == "business_failure"
    assert card_of(CALL, Result(ok=False, error_class="timeout"), "e-1", 0).error_class == "timeout"
    assert card_of(CALL, Result(ok=True, error_class="timeout"), "e-1", 0).error_class is None
