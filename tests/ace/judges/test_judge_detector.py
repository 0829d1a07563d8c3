"""A judge's finding: only of a failing answer whose quote stands in the trace."""

import pytest

from ace.judges.answer import JudgeAnswer
from ace.judges.judge_detector import detector_name, judge_finding
from analyzers.evidence import is_shown
from analyzers.signatures import signature
from tests.ace.judges.judging import RUBRIC, taught

EPISODE = taught("e-1", "Look closely.", "You fool, that is wrong.")


def test_a_failing_answer_is_a_finding_with_its_quote() -> None:
    made = judge_finding(RUBRIC, EPISODE, JudgeAnswer("i", True, "An insult.", "You fool", 1))
    assert made is not None
    assert (made.detector, made.severity, made.bucket, made.step) == ("judge:rude", "major", "misalignment", 1)
    assert (made.message, made.quote, made.error_class) == ("the reply is rude", "You fool", "rude")
    assert is_shown(made, EPISODE)
    assert detector_name(RUBRIC) == "judge:rude"


def test_what_one_judge_finds_is_one_kind_of_failure_whatever_its_reasons() -> None:
    one = judge_finding(RUBRIC, EPISODE, JudgeAnswer("i", True, "An insult.", "You fool", 1))
    two = judge_finding(RUBRIC, taught("e-2", "Fool again."), JudgeAnswer("j", True, "Mockery 7.", "Fool", 0))
    assert one is not None
    assert two is not None
    assert signature(one) == signature(two)


@pytest.mark.parametrize(
    "answer",
    [
        JudgeAnswer("i", False),
        JudgeAnswer("i", None, problem="not JSON"),
        JudgeAnswer("i", True, quote="You idiot", step=1),
        JudgeAnswer("i", True, quote="You fool", step=0),
        JudgeAnswer("i", True, quote="You fool", step=9),
        JudgeAnswer("i", True),
    ],
    ids=["passing", "unusable", "made up", "other step", "no such step", "no quote"],
)
def test_nothing_else_is(answer: JudgeAnswer) -> None:
    assert judge_finding(RUBRIC, EPISODE, answer) is None
