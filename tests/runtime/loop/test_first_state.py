"""The state before the first decision: a person's first message is read, a simulated one's is not."""

from dataclasses import replace

import pytest

from runtime.contracts.state import StudentState
from runtime.loop.first_state import first_state
from runtime.students.read_reply import read_opening
from tests.runtime.builders import SAMPLE, parts, sample


@pytest.mark.parametrize(
    ("said", "student"),
    [
        ("B", StudentState(attempts=1, performance="correct")),
        (
            "C",
            StudentState(
                attempts=1, performance="wrong", consecutive_wrong=1, misconceptions=("chose C: Rib fracture",)
            ),
        ),
        ("It is white.", StudentState()),
        ("Every white area is an infection.", StudentState(misconceptions=("Every white area is an infection.",))),
    ],
)
def test_a_persons_first_message_is_graded_like_a_reply_and_is_no_turn(said: str, student: StudentState) -> None:
    made = replace(parts([]), read_opening=lambda case: read_opening(case.opening, case))
    state = first_state(said, sample(opening=said), made)
    assert state.student == student
    assert state.student_turns == 0
    assert [message.text for message in state.messages] == [said]


def test_without_a_reader_the_first_message_is_no_attempt() -> None:
    assert first_state("B", SAMPLE, parts([])).student == StudentState()


def test_what_a_record_says_of_the_student_stands() -> None:
    recorded = StudentState(attempts=1, performance="wrong")
    made = replace(parts([]), first_student=recorded, read_opening=lambda case: read_opening("B", case))
    assert first_state("B", SAMPLE, made).student == recorded
