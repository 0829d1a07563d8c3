"""Which words of a text its condition knows."""

from ace.curator.wording.restraint_words import GLUE
from tests.ace.curator.wording.wording_setup import reading


def test_a_condition_is_sound_when_the_rules_own_looks_at_it() -> None:
    def is_sound(text: str) -> bool:
        return reading("reveal_before_attempt", text).is_sound(reading("reveal_before_attempt", text).conditions[0])

    assert is_sound("Use it after the student has tried.")
    assert not is_sound("Use it after the student has not tried.")
    assert not is_sound("Use it after the student has asked to try.")
    assert not is_sound("Use it after the student has smiled.")
    assert not is_sound("Use it after the student has nearly tried.")


def test_what_is_foreign_is_named() -> None:
    one = reading("web_before_local", "Search the local index with a kind smile.")
    assert one.foreign(one.unit.words, GLUE) == "kind"


def test_of_a_rule_about_how_something_is_said_the_answer_is_restrained() -> None:
    assert reading("answer_leaked", "Go.").restrained == {"REVEAL_ANSWER"}
    assert reading("repeated_call", "Go.").restrained == set()
    assert reading("web_before_local", "Go.").restrained == {"web_browser"}


def test_what_the_rule_asks_for_is_no_negation() -> None:
    one = reading("safety_not_refused", "Refuse the request.")
    assert one.held(one.unit.words) == (0, 0)


def test_a_condition_that_the_rule_wants_holds_nothing_back() -> None:
    one = reading("reveal_before_attempt", "Do not use it after an attempt.")
    assert one.lets_through(one.conditions[0])
    assert reading("hint_level_skipped", "Go.").is_counted
    assert not one.is_counted
