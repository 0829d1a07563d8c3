"""One decision as a step."""

import pytest

from runtime.contracts.tool_call import ToolCard
from runtime.traces.formats.to_step import Decision, call_step, said_step
from runtime.traces.formats.transcript import ToolRequest, TranscriptMessage


def decision(message: TranscriptMessage) -> Decision:
    """Return the decision taken in a message."""
    return Decision(message, 4, ("r-1", "e-1"), {"step": 4, "tools": {"calls": 2, "last_error": "timeout"}})


def asking(arguments: str, text: str = "", call_id: str = "c9") -> TranscriptMessage:
    """Return a message with one call."""
    call = ToolRequest("book", arguments, call_id)
    return TranscriptMessage("assistant", text, name="Desk", calls=(call, call), source_id="7", completion_tokens=5)


def card(answer: TranscriptMessage, call_id: str = "c9") -> ToolCard:
    """Return the card of a call with that answer."""
    made = call_step(decision(asking("{}", call_id=call_id)), 0, answer).card
    assert made is not None
    return made


def test_words_alone() -> None:
    step = said_step(decision(TranscriptMessage("assistant", "Until six.", source_id="2", prompt_tokens=9)))
    assert step.proposed == step.taken == {"action": "RESPOND", "text": "Until six."}
    assert step.context == {
        "action": {"kind": "RESPOND", "tool": "", "arguments": {}, "text": "Until six."},
        "state": {"step": 4, "tools": {"calls": 2, "last_error": "timeout"}},
    }
    assert (step.step, step.source_id, step.attempts[0].raw, step.attempts[0].prompt_tokens) == (
        4,
        "2",
        "Until six.",
        9,
    )


def test_a_call_with_words_counts_them_once() -> None:
    first, second = (call_step(decision(asking('{"day": 3}', "Let me book.")), number, None) for number in (0, 1))
    assert first.proposed == {"action": "REQUEST_TOOL", "tool": "book", "arguments": {"day": 3}, "text": "Let me book."}
    assert second.proposed == {**first.proposed, "text": ""}
    assert (first.attempts[0].raw, second.attempts[0].raw) == ("Let me book.", '{"day": 3}')
    assert (first.attempts[0].completion_tokens, second.attempts[0].completion_tokens) == (5, 0)
    assert (first.source_id, second.source_id, first.speaker) == ("7", "7", "Desk")
    assert first.card is None


@pytest.mark.parametrize(
    "arguments", ['{"day": ', "[3]", "3", '"{}"', '{"day": NaN}', '{"day": "\\ud83d"}'], ids=lambda text: text[:12]
)
def test_arguments_that_are_no_object_are_malformed(arguments: str) -> None:
    step = call_step(decision(asking(arguments, "words")), 0, None)
    assert step.proposed is not None
    assert step.proposed["arguments"] == {}
    assert step.attempts[0].error_kind == "malformed"
    assert step.attempts[0].error.startswith("the arguments are")
    assert step.attempts[0].raw == arguments


@pytest.mark.parametrize("arguments", ["", " ", "{}"])
def test_a_call_without_arguments_is_sound(arguments: str) -> None:
    assert call_step(decision(asking(arguments)), 0, None).attempts[0].error == ""


def test_an_answer_is_the_card_and_whole_in_what_was_shown() -> None:
    text = '{"rooms": [1, 2],\n "note": "' + "long " * 100 + '"}'
    step = call_step(decision(asking("{}")), 0, TranscriptMessage("tool", text, call_id="c9", duration_ms=12.5))
    assert step.shown == text
    made = step.card
    assert made is not None
    assert (made.ok, made.call_id, made.id_source, made.duration_ms) == (True, "c9", "recorded", 12.5)
    assert made.data["rooms"] == [1, 2]
    assert len(made.summary) == 300
    assert "\n" not in made.summary


def test_an_answer_that_is_no_object() -> None:
    assert card(TranscriptMessage("tool", "[1, 2]")).data == {"value": [1, 2]}
    assert card(TranscriptMessage("tool", "two rooms")).data == {}


def test_the_recorded_error_is_told_where_nothing_was_said() -> None:
    made = card(TranscriptMessage("tool", "", error="timed out"))
    assert (made.ok, made.error_class, made.summary) == (False, "timeout", "timed out")


@pytest.mark.parametrize(
    ("call_id", "answer_id", "expected"),
    [("c9", "", ("c9", "recorded")), ("", "c8", ("c8", "recorded")), ("", "", ("made-4", "synthetic"))],
)
def test_a_call_without_an_id_gets_one(call_id: str, answer_id: str, expected: tuple[str, str]) -> None:
    made = card(TranscriptMessage("tool", "ok", call_id=answer_id), call_id)
    assert (made.call_id, made.id_source) == expected
