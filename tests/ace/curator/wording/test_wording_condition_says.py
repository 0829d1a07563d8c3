"""What a condition holds back, asks for and looks at."""

import pytest

from tests.ace.curator.wording.wording_setup import says


@pytest.mark.parametrize(
    ("base", "restrained", "asked"),
    [
        ("web_before_local", {"web_browser"}, {"retrieve"}),
        ("reveal_before_attempt", {"REVEAL_ANSWER"}, {"ASK_PROBE"}),
        ("early_reveal", {"REVEAL_ANSWER"}, {"HINT"}),
        ("went_on_after_correct", {"ASK_PROBE", "HINT", "MICROLESSON", "QUIZ"}, {"REVEAL_ANSWER"}),
    ],
)
def test_what_is_restrained_and_asked_for(base: str, restrained: set[str], asked: set[str]) -> None:
    assert says(base).restrained == restrained
    assert says(base).asked == asked


def test_a_rule_that_demands_one_action_restrains_all_others() -> None:
    found = says("safety_not_refused")
    assert found.asked == {"SAFETY_REFUSE"}
    assert {"HINT", "REVEAL_ANSWER", "web_browser"} <= found.restrained
    assert "patient" in found.of_when


def test_fields_imply_actions_a_text_may_name() -> None:
    assert "REVEAL_ANSWER" in says("answer_leaked").named
    assert "zoom" in says("reveal_without_evidence").named
    assert "web_browser" not in says("reveal_before_attempt").named


def test_how_something_is_done_is_told_apart_from_what() -> None:
    assert says("repeated_call").manner == {"repeats"}
    assert says("tool_error_ignored").manner == {"repeats"}
    assert says("web_before_local").manner == set()


def test_values_bring_their_opposites() -> None:
    assert "wrong" in says("went_on_after_correct").against
    assert "wrong" in says("early_reveal").closed
