"""Expressions as clauses, true and false; what there are no words for is quoted."""

import pytest

from ace.curator.conditions.clauses import Speaker, in_backquotes, join, split_at, texts_of
from ace.curator.conditions.field_words import words_of
from runtime.contracts.condition_context import TUTOR_CONTEXT
from runtime.rules.condition_tokens import tokens_of

WORDS = {field.path: words_of(field) for field in TUTOR_CONTEXT}


@pytest.mark.parametrize(
    ("source", "when_true", "when_false"),
    [
        (
            "state.answer_open",
            "the reveal gate would let the answer through",
            "the reveal gate would not let the answer through",
        ),
        ("!state.tools.last_ok", "the last tool call failed", "the last tool call worked"),
        ("state.student.attempts > 0", "the student has given at least one answer", "the student has given no answer"),
        ("state.student.attempts >= 1", "the student has given at least one answer", "the student has given no answer"),
        (
            "state.student.attempts > 2",
            "the student has given more than 2 answers",
            "the student has given at most 2 answers",
        ),
        ("3 <= state.step", "at least 3 decisions have been taken", "fewer than 3 decisions have been taken"),
        ("state.step == 1", "exactly 1 decision has been taken", "`state.step == 1` is false"),
        (
            "state.retrieval.confidence < 0.25",
            "the confidence of the last search is less than 0.25",
            "the confidence of the last search is at least 0.25",
        ),
        (
            "state.retrieval.confidence > 0.0",
            "the confidence of the last search is more than 0",
            "the confidence of the last search is at most 0",
        ),
        ("size(state.tools.called) == 0", "no tool call has been made", "at least one tool call has been made"),
        ('"zoom" in state.tools.failed', "`zoom` has failed", "`zoom` has not failed"),
        ('state.tools.last == ""', "no tool has been called", "a tool has been called"),
        (
            'state.tools.last in ["", "ocr"]',
            "no tool has been called or the last tool called was `ocr`",
            "a tool has been called and the last tool called was not `ocr`",
        ),
        (
            'state.student.performance == "wrong"',
            "the student's last answer was wrong",
            "the student's last answer was not wrong",
        ),
        (
            'episode.modality in ["CT", "MR"]',
            "the modality of the case is `CT` or `MR`",
            "the modality of the case is none of `CT` and `MR`",
        ),
        (
            "action.name == state.tools.last",
            "the action is the last tool called",
            "the action is not the last tool called",
        ),
        (
            "action.name in state.tools.failed",
            "the action is among the tools that have failed",
            "the action is not among the tools that have failed",
        ),
        (
            "action.hint_level <= state.student.hint_level + 1",
            "the level of the hint is at most the highest hint level given plus 1",
            "the level of the hint is more than the highest hint level given plus 1",
        ),
        (
            "state.answer_open || state.step > 2 && !state.image.present",
            "the reveal gate would let the answer through, or more than 2 decisions have been taken "
            "and the case has no image",
            "the reveal gate would not let the answer through, and at most 2 decisions have been taken "
            "or the case has an image",
        ),
        (
            "(state.answer_open)",
            "the reveal gate would let the answer through",
            "the reveal gate would not let the answer through",
        ),
        ('action.text.contains("x")', '`action.text.contains("x")` is true', '`action.text.contains("x")` is false'),
        ("state.unknown > 2", "`state.unknown > 2` is true", "`state.unknown > 2` is false"),
        (
            "size(state.tools.called) + 1 > 2",
            "`size(state.tools.called) + 1 > 2` is true",
            "`size(state.tools.called) + 1 > 2` is false",
        ),
    ],
    ids=lambda value: value if len(value) < 50 else value[:50],
)
def test_clauses(source: str, when_true: str, when_false: str) -> None:
    speaker, tokens = Speaker(source, WORDS), tuple(tokens_of(source))
    assert speaker.clause(tokens) == when_true
    assert speaker.clause(tokens, is_true=False) == when_false


def test_deep_nesting_is_quoted_from_some_depth_on() -> None:
    source = "!(" * 40 + "state.answer_open" + ")" * 40
    said = Speaker(source, WORDS).clause(tuple(tokens_of(source)))
    assert said.endswith("is true")
    assert "`!(" in said


def test_a_sign_inside_of_brackets_or_of_a_text_does_not_part() -> None:
    tokens = tuple(tokens_of('a && (b && c) && f("x && y")'))
    assert ["".join(token.text for token in part) for part in split_at(tokens, "&&")] == [
        "a",
        "(b&&c)",
        'f("x && y")',
    ]


@pytest.mark.parametrize(
    ("source", "expected"),
    [('["a", "b"]', ["a", "b"]), ("[]", []), ('["a", 1]', []), ("a", []), ('["a"] + ["b"]', [])],
)
def test_lists_of_texts(source: str, expected: list[str]) -> None:
    assert texts_of(tuple(tokens_of(source))) == expected


def test_parts_are_joined_and_names_quoted() -> None:
    assert join(["a", "b", "c"], "or") == "a, b or c"
    assert join(["a or b", "c"], "and") == "a or b, and c"
    assert (in_backquotes("zoom"), in_backquotes("a`b")) == ("`zoom`", "`` a`b ``")
