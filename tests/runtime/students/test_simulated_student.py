"""The simulated student: deterministic, moved by good questions, not by being told."""

import pytest

from runtime.contracts.json_types import JsonObject
from runtime.contracts.sample import Level, StudentProfile
from runtime.contracts.trace_event import StudentTurn
from runtime.students.levels import LEVELS
from runtime.students.simulated_student import SimulatedStudent
from tests.runtime.builders import SAMPLE, sample, state

GOOD: JsonObject = {"action": "HINT", "hint_level": 1, "text": "Look: the meniscus climbs the chest wall."}
VAGUE: JsonObject = {"action": "HINT", "hint_level": 1, "text": "Think again."}
TELLING: JsonObject = {"action": "HINT", "hint_level": 1, "text": "The answer is B."}


def _turns(student: SimulatedStudent, *actions: JsonObject) -> list[StudentTurn]:
    return [student.reply(action, state(), number) for number, action in enumerate(actions)]


def _until_right(level: Level, action: JsonObject, seed: int = 0) -> int:
    student = SimulatedStudent(
        sample(student=StudentProfile(level=level, belief="It is an infection.", choice="A")), seed
    )
    for number in range(1, 40):
        if student.reply(action, state(), number).performance == "correct":
            return number
    return 99


def test_the_same_seed_gives_the_same_student() -> None:
    first, second = SimulatedStudent(SAMPLE, 3), SimulatedStudent(SAMPLE, 3)
    assert _turns(first, *[GOOD] * 5) == _turns(second, *[GOOD] * 5)


def test_seeds_and_samples_give_different_students() -> None:
    by_seed = {tuple(_turns(SimulatedStudent(SAMPLE, seed), *[GOOD] * 4)) for seed in range(8)}
    assert len(by_seed) > 1


def test_the_opening_asks_the_question_with_options_and_belief_but_without_a_choice() -> None:
    text = SimulatedStudent(SAMPLE, 0).open()
    assert text.startswith("What blunts the left angle on this film?\nA) Lobar pneumonia\nB) Pleural effusion")
    assert text.endswith("I am new to this. My thinking so far: Every white area is an infection.")
    assert SimulatedStudent(sample(opening="Please help."), 0).open() == "Please help."


def test_telling_gives_a_right_answer_that_was_told_and_teaches_nothing() -> None:
    told, after = _turns(SimulatedStudent(SAMPLE, 0), TELLING, VAGUE)
    assert (told.choice, told.performance, told.told) == ("B", "correct", True)
    assert (after.choice, after.performance, after.told) == ("A", "wrong", False)


def test_good_hints_move_the_student_from_wrong_over_partial_to_right() -> None:
    performances = [turn.performance for turn in _turns(SimulatedStudent(SAMPLE, 0), *[GOOD] * 6)]
    assert performances[0] == "wrong"
    assert "partial" in performances
    assert performances[-1] == "correct"
    assert performances == sorted(performances, key=["wrong", "partial", "correct"].index)


def test_a_right_student_stays_right_and_was_not_told() -> None:
    *_, learned, later, told_later = _turns(SimulatedStudent(SAMPLE, 0), *[GOOD] * 6, VAGUE, TELLING)
    assert (learned.performance, later.performance, told_later.performance) == ("correct", "correct", "correct")
    assert not told_later.told


@pytest.mark.parametrize("level", ["novice", "medium", "expert"])
def test_words_on_the_topic_are_worth_more(level: Level) -> None:
    assert _until_right(level, GOOD) < _until_right(level, VAGUE)


def test_probes_suit_experts_and_hints_suit_novices() -> None:
    probe: JsonObject = {**GOOD, "action": "ASK_PROBE"}
    assert _until_right("expert", probe) <= _until_right("expert", GOOD)
    assert _until_right("novice", GOOD) < _until_right("novice", probe)


@pytest.mark.parametrize(
    "action", [{}, {"action": "DANCE", "text": "meniscus chest wall"}, {"action": "REVEAL_ANSWER"}]
)
def test_what_is_no_response_moves_nothing(action: JsonObject) -> None:
    turns = _turns(SimulatedStudent(SAMPLE, 0), *[action] * 20)
    assert {turn.performance for turn in turns} == {"wrong"}


