"""Whether the agent must ask, and whether it did."""

from collections.abc import Callable

import pytest

from analyzers.detectors.tool_agent.approval import approvals, is_approved, must_ask
from analyzers.detectors.tool_agent.dialogue import dialogue_of
from analyzers.detectors.tool_agent.stretches import stretches_of
from runtime.contracts.trace_event import Episode


@pytest.mark.parametrize(
    ("system", "expected"),
    [
        ("Before any change, obtain explicit user confirmation (yes) to proceed.", True),
        ("Never delete a file without the user's permission.", True),
        ("Confirm receipt.\nAnswer before noon.", False),
        ("You have tools.", False),
        ("", False),
    ],
)
def test_instructions_that_want_a_yes(system: str, *, expected: bool) -> None:
    assert must_ask(system) is expected


@pytest.mark.parametrize(
    ("asked", "answer", "expected"),
    [
        ("Would you like to proceed?", "Yes, please.", True),
        ("Please confirm the details.", "Looks good, go ahead.", True),
        ("Would you like to proceed?", "How much is it?", False),
        ("Your name, please.", "Sure, I am Ann.", False),
    ],
)
def test_a_yes_counts_after_a_question_only(
    talk: Callable[..., Episode], asked: str, answer: str, *, expected: bool
) -> None:
    stretches = stretches_of(dialogue_of(talk(("user", "hi"), ("agent", asked), ("user", answer))))
    assert is_approved(stretches[-1]) is expected
    assert not is_approved(stretches[0])


def test_an_earlier_yes_is_held_for_an_answer_to_a_detail(talk: Callable[..., Episode]) -> None:
    lines = (("agent", "Shall I proceed?"), ("user", "Yes."), ("agent", "Which card?"), ("user", "the Visa"))
    assert approvals(stretches_of(dialogue_of(talk(("user", "hi"), *lines)))) == (False, False, True, True)
    later = (*lines, ("call", "pay", {"card": "Visa"}, "ok"), ("agent", "Which one?"), ("user", "the blue one"))
    assert approvals(stretches_of(dialogue_of(talk(("user", "hi"), *later))))[-1] is False
