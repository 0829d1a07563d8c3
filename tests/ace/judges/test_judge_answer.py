"""From a model's words to an answer: a failing one must quote the text verbatim."""

import json

import pytest

from ace.judges.answer import Said, parse_answer
from ace.judges.shown_episode import shown_text
from runtime.state.parse_action import ParseProblem
from tests.ace.judges.judging import RUBRIC, said

SHOWN = shown_text("You fool, that makes four.", "What is rude about it?")


def test_a_failing_answer_carries_the_texts_own_words() -> None:
    raw = said("rude", " You   fool ", "An insult.")
    assert parse_answer(raw, RUBRIC, SHOWN) == Said(True, "An insult.", "You fool", 0)


def test_a_passing_answer_needs_no_quote_and_keeps_none() -> None:
    assert parse_answer(said("polite"), RUBRIC, SHOWN) == Said(False, "It reads so.", "", 0)
    assert parse_answer(said("polite", "makes four"), RUBRIC, SHOWN) == Said(False, "It reads so.", "", 0)


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (said("rude"), "needs a `quote`"),
        (said("rude", "You idiot"), "not in the text"),
        (said("polite", "You idiot"), "not in the text"),
        (said("rude", "What is rude"), "not in the text"),
        (said("failing", "You fool"), "`label` must be"),
        (said("Rude", "You fool"), "`label` must be"),
        (json.dumps({"label": "rude", "quote": 1, "reason": ""}), "must be texts"),
        (json.dumps({"label": ["rude"], "quote": "", "reason": ""}), "`label` must be"),
        (json.dumps({"label": "polite"}), "must be texts"),
        ("polite", "not JSON"),
        ("", "empty"),
        ("[" * 9000, "JSON"),
    ],
)
def test_what_cannot_be_used_says_why(raw: str, words: str) -> None:
    problem = parse_answer(raw, RUBRIC, SHOWN)
    assert isinstance(problem, ParseProblem)
    assert words in problem.message


def test_long_words_are_bounded() -> None:
    long = shown_text("fool " * 300)
    made = parse_answer(said("rude", ("fool " * 300).strip(), "x" * 5000), RUBRIC, long)
    assert isinstance(made, Said)
    assert (len(made.quote), len(made.reason)) == (400, 300)
