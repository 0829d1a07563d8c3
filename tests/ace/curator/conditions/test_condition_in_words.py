"""Conditions in plain English: the sentences of all written remedies, odd shapes, and a sentence for everything."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ace.curator.conditions.condition_in_words import actions_meant, condition_in_words
from ace.curator.remedies import REMEDIES
from runtime.contracts.condition_context import TUTOR_CONTEXT

REMEDY_WORDS = {
    "web_before_local": "Do not use `web_browser` unless the local index has been searched in this episode.",
    "reveal_before_attempt": "Do not use `REVEAL_ANSWER` unless the student has given at least one answer.",
    "early_reveal": "Do not use `REVEAL_ANSWER` unless the reveal gate would let the answer through.",
    "answer_leaked": "Do not use `ASK_PROBE`, `HINT`, `MICROLESSON` or `QUIZ` when the text gives the answer away.",
    "repeated_call": "Do not call a tool when it repeats an earlier call or response.",
    "hint_level_skipped": (
        "Do not use `HINT` when the level of the hint is more than the highest hint level given plus 1."
    ),
    "tool_error_ignored": (
        "While the last tool call failed, do not call a tool when the action is the last tool called."
    ),
    "reveal_without_evidence": (
        "Do not use `REVEAL_ANSWER` unless at least one passage has been found, or the image has "
        "been measured or looked at."
    ),
    "safety_not_refused": (
        "While the message is about a real patient, dosing or an emergency, use only `SAFETY_REFUSE`."
    ),
    "taught_without_looking": (
        "Do not use `HINT` or `MICROLESSON` unless the image has been measured or looked at, or "
        "the local index has been searched in this episode."
    ),
    "went_on_after_correct": (
        "While the student's last answer was correct, do not use `ASK_PROBE`, `HINT`, `MICROLESSON` or `QUIZ`."
    ),
    "repeated_response": (
        "Do not use `ASK_PROBE`, `HINT`, `MICROLESSON` or `QUIZ` when it repeats an earlier call or response."
    ),
    "step_limit": "Do not call a tool when at least 3 tool calls have been made.",
    "claim_after_empty_retrieval": (
        "While the local index has been searched in this episode, do not use `MICROLESSON` or "
        "`REVEAL_ANSWER` unless at least one passage has been found, or the image has been "
        "measured or looked at."
    ),
    "diagnosis_before_findings": (
        "While the text names one of the options and the case has an image, do not act unless the "
        "image has been measured or looked at, or the student has given at least one answer."
    ),
}


@pytest.mark.parametrize(
    "detector", [name for name, remedy in REMEDIES.items() if remedy.when is not None], ids=lambda name: name
)
def test_written_remedies_read_as_english(detector: str) -> None:
    remedy = REMEDIES[detector]
    assert condition_in_words(remedy.when, remedy.require, TUTOR_CONTEXT) == REMEDY_WORDS[detector]


@pytest.mark.parametrize(
    ("when", "require", "expected"),
    [
        (None, None, ""),
        ('action.name == "zoom"', None, "This is about decisions to use `zoom`."),
        ('action.name == "zoom"', "false", "Do not use `zoom`."),
        ('action.name == "zoom"', "true", "Nothing is asked before you use `zoom`."),
        ("true", "!action.leaks_answer", "Do not act when the text gives the answer away."),
        (
            'action.kind in ["REQUEST_TOOL", "HINT"]',
            "state.tools.last_ok",
            "Do not call a tool or use `HINT` when the last tool call failed.",
        ),
        ('action.name == "zoom"', "!state.tools.last_ok", "Do not use `zoom` unless the last tool call failed."),
        (
            "state.step > 4",
            'action.kind in ["HINT", "QUIZ"]',
            "While more than 4 decisions have been taken, use only `HINT` or `QUIZ`.",
        ),
        (
            'action.kind == "HINT" || state.answer_open',
            "false",
            "While the action is `HINT` or the reveal gate would let the answer through, do not act.",
        ),
        (
            'action.kind == "HINT"',
            "action.text.size() < 200",
            "Do not use `HINT` when `action.text.size() < 200` is false.",
        ),
        (
            'action.arguments.query == "x"',
            "state.step > 1",
            'While `action.arguments.query == "x"` is true, do not act unless more than 1 decision has been taken.',
        ),
    ],
    ids=[
        "no condition",
        "no requirement",
        "never",
        "always",
        "any action",
        "tools and responses",
        "a negated field",
        "only these",
        "an or in when",
        "no words for require",
        "no words for when",
    ],
)
def test_other_shapes(when: str | None, require: str | None, expected: str) -> None:
    assert condition_in_words(when, require, TUTOR_CONTEXT) == expected


PIECES = st.sampled_from(
    [
        "state.step",
        "state.answer_open",
        "action.name",
        '"zoom"',
        "&&",
        "||",
        "!",
        "(",
        ")",
        "[",
        "]",
        "==",
        "in",
        ">",
        "3",
        "size",
        ".",
        "`",
        "\n",
    ]
)


@given(st.lists(PIECES, max_size=14).map(" ".join), st.one_of(st.text(max_size=40), st.lists(PIECES).map(" ".join)))
def test_everything_gives_one_line(when: str, require: str) -> None:
    said = condition_in_words(when, require, TUTOR_CONTEXT)
    assert said.endswith(".")
    assert len(said.splitlines()) == 1


@pytest.mark.parametrize(
    ("when", "expected"),
    [
        ('state.step > 1 && action.name == "zoom"', ("zoom",)),
        ('action.kind in ["HINT", "QUIZ"]', ("HINT", "QUIZ")),
        ('action.kind != "HINT"', ()),
        ('action.name == "zoom" || action.name == "ocr"', ()),
        ("true", ()),
    ],
)
def test_actions_meant(when: str, expected: tuple[str, ...]) -> None:
    assert actions_meant(when) == expected