def test_a_case_without_findings_never_gives_a_partial_insight() -> None:
    turns = _turns(
        SimulatedStudent(sample(findings=()), 0), *[{**GOOD, "text": "What blunts the angle, a meniscus?"}] * 6
    )
    assert "partial" not in {turn.performance for turn in turns}
    assert turns[-1].performance == "correct"


TERM: JsonObject = {"action": "HINT", "hint_level": 1, "text": "Look: the costophrenic angle is blunted there."}
LESSON: JsonObject = {"action": "MICROLESSON", "text": "One thing: a meniscus climbs the chest wall."}
PROBE: JsonObject = {"action": "ASK_PROBE", "text": "A meniscus climbs the chest wall. Does your idea fit?"}


def _student(level: Level, seed: int) -> SimulatedStudent:
    profile = StudentProfile(level=level, belief="Every white area is an infection.", choice="A")
    return SimulatedStudent(sample(student=profile), seed)


def _mean_until_right(level: Level, action: JsonObject) -> float:
    return sum(_until_right(level, action, seed) for seed in range(60)) / 60


def test_a_novice_may_ask_once_what_a_term_means_and_that_is_no_attempt() -> None:
    asking = [_turns(_student("novice", seed), TERM, TERM) for seed in range(60)]
    asked = [turns for turns in asking if not turns[0].choice]
    assert 5 < len(asked) < 30
    for first, second in asked:
        assert (first.text, first.performance) == ("Sorry, what does \u201ccostophrenic\u201d mean?", "none")
        assert second.choice == "A"


@pytest.mark.parametrize("level", ["medium", "expert"])
def test_nobody_else_asks_for_terms(level: Level) -> None:
    assert all(_turns(_student(level, seed), TERM)[0].choice for seed in range(40))


def test_a_term_of_the_question_is_no_unknown_term() -> None:
    known = sample(question="Why is the costophrenic angle blunted?")
    replies = [SimulatedStudent(known, seed).reply(TERM, state(), 0) for seed in range(40)]
    assert all(turn.choice for turn in replies)


def test_an_expert_objects_to_what_names_no_finding_and_a_novice_does_not() -> None:
    (objection,) = _turns(_student("expert", 0), VAGUE)
    assert objection.text == "That does not convince me. Which finding in the image speaks against A?"
    assert objection.performance == "wrong"
    assert "convince" not in _turns(_student("novice", 0), VAGUE)[0].text
    assert "convince" not in _turns(_student("expert", 0), PROBE)[0].text


def test_levels_speak_differently() -> None:
    openings = {_student(level, 0).open().splitlines()[-1].split(".")[0] for level in LEVELS}
    wrong = {_turns(_student(level, 0), GOOD)[0].text[:8] for level in LEVELS}
    assert len(openings) == 3
    assert len(wrong) == 3


def test_hints_and_lessons_move_novices_and_probes_move_experts() -> None:
    assert _mean_until_right("novice", GOOD) < _mean_until_right("novice", PROBE)
    assert _mean_until_right("novice", LESSON) < _mean_until_right("novice", PROBE)
    assert _mean_until_right("expert", PROBE) < _mean_until_right("expert", LESSON)
    assert _mean_until_right("expert", PROBE) < _mean_until_right("medium", PROBE) < _mean_until_right("novice", PROBE)


@pytest.mark.parametrize("level", ["novice", "medium", "expert"])
def test_a_told_student_fails_a_like_case_and_a_taught_one_does_not(level: Level) -> None:
    told, taught = _student(level, 0), _student(level, 0)
    assert _turns(told, TELLING, TELLING)[-1].performance == "correct"
    assert (told.transfer().choice, told.transfer().performance) == ("A", "wrong")
    _turns(taught, *[GOOD] * 8)
    assert (taught.transfer().choice, taught.transfer().performance) == ("B", "correct")
