"""Conversations that just stop."""

from collections.abc import Callable

from analyzers.detectors.tool_agent.no_coherent_ending import detect
from runtime.contracts.trace_event import Episode

Talk = Callable[..., Episode]
LOOK = ("call", "get_order", {"order_id": "W11"}, "{}")


def test_a_result_nobody_spoke_of_a_question_and_a_go_ahead_are_found(talk: Talk) -> None:
    assert [one.step for one in detect(talk(("user", "hi"), LOOK))] == [0]
    assert [one.message for one in detect(talk(("user", "hi"), ("call", "get_order", {})))] == [
        "ends with a call that got no result"
    ]
    assert [one.step for one in detect(talk(("user", "hi"), ("agent", "Hello."), ("user", "Where is it?")))] == [0]
    go = ("user", "Yes, go ahead and cancel it, thanks! ###STOP###")
    assert [one.step for one in detect(talk(("user", "cancel"), ("agent", "Shall I cancel W11?"), go))] == [0]


def test_an_answer_thanks_and_a_hand_over_are_not(talk: Talk) -> None:
    assert detect(talk(("user", "hi"), LOOK, ("agent", "On its way."))) == []
    thanks = ("user", "Thanks, that's all. ###STOP###")
    assert detect(talk(("user", "hi"), ("agent", "On its way. Would you like to know more?"), thanks)) == []
    assert detect(talk(("user", "hi"), ("call", "transfer_to_human_agents", {"summary": "x"}, "ok"))) == []
