"""Expressions as clauses, true and false; what there are no words for is quoted."""

import itertools
from collections.abc import Sequence
from typing import Literal

import pytest

from ace.curator.conditions.clauses import in_backquotes, join, speaker_of, texts_of
from ace.playbook.condition_tree import Group, Leaf, Tree, group_of
from runtime.contracts.condition_context import TUTOR_CONTEXT, ContextField
from runtime.rules.condition_tokens import tokens_of

OPEN = "the student is right or has tried and had hint 3"
CLOSED = "the student neither is right nor has tried and had hint 3"
WORDS: tuple[Literal["and", "or"], ...] = ("and", "or")
UNSAID = "a condition holds that words cannot say (see the rule)"
NOT_UNSAID = "a condition fails that words cannot say (see the rule)"


@pytest.mark.parametrize(
    ("source", "when_true", "when_false"),
    [
        ("state.answer_open", OPEN, CLOSED),
        ("!state.tools.last_ok", "the last tool call failed", "the last tool call worked"),
        ("state.student.attempts > 0", "the student has given at least one answer", "the student has given no answer"),
        ("state.student.attempts >= 1", "the student has given at least one answer", "the student has given no answer"),
        (
            "state.student.attempts > 2",
            "the student has given more than 2 answers",
            "the student has given at most 2 answers",
        ),
        ("3 <= state.step", "at least 3 decisions have been taken", "fewer than 3 decisions have been taken"),
        ("state.step == 1", "exactly 1 decision has been taken", "not exactly 1 decision has been taken"),
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
            "either no tool has been called or the last tool called was `ocr`",
            "both a tool has been called and the last tool called was not `ocr`",
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
            f"{OPEN}, or both more than 2 decisions have been taken and the case has no image",
            f"{CLOSED}, and also either at most 2 decisions have been taken or the case has an image",
        ),
        ("(state.answer_open)", OPEN, CLOSED),
        ("state.image.present == true", "the case has an image", "the case has no image"),
        ("state.image.present != true", "the case has no image", "the case has an image"),
        ("false == state.image.present", "the case has no image", "the case has an image"),
        ("(state.step > 2) == false", "at most 2 decisions have been taken", "more than 2 decisions have been taken"),
        ("state.tools.called == []", "no tool call has been made", "at least one tool call has been made"),
        ("state.tools.called != []", "at least one tool call has been made", "no tool call has been made"),
        ("action.arguments == {}", "the call has no argument", "the call has at least one argument"),
        ('action.text != ""', "the text is not empty", "the text is empty"),
        ("size(action.text) > 0", "the text is not empty", "the text is empty"),
        (
            "action.text.size() > 200",
            "the text has more than 200 characters",
            "the text has at most 200 characters",
        ),
        ('action.text.contains("x")', UNSAID, NOT_UNSAID),
        ("state.unknown > 2", UNSAID, NOT_UNSAID),
        ('action.text == "reveal it"', "the text is one that the rule names", "the text is none that the rule names"),
        (
            'episode.organ in ["reveal it"]',
            "the organ or region is one that the rule names",
            "the organ or region is none that the rule names",
        ),
        (
            '"reveal it" in episode.tags',
            "the case is about a topic that the rule names",
            "the case is not about a topic that the rule names",
        ),
        (
            "state.image.present ? state.step > 1 && state.errors == 0 : true",
            "`state.image.present ? state.step > 1 && state.errors == 0 : true` is true",
            "`state.image.present ? state.step > 1 && state.errors == 0 : true` is false",
        ),
        (
            'state.tools.called.exists(t, t == "zoom")',
            '`state.tools.called.exists(t, t == "zoom")` is true',
            '`state.tools.called.exists(t, t == "zoom")` is false',
        ),
        (
            "size(state.tools.called) + 1 > 2",
            "`size(state.tools.called) + 1 > 2` is true",
            "`size(state.tools.called) + 1 > 2` is false",
        ),
    ],
    ids=lambda value: value if len(value) < 50 else value[:50],
)
def test_clauses(source: str, when_true: str, when_false: str) -> None:
    speaker, tokens = speaker_of(source, TUTOR_CONTEXT), tuple(tokens_of(source))
    assert speaker.clause(tokens) == when_true
    assert speaker.clause(tokens, is_true=False) == when_false


def test_deep_nesting_is_quoted_from_some_depth_on() -> None:
    source = "!(" * 40 + "state.answer_open" + ")" * 40
    said = speaker_of(source, TUTOR_CONTEXT).clause(tuple(tokens_of(source)))
    assert said.endswith("is true")
    assert "`!(" in said


LEAVES = tuple(
    Leaf(tuple(tokens_of(source)))
    for source in ("state.image.present", "state.retrieval.queried", "state.image.observed", "state.answer_open")
)


def _grouped(parts: Sequence[Tree]) -> list[Tree]:
    """Return all groups of two or three of the parts, in this order, as trees are made."""
    return [group_of(word, some) for word in WORDS for size in (2, 3) for some in itertools.combinations(parts, size)]


def test_no_two_trees_read_alike() -> None:
    pairs = _grouped(LEAVES)
    deeper = _grouped([*LEAVES[:2], *pairs])
    deepest = [group_of(word, (LEAVES[3], tree)) for word in WORDS for tree in deeper]
    trees = {*LEAVES, *pairs, *deeper, *deepest}
    assert len(trees) > 5000
    plain = [tree for tree in trees if not _repeats_itself(tree)]
    speaker = speaker_of("", TUTOR_CONTEXT)
    assert len({speaker.say(tree) for tree in plain}) == len(plain) > 4000


def _repeats_itself(tree: Tree) -> bool:
    """True when a part stands twice in one group: a sentence says it once."""
    if isinstance(tree, Leaf):
        return False
    return len(set(tree.parts)) < len(tree.parts) or any(_repeats_itself(part) for part in tree.parts)


def test_groups_within_groups_are_marked() -> None:
    one, two = LEAVES[:2]
    three = Leaf(tuple(tokens_of("state.errors > 0")))
    speaker = speaker_of("", TUTOR_CONTEXT)
    image, searched, wrong = (speaker.leaf(leaf) for leaf in (one, two, three))
    assert speaker.say(Group("and", (Group("or", (one, two)), three))) == (
        f"either {image} or {searched}, and also {wrong}"
    )
    assert speaker.say(Group("or", (one, Group("and", (two, three))))) == f"{image}, or both {searched} and {wrong}"
    inner = Group("and", (one, Group("or", (two, three))))
    assert speaker.say(Group("or", (three, inner))) == (
        f"{wrong}, or both {image}, and also (either {searched} or {wrong})"
    )


def test_names_of_actions_nobody_documented_are_shown_only_where_they_are_identifiers() -> None:
    fields = (ContextField("action.name", "", "what is done next"),)
    for name, is_known in (("issue_refund", True), ("issue a refund now", False), ("a" * 25, False)):
        assert speaker_of("", fields).is_known("action.name", name) is is_known
    assert not speaker_of("", TUTOR_CONTEXT).is_known("action.name", "issue_refund")


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
