"""Answers that lean on nothing."""

from collections.abc import Callable

import pytest

from analyzers.detectors.answer_without_citation import detect
from runtime.contracts.json_types import JsonObject
from runtime.contracts.trace_event import Episode, Outcome, Step


def test_it_is_found_at_the_last_step(step: Callable[..., Step], episode: Callable[..., Episode]) -> None:
    answer: JsonObject = {"status": "answer", "text": "It is B.", "citations": [], "invented": []}
    end = Outcome("r1", "e1", "answered", "", {}, answer=answer)
    found = detect(episode(step(0), step(1, {"action": "REVEAL_ANSWER"}), outcome=end))
    assert [(one.step, one.quote) for one in found] == [(1, "It is B.")]


@pytest.mark.parametrize(
    "answer",
    [
        {"status": "answer", "text": "B.", "citations": ["k1"]},
        {"status": "answer", "text": "B.", "citations": [], "invented": ["k9"]},
        {"status": "insufficient_evidence", "text": "?"},
        {},
    ],
)
def test_other_answers_are_not(answer: JsonObject, step: Callable[..., Step], episode: Callable[..., Episode]) -> None:
    end = Outcome("r1", "e1", "answered", "", {}, answer=answer)
    assert detect(episode(step(1, {"action": "REVEAL_ANSWER"}), outcome=end)) == []
