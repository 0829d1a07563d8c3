"""The state of an own agent's episode, filled in from its steps."""

from runtime.agents.own.own_action import OwnAction
from runtime.agents.own.own_state import History
from runtime.contracts.tool_call import ErrorClass, ToolCard

CALL = OwnAction("REQUEST_TOOL", "lookup_order", arguments={"order": "A"})
TALK = OwnAction("RESPOND", "RESPOND", text="Good  day")


def _card(ok: bool, error: ErrorClass | None = None, name: str = "lookup_order") -> ToolCard:
    return ToolCard("1", name, {}, "", "", ok, "", error)


def test_before_the_first_step() -> None:
    assert History().view({"labels": []}) == {
        "step": 0,
        "tools": {"called": [], "last": "", "last_ok": True, "last_error": "", "failed": []},
        "labels": [],
    }


def test_calls_are_told_in_order_with_how_the_last_went() -> None:
    history = History()
    history.add(CALL, _card(False, "timeout"))
    history.add(TALK, None)
    seen = history.view({})
    assert seen["step"] == 2
    assert seen["tools"] == {
        "called": ["lookup_order"],
        "last": "lookup_order",
        "last_ok": False,
        "last_error": "timeout",
        "failed": ["lookup_order"],
    }
    history.add(CALL, None)
    tools = history.view({})["tools"]
    assert isinstance(tools, dict)
    assert (tools["called"], tools["last_ok"], tools["failed"]) == (["lookup_order"] * 2, True, ["lookup_order"])


def test_a_stopped_decision_counts_as_one_and_as_no_call() -> None:
    history = History()
    history.add_stopped()
    assert history.view({})["step"] == 1
    assert history.repeats(CALL) == 0


def test_repeats_count_alike_calls_and_the_same_words() -> None:
    history = History()
    history.add(CALL, _card(False, "timeout"))
    assert history.repeats(CALL) == 0, "after a timeout one may ask again"
    history.add(CALL, _card(True))
    history.add(TALK, None)
    assert history.repeats(CALL) == 1
    assert history.repeats(OwnAction("REQUEST_TOOL", "lookup_order", arguments={"order": "B"})) == 0
    assert history.repeats(OwnAction("RESPOND", "RESPOND", text="good day")) == 1
