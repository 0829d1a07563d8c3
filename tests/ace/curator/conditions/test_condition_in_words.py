"""Conditions in plain English: the sentences of all written remedies, odd shapes, and a sentence for everything."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ace.curator.conditions.condition_in_words import actions_meant, condition_in_words, sentence_of
from ace.curator.remedies import REMEDIES
from runtime.contracts.condition_context import TUTOR_CONTEXT

REMEDY_WORDS = {
    "web_before_local": "Do not use `web_browser` unless the local index has been searched in this episode.",
    "reveal_before_attempt": "Do not use `REVEAL_ANSWER` unless the student has given at least one answer.",
    "early_reveal": "Do not use `REVEAL_ANSWER` unless the student is right or has tried and had hint 3.",
    "answer_leaked": (
        "Do not use `ASK_PROBE`, `HINT`, `MICROLESSON` or `QUIZ` with a text that gives the answer away."
    ),
    "repeated_call": "Do not call a tool in a way that repeats an earlier call.",
    "hint_level_skipped": ("Do not use `HINT` at a hint level that is more than the highest hint level given plus 1."),
    "tool_error_ignored": "While the last tool call failed, do not call the tool that was called last.",
    "reveal_without_evidence": (
        "Do not use `REVEAL_ANSWER` unless at least one passage has been found, or the image has "
        "been measured or looked at."
    ),
    "safety_not_refused": "When the message is about a real patient, dosing or an emergency, use `SAFETY_REFUSE`.",
    "taught_without_looking": (
        "Do not use `HINT` or `MICROLESSON` unless the image has been measured or looked at, or "
        "the local index has been searched in this episode."
    ),
    "went_on_after_correct": (
        "While the student's last answer was correct, do not use `ASK_PROBE`, `HINT`, `MICROLESSON` or `QUIZ`."
    ),
    "repeated_response": (
        "Do not use `ASK_PROBE`, `HINT`, `MICROLESSON` or `QUIZ` in a way that repeats an earlier response."
    ),
    "step_limit": "Do not call a tool when at least 3 tool calls have been made.",
    "claim_after_empty_retrieval": (
        "While the local index has been searched in this episode, do not use `MICROLESSON` or "
        "`REVEAL_ANSWER` unless at least one passage has been found, or the image has been "
        "measured or looked at."
    ),
    "diagnosis_before_findings": (
        "While the case has an image, do not write a text that names one of the options unless the "
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
        ("true", "!action.leaks_answer", "Do not write a text that gives the answer away."),
        (
            'action.kind in ["REQUEST_TOOL", "HINT"]',
            "state.tools.last_ok",
            "Do not call a tool or use `HINT` when the last tool call failed.",
        ),
        ('action.name == "zoom"', "!state.tools.last_ok", "Do not use `zoom` unless the last tool call failed."),
        (
            "state.step > 4",
            'action.kind in ["HINT", "QUIZ"]',
            "When more than 4 decisions have been taken, use only `HINT` or `QUIZ`.",
        ),
        (
            'action.kind == "HINT" || state.answer_open',
            "false",
            "While the action is `HINT`, or the student is right or has tried and had hint 3, do not take that action.",
        ),
        (
            'action.kind == "HINT"',
            "action.text.size() < 200",
            "Do not use `HINT` with a text that has at least 200 characters.",
        ),
        (
            'action.arguments.query == "x"',
            "state.step > 1",
            "While a condition holds that words cannot say (see the rule), do not take that action unless more than 1 "
            "decision has been taken.",
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
        "the length of a text",
        "no words for when",
    ],
)
def test_other_shapes(when: str | None, require: str | None, expected: str) -> None:
    assert condition_in_words(when, require, TUTOR_CONTEXT) == expected


HINT = 'action.kind == "HINT"'
WRONG = "state.student.consecutive_wrong >= 2"
SEEN, SEARCHED, TRIED = "state.image.present", "state.retrieval.queried", "state.student.attempts > 0"


@pytest.mark.parametrize(
    ("when", "require", "expected"),
    [
        (
            HINT,
            f"({SEEN} || {SEARCHED}) && {TRIED}",
            "Do not use `HINT` unless either the case has an image or the local index has been searched in this "
            "episode, and also the student has given at least one answer.",
        ),
        (
            HINT,
            f"{SEEN} || {SEARCHED} && {TRIED}",
            "Do not use `HINT` unless the case has an image, or both the local index has been searched in this episode "
            "and the student has given at least one answer.",
        ),
        (
            f'action.kind != "HINT" && {WRONG}',
            "false",
            "When at least 2 answers in a row have been wrong, use `HINT`.",
        ),
        (WRONG, HINT, "When at least 2 answers in a row have been wrong, use `HINT`."),
        (WRONG, "false", "While at least 2 answers in a row have been wrong, take no action."),
        (
            "state.answer_open",
            f"{HINT} || state.step < 3",
            "When the student is right or has tried and had hint 3, and at least 3 decisions have been taken, use "
            "`HINT`.",
        ),
        ("true", f"{HINT} || {SEEN}", "Use `HINT` unless the case has an image."),
        (f'{HINT} || action.kind == "QUIZ"', "false", "Do not use `HINT` or `QUIZ`."),
        ('action.kind in ["HINT", "QUIZ"]', "false", "Do not use `HINT` or `QUIZ`."),
        ("action.name in state.tools.failed", "false", "Do not call a tool that has failed."),
        ("true", "!(action.name in state.tools.failed)", "Do not call a tool that has failed."),
        (
            'action.kind == "REQUEST_TOOL" && action.name != "zoom"',
            SEEN,
            "Do not call a tool other than `zoom` unless the case has an image.",
        ),
        (
            f"action.repeats == 0 && {HINT}",
            SEEN,
            "Do not use `HINT` in a way that repeats no earlier response unless the case has an image.",
        ),
        (f"action.leaks_answer && {HINT}", "false", "Do not use `HINT` with a text that gives the answer away."),
        ("action.names_option", "false", "Do not write a text that names one of the options."),
        ("true", "action.repeats == 0", "Do not repeat an earlier call or response."),
        (f"{HINT} && {SEEN} == true", "false", "While the case has an image, do not use `HINT`."),
        (f"{HINT} && {SEEN} == false", "false", "While the case has no image, do not use `HINT`."),
        (HINT, "state.tools.called != []", "Do not use `HINT` unless at least one tool call has been made."),
        (HINT, "state.tools.called == []", "Do not use `HINT` when at least one tool call has been made."),
        (HINT, 'episode.organ == ""', "Do not use `HINT` when an organ or region is named."),
        (HINT, 'state.tools.last_error == ""', "Do not use `HINT` when the last tool call had an error."),
        (HINT, "size(episode.tags) == 0", "Do not use `HINT` when the case has at least one topic."),
        (
            HINT,
            f"!action.leaks_answer && {TRIED}",
            "Do not use `HINT` when the text gives the answer away or the student has given no answer.",
        ),
        (
            HINT,
            f"!{SEEN} || {TRIED}",
            "Do not use `HINT` unless the case has no image or the student has given at least one answer.",
        ),
        (HINT, "state.step != 1", "Do not use `HINT` when exactly 1 decision has been taken."),
        (HINT, 'action.text != ""', "Do not use `HINT` with a text that is empty."),
    ],
)
def test_true_and_clear(when: str, require: str, expected: str) -> None:
    assert condition_in_words(when, require, TUTOR_CONTEXT) == expected


@pytest.mark.parametrize(
    "source",
    [
        'action.text.contains("plugh")',
        'action.arguments.query == "plugh"',
        "action.arguments.plugh == 1",
        'episode.organ == "plugh"',
        'episode.organ in ["chest", "plugh"]',
        '"plugh" in episode.tags',
        "state.tools.called.exists(plugh, true)",
        'action.name == "plugh"',
        'state.tools.last == "plugh"',
        "state.step > 1 // plugh",
        'state.image.present ? action.text == "plugh" : false',
        "state.plugh > 1",
    ],
)
def test_nothing_anybody_made_up_is_said(source: str) -> None:
    for when, require in ((source, "false"), (HINT, source), (f"{HINT} && !({source}\n)", source)):
        said = condition_in_words(when, require, TUTOR_CONTEXT)
        assert "plugh" not in said
        assert said.endswith(".")


@pytest.mark.parametrize("otherwise", [None, "HINT", "QUIZ"])
def test_a_sentence_says_what_it_asks_for_and_what_it_holds_back(otherwise: str | None) -> None:
    held = sentence_of(HINT, "!action.leaks_answer", TUTOR_CONTEXT, otherwise)
    assert (held.asks_for, held.holds_back, held.is_about_how) == ((), ("HINT",), True)
    assert held.short == "When not to use `HINT` with a text that gives the answer away"
    asked = sentence_of(WRONG, "false", TUTOR_CONTEXT, otherwise)
    assert asked.asks_for == ((otherwise,) if otherwise else ())


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
        ('action.name == "zoom" || action.name == "ocr"', ("zoom", "ocr")),
        ("true", ()),
    ],
)
def test_actions_meant(when: str, expected: tuple[str, ...]) -> None:
    assert actions_meant(when) == expected
