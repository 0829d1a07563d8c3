"""A whole text against its condition."""

import pytest

from ace.curator.wording.restraint import why_headline_pushes, why_not_restraining
from tests.ace.curator.wording.wording_setup import says, tutor_vocabulary

ACTIONS = tutor_vocabulary().actions


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Do not use REVEAL_ANSWER before the student has tried.", ""),
        ("Let the student try.", "does not hold back REVEAL_ANSWER"),
        ("Do not use REVEAL_ANSWER before an attempt. Use it first.", "asks for the restrained action"),
        ("Do not use REVEAL_ANSWER before an attempt; tell it in a hint.", "asks for"),
        ("Do not use `web_browser` before an attempt.", "which its condition does not name"),
    ],
)
def test_a_text_is_read_to_its_end(text: str, reason: str) -> None:
    found = why_not_restraining(text, says("reveal_before_attempt"), ACTIONS)
    assert (reason in found) if reason else found == ""


def test_headlines_may_describe_but_not_command() -> None:
    condition = says("reveal_before_attempt")
    assert why_headline_pushes("Early reveal of the answer", condition, ACTIONS) == ""
    assert why_headline_pushes("Reveal the answer after an attempt", condition, ACTIONS) == ""
    assert why_headline_pushes("Reveal the answer", condition, ACTIONS) != ""
