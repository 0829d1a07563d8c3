"""Rules: which fields belong together, what the hash covers, what is refused."""

import pytest
from pydantic import ValidationError

from runtime.contracts.rule import Rule
from tests.runtime.builders import gate, rule


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"require": "true"}, "`require` needs a `when`"),
        ({"enforce": "gate"}, "needs both"),
        ({"enforce": "gate", "when": "true"}, "needs both"),
        ({"rule_id": "no-dot"}, "pattern"),
        ({"rule_id": "../up.rule"}, "pattern"),
        ({"rule_id": "Big.Letters"}, "pattern"),
        ({"priority": 101}, "less than or equal"),
        ({"text": "x"}, "at least 3"),
        ({"created": "yesterday"}, "pattern"),
        ({"colour": "red"}, "Extra inputs"),
        ({"schema": 2}, "Input should be 1"),
    ],
)
def test_what_is_no_rule_is_refused(fields: dict[str, object], says: str) -> None:
    with pytest.raises(ValidationError, match=says):
        rule(**fields)  # type: ignore[arg-type]


def test_only_a_rule_with_both_conditions_can_be_checked() -> None:
    assert not rule().is_checked
    assert not rule(when="true").is_checked
    assert gate("true", "false").is_checked


def test_the_area_is_the_first_part_of_the_id() -> None:
    assert rule("tool.retrieve.first").area == "tool"


@pytest.mark.parametrize(
    "change",
    [
        {"text": "Another text."},
        {"when": "true"},
        {"when": "true", "require": "false"},
        {"otherwise": "block"},
        {"audience": "solver"},
        {"status": "deprecated"},
        {"priority": 51},
        {"rule_id": "other.id"},
        {"agent": "inspector"},
    ],
    ids=lambda change: next(iter(change)),
)
def test_the_fingerprint_follows_what_an_agent_is_made_to_do(change: dict[str, object]) -> None:
    assert rule(**change).fingerprint() != rule().fingerprint()  # type: ignore[arg-type]


def test_the_fingerprint_ignores_words_for_people_and_line_breaks() -> None:
    other = rule(title="Another title", rationale="Because.", text="Look  before\nyou ask. ")
    assert other.fingerprint() == rule().fingerprint()


def test_what_was_made_when_there_was_one_agent_keeps_its_fingerprint() -> None:
    assert rule().fingerprint() == "dd5234d57f1c393b63967e98da266fff977dd6684cb77f32bb290d0140466c0d"


def test_a_rule_cannot_be_changed() -> None:
    fixed: Rule = rule()
    with pytest.raises(ValidationError, match="frozen"):
        fixed.text = "changed"
