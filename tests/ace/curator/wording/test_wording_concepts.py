"""Words for what a condition looks at."""

from ace.curator.wording.concepts import closed_words, concepts_of
from tests.ace.curator.wording.wording_setup import SHOP


def test_a_known_field_brings_what_people_call_it() -> None:
    assert {"attempt", "tried", "chosen"} <= concepts_of(["state.student.attempts"], [], {})


def test_a_field_of_another_agent_brings_its_path_and_documentation() -> None:
    found = concepts_of(["state.order.verified"], [], {field.path: field for field in SHOP})
    assert {"order", "verified", "found", "customer"} <= found
    assert not found & {"the", "was", "and"}


def test_the_action_itself_is_no_concept() -> None:
    assert concepts_of(["action.name"], ["retrieve"], {field.path: field for field in SHOP}) == set()


def test_a_value_brings_its_words() -> None:
    assert "correctly" in concepts_of([], ["correct"], {})


def test_the_opposite_of_a_required_field_is_known() -> None:
    assert "wrong" in closed_words("state.answer_open")
    assert closed_words("state.step") == ()
