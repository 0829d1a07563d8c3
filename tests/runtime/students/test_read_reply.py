"""What a person types is read as a choice, an attempt in words, or neither."""

import pytest

from runtime.contracts.sample import TutorSample
from runtime.students.read_reply import is_attempt, read_choice, read_opening, read_reply
from tests.runtime.builders import SAMPLE, sample

FREE = sample(options={}, answer="pleural effusion", accepted=("fluid in the pleural space",))
UNKNOWN = sample(options={}, answer="", accepted=())


@pytest.mark.parametrize(
    ("text", "letter"),
    [
        ("b", "B"),
        (" (c). ", "C"),
        ("B) Pleural effusion", "B"),
        ("I think B", "B"),
        ("I'd go with option C", "C"),
        ("maybe it's d", "D"),
        ("answer: D", "D"),
        ("Is it B?", "B"),
        ("It is not B, it is C", "C"),
        ("I chose D because A is wrong", "D"),
        ("I think A because of the lines", "A"),
        ("pleural effusion!", "B"),
        ("Is it a pneumothorax?", "D"),
        ("Hmm. It could be a rib fracture", "C"),
        ("", ""),
        ("E", ""),
        ("not B", ""),
        ("A or B?", ""),
        ("A pale area lies on the left", ""),
        ("It is not a rib fracture", ""),
        ("Lobar pneumonia or pleural effusion", ""),
        ("Why not a pleural effusion?", ""),
        ("I see a line", ""),
        ("no idea", ""),
    ],
)
def test_the_option_that_is_chosen(text: str, letter: str) -> None:
    assert read_choice(text, SAMPLE.options) == letter


def test_the_letter_i_is_the_speaker_unless_it_stands_alone() -> None:
    options = {"H": "Gas", "I": "Bone"}
    assert read_choice("i", options) == "I"
    assert read_choice("I choose H", options) == "H"
    assert read_choice("I see gas there", options) == "H"


@pytest.mark.parametrize(
    ("text", "choice", "performance"),
    [("b", "B", "correct"), ("A", "A", "wrong"), ("What is white?", "", "none"), ("hm", "", "none")],
)
def test_a_choice_is_judged_and_anything_else_is_no_attempt(text: str, choice: str, performance: str) -> None:
    turn = read_reply(text, SAMPLE)
    assert (turn.text, turn.choice, turn.performance, turn.simulated) == (text, choice, performance, False)


@pytest.mark.parametrize(
    ("text", "performance"),
    [
        ("I believe this is a pleural effusion", "correct"),
        ("fluid in the pleural space", "correct"),
        ("A tumour", "wrong"),
        ("What does blunted mean?", "none"),
        ("I don't know", "none"),
        ("Please give me a hint.", "none"),
    ],
)
def test_words_are_judged_against_the_known_answer(text: str, performance: str) -> None:
    assert read_reply(text, FREE).performance == performance


def test_without_a_known_answer_every_attempt_is_partial() -> None:
    assert read_reply("A tumour", UNKNOWN).performance == "partial"
    assert read_reply("Is it a tumour?", UNKNOWN).performance == "none"
    assert read_reply("A", sample(answer="")).performance == "partial"


@pytest.mark.parametrize(
    ("shown", "told"), [("The answer is B.", True), ("What do you see at the angle?", False), ("", False)]
)
def test_a_right_answer_after_the_tutor_gave_it_away_was_told(shown: str, told: bool) -> None:
    assert read_reply("B", SAMPLE, shown).told is told
    assert read_reply("A", SAMPLE, shown).told is False


@pytest.mark.parametrize(
    ("text", "expected"),
    [("The lung is white", True), ("Why?", False), ("ok", False), ("...", True), ("", False), ("no idea", False)],
)
def test_statements_are_attempts(text: str, expected: bool) -> None:
    assert is_attempt(text) is expected


@pytest.mark.parametrize(
    ("case", "text", "choice", "performance"),
    [
        (SAMPLE, "B", "B", "correct"),
        (SAMPLE, "I think it is C", "C", "wrong"),
        (SAMPLE, "It is white", "", "none"),
        (FREE, "a pleural effusion", "", "correct"),
        (FREE, "It is white", "", "none"),
        (UNKNOWN, "It is white", "", "none"),
    ],
    ids=["right", "wrong", "what is seen", "right words", "other words", "nobody knows"],
)
def test_a_first_message_is_an_attempt_only_when_it_answers(
    case: TutorSample, text: str, choice: str, performance: str
) -> None:
    turn = read_opening(text, case)
    assert (turn.text, turn.choice, turn.performance, turn.simulated) == (text, choice, performance, False)
