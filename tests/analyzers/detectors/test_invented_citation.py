"""Answers that lean on what is not there."""

from collections.abc import Callable

import pytest

from analyzers.detectors.invented_citation import detect
from runtime.contracts.json_types import JsonObject
from runtime.contracts.trace_event import Episode, Outcome, Step


def test_it_is_found_at_the_last_step(step: Callable[..., Step], episode: Callable[..., Episode]) -> None:
    answer: JsonObject = {"status": "answer", "text": "It is B.", "citations": ["k1"], "invented": ["k9"]}
    end = Outcome("r1", "e1", "answered", "", {}, answer=answer)
    found = detect(episode(step(0), step(1, {"action": "REVEAL_ANSWER"}), outcome=end))
    assert [(one.step, one.quote) for one in found] == [(1, "k9")]


@pytest.mark.parametrize("answer", [{"status": "answer", "text": "B.", "citations": ["k1"], "invented": []}, {}])
def test_other_answers_are_not(answer: JsonObject, step: Callable[..., Step], episode: Callable[..., Episode]) -> None:
    end = Outcome("r1", "e1", "answered", "", {}, answer=answer)
    assert detect(episode(step(1, {"action": "REVEAL_ANSWER"}), outcome=end)) == []
