"""Which actions a text speaks of."""

import pytest

from ace.curator.wording.spoken_of import mentions_of, named_like
from tests.ace.curator.wording.wording_setup import tutor_vocabulary

ACTIONS = tutor_vocabulary().actions


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("use reveal_answer", "REVEAL_ANSWER"),
        ("give the solution", "REVEAL_ANSWER"),
        ("show the right option", "REVEAL_ANSWER"),
        ("tell which option is right", "REVEAL_ANSWER"),
        ("reveals it", "REVEAL_ANSWER"),
        ("search the web", "web_browser"),
        ("the local database", "retrieve"),
        ("another clue", "HINT"),
        ("teach it", "MICROLESSON"),
        ("refer the person", "SAFETY_REFUSE"),
        ("look at the picture", "image_findings"),
    ],
)
def test_names_and_what_people_call_them(words: str, name: str) -> None:
    assert any(name in one.names for one in mentions_of(words.split(), ACTIONS))


@pytest.mark.parametrize(
    "words",
    ["a wrong answer", "the student's answer", "ask a question", "answer it", "the answer is open", "look again"],
)
def test_near_misses_name_nothing(words: str) -> None:
    assert mentions_of(words.split(), ACTIONS) == ()


def test_parts_of_names_are_compared_whole_or_at_the_end() -> None:
    assert named_like(("LESSON",), ACTIONS) == {"MICROLESSON"}
    assert named_like(("NOTHING",), ACTIONS) == set()


def test_an_agent_without_the_action_has_no_alias_for_it() -> None:
    assert mentions_of(["reveal", "the", "solution"], frozenset({"issue_refund"})) == ()
    assert mentions_of(["the", "refund"], frozenset({"issue_refund"}))[0].names == {"issue_refund"}
