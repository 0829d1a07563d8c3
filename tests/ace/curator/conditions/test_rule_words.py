"""Titles and texts of found rules: within their limits, and fit for a rule file."""

import pytest

from ace.curator.conditions.candidate import Candidate
from ace.curator.conditions.rule_words import MAX_TEXT, MAX_TITLE, candidate_rule_words
from ace.playbook.write_rule import dump_rule
from runtime.contracts.action import ACTION_KINDS
from runtime.contracts.condition_context import TUTOR_CONTEXT, TUTOR_TOOLS
from runtime.rules.read_rule import parse_rule
from tests.ace.building import rule

HINT = 'action.kind == "HINT"'
SEEN, SEARCHED, TRIED = "state.image.present", "state.retrieval.queried", "state.student.attempts > 0"


def found(when: str, require: str) -> Candidate:
    """Return a candidate; its figures do not matter here."""
    return Candidate(when, require, 9, 9, 0, 90)


def test_the_text_says_the_condition_and_what_to_do_instead() -> None:
    words = candidate_rule_words(
        found('action.name == "web_browser"', "state.retrieval.queried"), TUTOR_CONTEXT, "retrieve"
    )
    assert words.title == "Do not use `web_browser` unless the local index has been searched in this episode"
    assert words.text == f"{words.title}. Use `retrieve` instead."


def test_what_the_sentence_says_already_is_not_said_twice() -> None:
    candidate = found("episode.unsafe_request", 'action.kind == "SAFETY_REFUSE"')
    said = "When the message is about a real patient, dosing or an emergency, use `SAFETY_REFUSE`."
    assert candidate_rule_words(candidate, TUTOR_CONTEXT, "SAFETY_REFUSE").text == said


def test_without_an_action_to_take_there_is_one_sentence() -> None:
    assert candidate_rule_words(found('action.name == "zoom"', "false"), TUTOR_CONTEXT).text == "Do not use `zoom`."


@pytest.mark.parametrize(
    ("when", "require", "otherwise", "second"),
    [
        (HINT, SEEN, "block", ""),
        (HINT, SEEN, "QUIZ", " Use `QUIZ` instead."),
        ('action.kind == "QUIZ"', SEEN, "convert", " Use `HINT` instead."),
        (HINT, SEEN, "HINT", ""),
        (HINT, "!action.leaks_answer", "HINT", " Use `HINT` in another way instead."),
        ('action.kind == "REQUEST_TOOL"', SEEN, "retrieve", ""),
        ("action.name in state.tools.failed", "false", "retrieve", " Use `retrieve` instead."),
        (f'{HINT} && state.tools.last == "retrieve"', "false", "retrieve", " Use `retrieve` instead."),
        (HINT, SEEN, "REQUEST_TOOL", " Call a tool instead."),
        ("action.name in state.tools.failed", "false", "REQUEST_TOOL", " Call a tool in another way instead."),
        (HINT, SEEN, "reveal it at once", ""),
        ("state.errors > 0", "false", "HINT", ""),
    ],
    ids=[
        "block is no action",
        "another action",
        "convert is a hint",
        "what is held back",
        "what is held back in one way",
        "a tool for a tool",
        "another tool",
        "named as a state only",
        "any tool",
        "any tool for a tool",
        "no action of the agent",
        "asked for already",
    ],
)
def test_what_to_do_instead_is_said_where_it_is_news(when: str, require: str, otherwise: str, second: str) -> None:
    text = candidate_rule_words(found(when, require), TUTOR_CONTEXT, otherwise).text
    assert text.partition(".")[2] == second
    assert "`block`" not in text


def test_a_title_says_what_the_rule_is_about_where_the_sentence_is_too_long() -> None:
    words = candidate_rule_words(found("action.names_option", f"{SEEN} || {SEARCHED} || {TRIED}"), TUTOR_CONTEXT)
    assert words.title == "When not to write a text that names one of the options"
    only = candidate_rule_words(found(f"{SEEN} && {SEARCHED} && {TRIED}", HINT), TUTOR_CONTEXT)
    assert only.title == "When to use `HINT`"
    never = candidate_rule_words(found(f"{SEEN} && {SEARCHED} && {TRIED} && state.errors > 0", "false"), TUTOR_CONTEXT)
    assert never.title == "When to take no action"


def test_a_long_condition_is_pointed_at_within_the_limits() -> None:
    names = ", ".join(f'"{name}"' for name in (*TUTOR_TOOLS, *ACTION_KINDS))
    conditions = " && ".join(["state.image.observed", "state.retrieval.queried", "state.answer_open"] * 4)
    words = candidate_rule_words(found(f"action.name in [{names}]", conditions), TUTOR_CONTEXT, "retrieve")
    assert len(words.title) <= MAX_TITLE
    assert len(words.text) <= MAX_TEXT
    one = candidate_rule_words(found('action.name == "zoom"', conditions), TUTOR_CONTEXT)
    assert one.title == "When not to use `zoom`"


def test_a_rule_file_takes_them() -> None:
    candidate = found('action.kind == "HINT"', 'action.text.contains("a`b") && state.student.performance != "wrong"')
    title, text = candidate_rule_words(candidate, TUTOR_CONTEXT, "QUIZ")
    made = rule("hints.found", title=title, text=f"{text}\n", when=candidate.when, require=candidate.require)
    assert parse_rule(dump_rule(made), "playbooks/tutor/hints/found.yaml") == made
