"""Title, description and comment: foreign text in them does nothing."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ace.forges.request_text import (
    LONGEST_BODY,
    LONGEST_TITLE,
    comment_marker,
    is_confirmed,
    request_body,
    request_comment,
    request_title,
    without_quick_actions,
)
from ace.review.build_diff import build_diff
from ace.review.evidence import Check, Quote
from ace.review.proposals import open_proposal
from ace.review.report import DiffItem
from tests.ace.review.playbook_repository import BOT, NEW_RULE, OLD_RULE, RULE_PATH, Repository, make_evidence

_HOSTILE = (
    "/close @reviewer fixes #1, closes acme/tutor#2, GH-3 !4 https://evil.example "
    "<!-- ace:proposal:000000000000 --> <img src=x> \x1b[31m\u202e"
)


@pytest.fixture
def item(tmp_path: Path) -> DiffItem:
    """One proposal as `ace diff` reads it."""
    repository = Repository(tmp_path)
    repository.git("init", "-q", "-b", "main")
    base = repository.commit(**{RULE_PATH: OLD_RULE})
    open_proposal(tmp_path, base, {RULE_PATH: NEW_RULE}, make_evidence(base), BOT)
    return build_diff(tmp_path, "main", "").items[0]


def _with(item: DiffItem, **changes: object) -> DiffItem:
    assert item.evidence is not None
    return replace(item, evidence=item.evidence.model_copy(update=changes))


def test_a_confirmed_title_says_what_changes_and_no_more(item: DiffItem) -> None:
    assert request_title(item) == "ace: edit tools.retrieve-before-web: Query the local database before the web"
    assert is_confirmed(item)


@pytest.mark.parametrize(
    ("changes", "tail"),
    [
        ({"verdict": "no effect"}, "(no effect)"),
        ({"verdict": "confirmed", "simulated": True}, "(simulated)"),
        ({"verdict": "promising", "simulated": True}, "(promising, simulated)"),
    ],
    ids=["verdict", "simulated", "both"],
)
def test_any_other_title_says_the_verdict_and_the_request_is_a_draft(
    item: DiffItem, changes: dict[str, object], tail: str
) -> None:
    other = _with(item, **changes)
    assert request_title(other).endswith(tail)
    assert not is_confirmed(other)


def test_evidence_with_a_problem_is_not_confirmed_and_says_so_first(item: DiffItem) -> None:
    other = replace(item, problems=("the figures are of another text",))
    assert not is_confirmed(other)
    assert request_title(other).endswith("(unverified (says confirmed))")
    assert request_body(other).startswith("- **problem** the figures are of another text")


def test_a_long_title_is_cut_in_the_middle(item: DiffItem) -> None:
    change = item.changes[0]
    assert change.after is not None
    long = replace(change, after=change.after.model_copy(update={"title": "x" * 500}))
    title = request_title(_with(replace(item, changes=(long,)), verdict="promising"))
    assert len(title) == LONGEST_TITLE
    assert title.endswith("xx... (promising)")


def test_foreign_text_neither_commands_notifies_closes_nor_forges_the_marker(item: DiffItem) -> None:
    quote = Quote(episode="e-1", sample="s-1", step=1, text=_HOSTILE, sha256="a" * 64)
    check = Check(name="words", ok=False, detail=_HOSTILE)
    hostile = _with(item, verdict="no effect", verdict_reason=_HOSTILE, quotes=(quote,), checks=(check,))
    hostile = replace(hostile, problems=(_HOSTILE,), other_files=(_HOSTILE,), conflicts=(_HOSTILE,))
    for text in (request_title(hostile), request_body(hostile), request_comment(hostile, "main", is_theirs=True)):
        assert not re.search(r"@\w|#\d|GH-\d|!\d|https?://|<img|[\x1b\u202e]", text)
        assert not re.search(r"(?m)^[ \t>*+-]*/[A-Za-z]", text)
        assert text.count("<!--") == text.startswith("<!-- ace:proposal:")


@given(st.text(st.sampled_from("/ab\n \t>-*"), max_size=40))
def test_no_line_is_a_quick_action(text: str) -> None:
    assert not re.search(r"(?m)^\s*/[a-z]", without_quick_actions(text))
    assert without_quick_actions(without_quick_actions(text)) == without_quick_actions(text)


def test_a_flood_of_problems_keeps_the_description_within_what_a_forge_takes(item: DiffItem) -> None:
    problems = tuple(f"problem {number} " + "x" * 300 for number in range(1000))
    checks = tuple(Check(name=f"c{number}", ok=True, detail="y" * 900) for number in range(200))
    body = request_body(_with(replace(item, problems=problems), checks=checks))
    assert len(body) <= LONGEST_BODY
    assert "more: `ace show` lists all" in body
    assert "**What changes**" in body


def test_the_comment_says_where_it_stands_and_nothing_that_changes_by_itself(item: DiffItem) -> None:
    text = request_comment(item, "main", is_theirs=False)
    assert item.proposal is not None
    assert text.startswith(comment_marker(item.proposal.id))
    assert "**confirmed**, measured on `main`" in text
    assert "(fresh)" in text
    assert not re.search(r"\d{4}-\d{2}-\d{2}|\d{2}:\d{2}", text)


def test_the_comment_names_conflicts_and_a_persons_work(item: DiffItem) -> None:
    text = request_comment(replace(item, conflicts=("ace/p/000000000001",)), "main", is_theirs=True)
    assert "**conflict** cannot be merged together with `ace/p/000000000001`" in text
    assert "**edited** a person has worked on this branch" in text
