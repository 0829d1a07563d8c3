"""An episode as the answers of its model."""

from dataclasses import replace

from runtime.contracts.json_types import JsonObject
from runtime.contracts.tool_call import ToolCard
from runtime.contracts.trace_event import Attempt, ControllerInfo, Episode, Header, Said, Step
from runtime.traces.formats.export_turns import exported_turns, text_message

_HEADER = Header(
    "r1", "e1", "s", "s", "dev", 0, 0, "clerk", ControllerInfo("x", "m", simulated=False), "", {}, (), {},
    question="Weather?",
)  # fmt: skip


def _call(step: int, call_id: str, source_id: str = "", text: str = "", **fields: object) -> Step:
    card = ToolCard(call_id, "weather", {"n": step}, "", "", ok=True, summary=f"summary {step}")
    taken: JsonObject = {"action": "REQUEST_TOOL", "tool": "weather", "arguments": {"n": step}, "text": text}
    made = Step("r1", "e1", step, (Attempt("raw"),), "", "", taken=taken, card=card, source_id=source_id)
    return replace(made, **fields)  # type: ignore[arg-type]


def _said(step: int, text: str, **fields: object) -> Step:
    taken: JsonObject = {"action": "RESPOND", "text": text}
    return replace(Step("r1", "e1", step, (), "", "", taken=taken), **fields)  # type: ignore[arg-type]


def test_steps_of_one_message_are_one_answer() -> None:
    steps = (_call(0, "a", "m1", "I look."), _call(1, "b", "m1", shown="rain"), _said(2, "Rain.", source_id="m2"))
    turns, left = exported_turns(Episode(_HEADER, steps, None))
    assert left == ()
    assert [len(turn.steps) for turn in turns] == [2, 1]
    assert turns[0].output["parts"] == [
        {"type": "text", "content": "I look."},
        {"type": "tool_call", "id": "a", "name": "weather", "arguments": {"n": 0}},
        {"type": "tool_call", "id": "b", "name": "weather", "arguments": {"n": 1}},
    ]
    responses = [{"type": "tool_call_response", "id": "b", "response": "rain"}]
    assert turns[1].inputs[1] == {"role": "tool", "parts": responses}


def test_own_steps_are_an_answer_each_and_show_the_summary() -> None:
    turns, left = exported_turns(Episode(_HEADER, (_call(0, "a"), _call(1, "a")), None))
    assert len(turns) == 2
    assert turns[0].inputs == (text_message("user", "Weather?"),)
    assert turns[0].calls[0].result == "summary 0"
    assert left == ()


def test_the_opening_of_a_record_from_outside_is_told_whole() -> None:
    opening = (Said("system", "Be brief."), Said("user", "Weather?", "eva"))
    header = replace(_HEADER, imported="otlp", opening=opening)
    turns, left = exported_turns(Episode(header, (_said(0, "Rain.", heard=(Said("user", "thanks"),)),), None))
    assert turns[0].inputs == (text_message("system", "Be brief."), text_message("user", "Weather?", "eva"))
    assert left == (text_message("user", "thanks"),)


def test_a_call_without_a_result_has_an_id_of_its_own() -> None:
    turns, left = exported_turns(Episode(_HEADER, (_call(0, "", card=None),), None))
    assert (turns[0].calls[0].call_id, turns[0].calls[0].result, left) == ("e1:0", "", ())


def test_arguments_that_were_none_are_told_as_recorded() -> None:
    attempt = Attempt("{not json", error="not JSON", error_kind="malformed")
    taken: JsonObject = {"action": "REQUEST_TOOL", "tool": "weather", "arguments": {}}
    turns, _ = exported_turns(Episode(_HEADER, (_call(0, "a", attempts=(attempt,), taken=taken),), None))
    assert turns[0].calls[0].arguments_text == "{not json"
    again, _ = exported_turns(Episode(_HEADER, (_call(0, "a", attempts=(attempt, attempt), taken=taken),), None))
    assert again[0].calls[0].arguments_text == "{}"


def test_an_action_without_words_is_told_as_an_object_and_no_action_as_the_raw_answer() -> None:
    quiet = _said(0, "", taken={"action": "REVEAL_ANSWER"})
    broken = _said(1, "", taken=None, attempts=(Attempt("no action at all"),))
    turns, _ = exported_turns(Episode(_HEADER, (quiet, broken), None))
    assert [turn.output["parts"] for turn in turns] == [
        [{"type": "text", "content": '{"action": "REVEAL_ANSWER"}'}],
        [{"type": "text", "content": "no action at all"}],
    ]
