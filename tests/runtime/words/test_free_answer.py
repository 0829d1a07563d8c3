"""Answers that are numbers: stated, asked about, denied, part of a sum, quoted from the student."""

import pytest

from runtime.words.free_answer import is_numeric, number_score
from runtime.words.leak import LEAK_AT

QUESTION = "Ann has 40 sweets and 60 nuts. How many in all?"


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("100", True),
        ("2,000", True),
        ("$15", True),
        ("1/2", True),
        ("50 %", True),
        ("5 months", True),
        ("-40 HU", True),
        ("about a hundred", False),
        ("Type 2 diabetes", False),
        ("pleural effusion", False),
        ("4 chambers seen from the apex of it", False),
        ("", False),
    ],
)
def test_a_number_with_a_unit_is_a_numeric_answer(answer: str, expected: bool) -> None:
    assert is_numeric(answer) is expected


@pytest.mark.parametrize(
    "text",
    [
        "The answer is 100.",
        "40 + 60 = 100",
        "So she has 100 in all.",
        "In total that makes one hundred.",
        "You get 100 when you add them.",
        "100 is the right answer.",
        "Forty plus sixty is actually 100, so can you see where you went wrong?",
        "Could it be 100?",
        "That leaves 100 things.",
    ],
)
def test_a_number_nobody_has_said_gives_the_answer_away(text: str) -> None:
    assert number_score(text, "100", QUESTION) >= LEAK_AT


@pytest.mark.parametrize(
    "text",
    [
        "",
        "What is 40 plus 60?",
        "It is not 100.",
        "Look at the 1000 again.",
        "That is 100.5 at most.",
        "Divide it as 100 / 5 to check.",
    ],
)
def test_other_numbers_questions_and_parts_of_a_sum_do_not(text: str) -> None:
    assert number_score(text, "100", QUESTION) < LEAK_AT


@pytest.mark.parametrize(
    ("text", "is_leak"),
    [
        ("Do not forget the 60 nuts.", False),
        ("She still had 60 nuts.", False),
        ("What about the 60?", False),
        ("Therefore the number is 60.", True),
        ("120 divided by 2 is 60.", True),
        ("The answer is 60.", True),
        ("60 is the correct answer.", True),
        ("Yes, 60!", True),
    ],
)
def test_a_number_of_the_question_tells_only_where_it_is_stated_as_a_result(text: str, is_leak: bool) -> None:
    assert (number_score(text, "60", QUESTION) >= LEAK_AT) is is_leak


@pytest.mark.parametrize(
    ("text", "is_leak"),
    [
        ("You said 100.", False),
        ("When you calculated 40 + 60 = 100, what came next?", False),
        ("You were right when you said 100.", True),
        ("She has 100.", True),
        ("The 100 you mention is interesting.", False),
    ],
)
def test_a_number_the_student_has_said_tells_where_the_tutor_states_it(text: str, is_leak: bool) -> None:
    assert (number_score(text, "100", QUESTION, "Student: maybe 100") >= LEAK_AT) is is_leak


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        ("0.5", "So the answer is 1/2."),
        ("1/2", "The result is 50%."),
        ("50%", "It equals 0.5 of it."),
        ("7", "It goes into it seven times, so the answer is seven."),
        ("$2,000", "The total cost is 2000 dollars."),
        ("5 months", "The difference is 5."),
    ],
)
def test_equal_numbers_are_the_same_answer_however_written(answer: str, text: str) -> None:
    assert number_score(text, answer) >= LEAK_AT


def test_a_long_text_of_the_number_is_scored_quickly() -> None:
    assert number_score("= 7 so " * 200, "7", "7" * 3) >= LEAK_AT
