"""What drafting has cost, and whether the next question fits."""

import pytest

from ace.curator.asking.spending import CHARS_PER_TOKEN, Spent
from ace.curator.draft import CuratorBudget
from runtime.contracts.ports import ChatMessage, ModelReply, ModelRequest


def request_of(chars: int, max_tokens: int = 100) -> ModelRequest:
    """Return a question of so many characters."""
    messages = (ChatMessage("system", "s" * 10), ChatMessage("user", "u" * (chars - 10)))
    return ModelRequest(messages, {}, 0, max_tokens=max_tokens)


QUESTION = request_of(3500)


def test_an_estimate_is_corrected_by_what_servers_count() -> None:
    assert Spent().prompt_estimate(QUESTION) == round(3500 / CHARS_PER_TOKEN) == 1000
    counted = Spent().plus(QUESTION, ModelReply("x", prompt_tokens=1750, completion_tokens=7))
    assert counted.prompt_estimate(QUESTION) == 1750
    assert counted.tokens == 1757


@pytest.mark.parametrize(("limit", "fits"), [(1100, True), (1099, False)], ids=["just enough", "one too few"])
def test_a_question_that_would_go_over_is_not_asked(limit: int, fits: bool) -> None:
    said = Spent().refusal(QUESTION, CuratorBudget(limit))
    assert (said == "") is fits
    if not fits:
        assert "the curator's budget of 1099 tokens is spent (0 used, the next question takes about 1100)" in said


def test_a_server_that_counts_nothing_still_ends_the_budget() -> None:
    spent = Spent().plus(QUESTION, ModelReply("y" * 350))
    assert (spent.prompt_tokens, spent.uncounted, spent.tokens) == (0, 1100, 1100)
    assert "is spent (1100 used" in spent.refusal(QUESTION, CuratorBudget(2000))
    assert "1100 are estimated" in spent.notes(CuratorBudget())[0]


def test_a_ceiling_in_dollars_counts_from_the_second_question() -> None:
    budget = CuratorBudget(10**6, 0.5)
    assert Spent().refusal(QUESTION, budget) == ""
    spent = Spent().plus(QUESTION, ModelReply("x", prompt_tokens=1000, completion_tokens=100, cost_usd=0.3))
    assert "budget of 0.5 USD is spent (0.3000 used, the next question costs about 0.3000)" in spent.refusal(
        QUESTION, budget
    )
    assert spent.refusal(QUESTION, CuratorBudget(10**6, 0.61)) == ""
    assert spent.notes(budget) == ()


def test_a_ceiling_without_prices_is_said_to_hold_nothing_back() -> None:
    spent = Spent().plus(QUESTION, ModelReply("x", prompt_tokens=1000))
    assert spent.refusal(QUESTION, CuratorBudget(10**6, 0.01)) == ""
    assert "no prices are configured" in spent.notes(CuratorBudget(10**6, 0.01))[0]
    assert spent.notes(CuratorBudget(10**6)) == ()
