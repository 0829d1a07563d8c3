"""What the student asked."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from analyzers.detectors.question_forgotten import detect
from runtime.contracts.trace_event import Episode, Step, StudentTurn

Steps = Callable[..., Step]
Episodes = Callable[..., Episode]
ASKED = StudentTurn("Sorry, what does “pneumothorax” mean?", "", "none")


def _episode(step: Steps, episode: Episodes, turn: StudentTurn, *texts: str) -> Episode:
    first = replace(step(0, {"action": "HINT", "text": "Look at the pleura."}), student=turn)
    rest = [step(number, {"action": "ASK_PROBE", "text": text}) for number, text in enumerate(texts, 1)]
    return episode(first, *rest)


def test_a_question_that_two_responses_pass_over_is_found_at_the_second(step: Steps, episode: Episodes) -> None:
    one = _episode(step, episode, ASKED, "Which side is darker?", "And the heart?", "And the ribs?")
    assert [found.step for found in detect(one)] == [2]


@pytest.mark.parametrize(
    "texts",
    [
        ("A pneumothorax is air around the lung.",),
        ("Which side is darker?", "Pneumothoraces make a side darker."),
        ("Good question; we come back to it. Which side is darker?", "And the heart?"),
        ("Which side is darker?",),
    ],
    ids=["answered", "answered second", "put off", "ended first"],
)
def test_a_question_taken_up_is_not(texts: tuple[str, ...], step: Steps, episode: Episodes) -> None:
    assert detect(_episode(step, episode, ASKED, *texts)) == []


@pytest.mark.parametrize(
    "turn",
    [
        StudentTurn("Is it C, pneumothorax?", "C", "wrong"),
        StudentTurn("Is that right?", "", "none"),
        StudentTurn("Then it is B. Is that how one does it?", "B", "correct"),
        StudentTurn("I do not know the word pneumothorax.", "", "none"),
    ],
    ids=["an answer", "nothing to miss", "right", "no question"],
)
def test_other_turns_ask_nothing(turn: StudentTurn, step: Steps, episode: Episodes) -> None:
    assert detect(_episode(step, episode, turn, "Which side is darker?", "And the heart?")) == []


def test_the_answers_own_words_take_it_up(step: Steps, episode: Episodes) -> None:
    first = replace(step(0, {"action": "HINT", "text": "Look."}), student=ASKED)
    probe = step(1, {"action": "ASK_PROBE", "text": "Which side is darker?"})
    reveal = replace(step(2, {"action": "REVEAL_ANSWER"}), shown="It is B: pneumothorax.")
    assert detect(episode(first, probe, reveal)) == []
