"""What passed through here is written to the log and read back as it is."""

from runtime.contracts.json_types import JsonObject
from runtime.contracts.tool_call import ToolCard
from runtime.contracts.trace_event import StudentTurn
from runtime.traces.recordable import recordable_card, recordable_data, recordable_text, recordable_turn


def test_text_comes_out_as_the_log_holds_it_and_twice_is_once() -> None:
    out = recordable_text("see sk-abcDEF1234567890xyz \ud83d there")
    assert out == "see [redacted:api-key] \\ud83d there"
    assert recordable_text(out) == out
    assert recordable_text("a plain word") == "a plain word"


def test_data_comes_out_as_the_log_holds_it() -> None:
    data: JsonObject = {"hits": ({"text": "token=abcdefghijklmnop", "score": float("nan")},), "password": "pw"}
    out = recordable_data(data)
    assert out == {"hits": [{"text": "token=[redacted:secret]", "score": "nan"}], "password": "[redacted:password]"}
    assert recordable_data(out) == out


def test_cards_and_turns_come_out_as_the_log_holds_them() -> None:
    card = ToolCard("call-1", "look", {}, "image.read", "k", True, "pwd=hunter22 seen", data={"password": "pw"})
    out = recordable_card(card)
    assert (out.summary, out.data) == ("pwd=[redacted:secret] seen", {"password": "[redacted:password]"})
    assert recordable_turn(StudentTurn("my password: hunter2!", "B", "wrong")).text == "my password: [redacted:secret]"
