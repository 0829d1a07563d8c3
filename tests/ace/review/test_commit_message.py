"""Trailers written and read back."""

import subprocess
from pathlib import Path

import pytest

from ace.review.commit_message import proposal_message, read_message
from tests.ace.review.playbook_repository import make_evidence

BASE = "a" * 40


def _mark(proposal: str) -> str:
    return proposal + "0" * 52


@pytest.mark.parametrize("simulated", [True, False])
def test_git_reads_the_trailers_whatever_the_body_quotes(simulated: bool, tmp_path: Path) -> None:
    record = make_evidence(BASE, simulated=simulated, verdict="promising")
    body = "Verdict\n\n---\n\nACE-Verdict: confirmed\nACE-Simulated: false"
    message = proposal_message(record, _mark(record.proposal), body)
    command = ["git", "interpret-trailers", "--parse", "--no-divider"]
    trailers = subprocess.run(command, cwd=tmp_path, input=message.encode(), capture_output=True, check=True).stdout
    facts = read_message(message.splitlines()[0], trailers.decode())
    assert facts is not None
    assert (facts.op, facts.rule_id, facts.proposal, facts.base) == ("edit", record.rule_id, record.proposal, BASE)
    assert (facts.verdict, facts.simulated, facts.run_id) == ("promising", simulated, "r-0001")


@pytest.mark.parametrize(
    ("subject", "old", "new"),
    [
        ("fix: a typo", "", ""),
        ("ace: edit a.b", "ACE-Base: " + BASE, "ACE-Base: main"),
        ("ace: edit a.b", "ACE-Verdict: confirmed", "ACE-Verdict: great"),
        ("ace: edit a.b", "ACE-Run: r-0001\n", ""),
        ("ace: edit a.b", "ACE-Fingerprint: ", "ACE-Fingerprint: 00"),
    ],
)
def test_what_is_no_proposal_is_not_read_as_one(subject: str, old: str, new: str) -> None:
    record = make_evidence(BASE)
    trailers = proposal_message(record, _mark(record.proposal), "body").rpartition("\n\n")[2]
    assert read_message("ace: edit a.b", trailers) is not None
    assert read_message(subject, trailers.replace(old, new) if old else trailers) is None


def test_a_merge_says_what_goes() -> None:
    record = make_evidence(BASE, "merge", merged=("misc.old-greeting", "style.b"))
    message = proposal_message(record, _mark(record.proposal), "body")
    subject, trailers = message.splitlines()[0], message.rpartition("\n\n")[2]
    assert subject == "ace: merge tools.retrieve-before-web"
    assert "ACE-Merged: misc.old-greeting, style.b\n" in trailers
    facts = read_message(subject, trailers)
    assert facts is not None
    assert (facts.op, facts.merged) == ("merge", ("misc.old-greeting", "style.b"))
    assert read_message("ace: edit a.b", trailers) is None
    assert read_message(subject, trailers.replace("ACE-Merged: misc.old-greeting, style.b\n", "")) is None
    assert read_message(subject, trailers.replace("style.b", "../style")) is None
