"""Wrong ideas are heard, replaced, and given up with a right answer that was not told."""

import pytest

from runtime.contracts.state import Budgets, StudentState
from runtime.contracts.trace_event import StudentTurn
from runtime.state.misconceptions import after_turn, opening_misconceptions
from runtime.state.transitions import start, with_opening_ideas, with_student_turn
from runtime.students.simulated_student import SimulatedStudent
from tests.runtime.builders import SAMPLE, sample

BELIEF = SAMPLE.student.belief
CHOSE_A, CHOSE_C = "chose A: Lobar pneumonia", "chose C: Rib fracture"


@pytest.mark.parametrize(
    ("opening", "heard"),
    [
        ("Why? My thinking so far: Every white area is an infection.", True),
        ("I think white areas always mean infections.", True),
        ("Is it an infection?", False),
        ("", False),
    ],
)
def test_the_belief_counts_once_it_is_voiced(opening: str, heard: bool) -> None:
    assert opening_misconceptions(opening, SAMPLE) == ((BELIEF,) if heard else ())


def test_a_belief_without_words_is_never_heard() -> None:
    nobody = sample(student={"level": "novice", "belief": "...", "choice": "A"})
    assert opening_misconceptions("anything ...", nobody) == ()


@pytest.mark.parametrize(
    ("known", "turn", "after"),
    [
        ((), StudentTurn("I would say A.", "A", "wrong"), (CHOSE_A,)),
        ((CHOSE_A,), StudentTurn("Then C.", "C", "wrong"), (CHOSE_C,)),
        ((BELIEF,), StudentTurn(f"A. {BELIEF}", "A", "wrong"), (BELIEF, CHOSE_A)),
        ((BELIEF, CHOSE_A), StudentTurn("I see it, still A.", "A", "partial"), (BELIEF, CHOSE_A)),
        ((BELIEF, CHOSE_A), StudentTurn("What is a meniscus?", "", "none"), (BELIEF, CHOSE_A)),
        ((BELIEF, CHOSE_A), StudentTurn("B.", "B", "correct"), ()),
        ((BELIEF, CHOSE_A), StudentTurn("You say B.", "B", "correct", told=True), (BELIEF, CHOSE_A)),
    ],
    ids=["wrong choice", "another choice", "belief and choice", "partial", "a question", "right", "told"],
)
def test_what_is_known_after_a_turn(known: tuple[str, ...], turn: StudentTurn, after: tuple[str, ...]) -> None:
    assert after_turn(known, turn, SAMPLE) == after


def test_without_a_known_answer_no_choice_is_called_wrong() -> None:
    assert after_turn((), StudentTurn("A", "A", "partial"), sample(answer="")) == ()


def test_the_state_carries_them_from_the_opening_on() -> None:
    opened = start(SimulatedStudent(SAMPLE, 0).open(), "", StudentState(), Budgets())
    now = with_opening_ideas(opened, SAMPLE)
    assert now.student.misconceptions == (BELIEF,)
    now = with_student_turn(now, StudentTurn("A", "A", "wrong"), SAMPLE)
    assert now.student.misconceptions == (BELIEF, CHOSE_A)
    assert with_student_turn(now, StudentTurn("B", "B", "correct")).student.misconceptions == (BELIEF, CHOSE_A)
    assert with_student_turn(now, StudentTurn("B", "B", "correct"), SAMPLE).student.misconceptions == ()
