"""The end of a proposal's text."""

from ace.review.body_details import because_lines, block, check_lines, cost_lines, guard_lines, table_lines
from ace.review.evidence import Check, Cost
from tests.ace.review.playbook_repository import make_evidence

BASE = "a" * 40


def test_nothing_is_said_of_what_was_not_tried() -> None:
    evidence = make_evidence(BASE, trials=(), cost=Cost())
    assert table_lines(evidence) == []
    assert guard_lines(evidence) == []
    assert cost_lines(evidence) == ["Controller: `openai/gpt-x`. Drafted by: `heuristic`."]


def test_the_reason_comes_with_what_the_verdict_means() -> None:
    lines = because_lines(make_evidence(BASE), "confirmed")
    assert lines[0].startswith("Why this verdict: 62 samples were fixed")
    assert lines[2].startswith("What `confirmed` means: ")
    assert because_lines(make_evidence(BASE), "unverified (says confirmed)") == lines[:1]


def test_a_persons_proposal_has_no_verdict_to_explain() -> None:
    evidence = make_evidence(BASE, cluster=None, reverts="b" * 40, trials=(), verdict="insufficient evidence")
    assert because_lines(evidence, evidence.verdict) == []


def test_checks_and_blocks_are_foreign_text() -> None:
    checks = (Check(name="schema", ok=False, detail="\x1b[2J @team"),)
    assert check_lines(make_evidence(BASE, checks=checks))[2] == "    FAILED schema: \\x1b[2J \\x40team"
    assert block("Title", ["a\nb"]) == ["Title:", "", "    a\\nb"]
    assert block("Title", []) == []
