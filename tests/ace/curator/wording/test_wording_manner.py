"""Rules about how something is done."""

import pytest

from ace.curator.wording.manner import read_manner, targets_of
from tests.ace.curator.wording.wording_setup import reading


@pytest.mark.parametrize(
    ("base", "text"),
    [
        ("repeated_call", "Do not call a tool again."),
        ("tool_error_ignored", "Use another tool."),
        ("hint_level_skipped", "Raise the hint level one step at a time."),
        ("hint_level_skipped", "Never skip a level."),
        ("diagnosis_before_findings", "Do not name an option."),
    ],
)
def test_the_way_is_held_back(base: str, text: str) -> None:
    one = reading(base, text)
    assert any(read_manner(span, one).holds for span in one.unit.spans)


@pytest.mark.parametrize(
    ("base", "text", "reason"),
    [
        ("repeated_call", "Call a tool again.", "holds back ('again')"),
        ("repeated_call", "Do not hesitate to call it again.", "twice"),
        ("tool_error_ignored", "Do not use another tool.", "another way"),
        ("tool_error_ignored", "Do nothing else.", "every other way"),
        ("hint_level_skipped", "Do not raise the hint level one at a time.", "limit away"),
        ("hint_level_skipped", "Give hint 3.", "above the first"),
        ("hint_level_skipped", "Raise the hint level by one for a novice.", "beside the hint level"),
    ],
)
def test_the_way_is_asked_for(base: str, text: str, reason: str) -> None:
    one = reading(base, text)
    assert any(reason in read_manner(span, one).problem for span in one.unit.spans)


def test_rules_about_what_is_done_have_no_such_words() -> None:
    assert targets_of(reading("web_before_local", "Call it.")) == set()
    assert "again" in targets_of(reading("repeated_call", "Call it."))
