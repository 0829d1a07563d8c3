"""What an episode was worth: the agent's own word, else what the sample expects."""

import pytest

from runtime.agents.own.faults import AgentFaultError
from runtime.agents.own.messages import EndLine
from runtime.agents.own.score_end import END, closing_words, has_expected, scores_of
from runtime.contracts.json_types import JsonObject
from tests.runtime.agents.own.own_building import SAMPLE

NOTHING = SAMPLE.model_copy(update={"expected": {}})


def test_the_agents_word_comes_first() -> None:
    assert scores_of(EndLine(success=True, scores={"speed": 3.0}), SAMPLE) == {"speed": 3.0, "success": 1.0}
    assert scores_of(EndLine(success=0.25), SAMPLE)["success"] == 0.25
    assert scores_of(EndLine(success=False, answer={"decision": "refund"}), SAMPLE)["success"] == 0.0
    assert scores_of(EndLine(scores={"success": 0.5}), NOTHING)["success"] == 0.5


def test_else_the_answer_is_compared() -> None:
    assert scores_of(EndLine(answer={"decision": "refund", "more": 1}), SAMPLE) == {"success": 1.0}
    assert scores_of(EndLine(answer={"decision": "decline"}), SAMPLE) == {"success": 0.0}
    assert scores_of(EndLine(), SAMPLE) == {"success": 0.0}


def test_what_nobody_can_score_is_said() -> None:
    with pytest.raises(AgentFaultError, match="expects nothing"):
        scores_of(EndLine(), NOTHING)
    with pytest.raises(AgentFaultError, match="must be 0-1"):
        scores_of(EndLine(scores={"success": 2.0}), NOTHING)


@pytest.mark.parametrize(
    ("answer", "expected", "is_same"),
    [
        ({"a": 1}, {"a": 1.0}, True),
        ({"a": True}, {"a": 1}, False),
        ({"a": 1}, {"a": True}, False),
        ({"a": None}, {"a": None}, True),
        ({}, {"a": None}, False),
        ({"a": {"b": [1, 2]}}, {"a": {"b": [1, 2]}}, True),
        ({"a": {"b": [1, 2], "c": 1}}, {"a": {"b": [1, 2]}}, False),
        ({"a": [1]}, {"a": [1, 1]}, False),
        ({"a": "x "}, {"a": "x"}, False),
    ],
    ids=str,
)
def test_what_is_the_same(answer: JsonObject, expected: JsonObject, is_same: bool) -> None:
    assert has_expected(answer, expected) is is_same


def test_the_last_words() -> None:
    assert closing_words(EndLine(message="Bye.", answer={"decision": "refund"})) == "Bye.\nrefund"
    assert closing_words(EndLine()) == END
