"""What a text says besides."""

import pytest

from ace.curator.wording.off_topic import why_off_topic
from tests.ace.curator.wording.wording_setup import reading


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Call `retrieve` before `web_browser` and praise the student.", "also asks for"),
        ("Begin each turn with a song.", "says something"),
        ("Say that the index is fine.", "say how things are"),
        ("Do not use `web_browser` unless it helps.", "has a condition"),
        ("Do not use `web_browser` until the index was not searched.", "turns it round"),
    ],
)
def test_what_is_beside_the_point(text: str, reason: str) -> None:
    assert reason in why_off_topic(reading("web_before_local", text))


@pytest.mark.parametrize(
    "text",
    [
        "Call `retrieve` before `web_browser` and read what it returned.",
        "Do not use `web_browser` until the index was searched.",
        "Call `retrieve` and do not guess.",
        "Call `retrieve` first. Do not use `web_browser` before that.",
    ],
)
def test_what_is_to_the_point(text: str) -> None:
    assert why_off_topic(reading("web_before_local", text)) == ""


def test_the_student_must_have_tried_and_not_the_agent() -> None:
    one = reading("reveal_before_attempt", "Do not use REVEAL_ANSWER until you have chosen an option.")
    assert "student must have done" in why_off_topic(one)
