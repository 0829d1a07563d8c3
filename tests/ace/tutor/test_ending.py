"""What is said at the end: the tutor's words where they may be true, the known answer where they are not."""

from typing import get_args

import pytest

from ace.tutor.ending import ending
from runtime.contracts.json_types import JsonObject
from runtime.contracts.sample import TutorSample
from runtime.contracts.state import Terminal
from runtime.contracts.trace_event import Outcome
from tests.runtime.builders import SAMPLE, sample

FREE = sample(options={}, answer="pleural effusion", accepted=("fluid in the pleural space",))
UNKNOWN = sample(options={}, answer="", accepted=())


def _answered(answer: str, text: str = "", **scores: float) -> Outcome:
    given: JsonObject = {"status": "answer", "answer": answer, "text": text}
    return Outcome("r", "e", "answered", "", scores, answer=given)


@pytest.mark.parametrize("terminal", get_args(Terminal))
def test_every_end_has_its_words_and_only_an_answer_or_refusal_is_spoken(terminal: Terminal) -> None:
    outcome = Outcome("r", "e", terminal, "the budget", {}, answer={"answer": "B"}, error="no server")
    spoken, _, how = ending(outcome, "Last words.", SAMPLE)
    assert bool(spoken) is (terminal in {"answered", "refused"})
    assert "session" in how


def test_a_wrong_option_is_not_spoken_and_the_right_one_is_told() -> None:
    end = ending(_answered("A", success=1.0, learned=1.0), "It is A: Lobar pneumonia.", SAMPLE)
    assert end.spoken == ""
    assert end.truth == (
        "The right option is B) Pleural effusion; the tutor's own answer was A. You had it right: in the record "
        "success 1 is about you, answer_correct 0 about the tutor."
    )
    assert "You had it right" not in ending(_answered("A", learned=0.0), "It is A.", SAMPLE).truth


@pytest.mark.parametrize(
    ("outcome", "case", "truth"),
    [
        (_answered("B"), SAMPLE, ""),
        (_answered("A pleural effusion"), FREE, ""),
        (_answered("Yes", "There is fluid in the pleural space."), FREE, ""),
        (
            _answered("a tumour", "A mass."),
            FREE,
            "The answer given to ACE is: pleural effusion. The tutor's own answer was: a tumour.",
        ),
        (_answered("a tumour"), UNKNOWN, ""),
    ],
    ids=["right option", "right words", "accepted words", "other words", "nobody knows"],
)
def test_the_tutors_words_stand_unless_the_known_answer_differs(
    outcome: Outcome, case: TutorSample, truth: str
) -> None:
    assert ending(outcome, "Words.", case)[:2] == ("Words.", truth)


@pytest.mark.parametrize(("learned", "truth"), [(1.0, "You had it right: B) Pleural effusion."), (0.0, "")])
def test_a_right_student_is_told_so_where_the_tutor_found_too_little(learned: float, truth: str) -> None:
    outcome = Outcome("r", "e", "insufficient_evidence", "", {"learned": learned})
    assert ending(outcome, "", SAMPLE).truth == truth
