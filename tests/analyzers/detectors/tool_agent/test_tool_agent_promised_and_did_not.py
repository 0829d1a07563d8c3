"""Promises to act at once."""

from collections.abc import Callable

from analyzers.detectors.tool_agent.promised_and_did_not import detect
from runtime.contracts.trace_event import Episode

Talk = Callable[..., Episode]
LOOK = ("call", "get_order", {"order_id": "W11"}, "{}")


def test_a_promise_with_no_call_after_it_is_found(talk: Talk) -> None:
    words = ("agent", "Let me check that for you. One moment.")
    assert [one.step for one in detect(talk(("user", "where is W11"), words, ("user", "well?"), LOOK))] == [0]


def test_a_call_after_it_a_condition_and_a_question_are_not(talk: Talk) -> None:
    words = ("agent", "Let me check that for you. One moment.")
    assert detect(talk(("user", "where is W11"), words, LOOK, ("agent", "On its way."), ("user", "thanks"))) == []
    for waits in ("Please give me your id, and I'll check.", "Shall I check? I will look at it.", "Hello there."):
        assert detect(talk(("user", "where is it"), ("agent", waits), ("user", "W11"), LOOK)) == [], waits
    assert detect(talk(("user", "where is W11"), words, ("user", "well?"))) == []
