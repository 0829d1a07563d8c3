"""What the reviewed branch holds of a proposal."""

import json

import pytest

from ace.review.commit_message import MessageFacts
from ace.review.evidence import dump_evidence, evidence_path
from ace.review.fingerprint import fingerprint
from ace.review.in_force import held_evidence, is_in_force
from runtime.rules.read_rule import parse_rule
from tests.ace.review.playbook_repository import (
    GREETING_PATH,
    MERGED,
    NEW_RULE,
    RULE_ID,
    RULE_PATH,
    Repository,
    make_evidence,
)

RECORD = make_evidence("a" * 40)


def _facts(op: str, rule_id: str, mark: str) -> MessageFacts:
    return MessageFacts(op, rule_id, mark[:12], "a" * 40, mark, "r-1", "confirmed", False)


FACTS = _facts("edit", RULE_ID, fingerprint("edit", RULE_ID, parse_rule(NEW_RULE, RULE_PATH)))


def test_only_evidence_of_the_proposal_its_file_is_named_after_is_held(repository: Repository) -> None:
    files = {
        evidence_path(RECORD.proposal): dump_evidence(RECORD),
        evidence_path("0" * 12): dump_evidence(RECORD),
        evidence_path("1" * 12): b"{}",
    }
    tip = repository.commit(**files)
    assert held_evidence(repository.path, tip) == {RECORD.proposal: RECORD}
    assert held_evidence(repository.path, tip, [RECORD.proposal, "0" * 12]) == {RECORD.proposal: RECORD}
    assert held_evidence(repository.path, tip, ["1" * 12, "2" * 12]) == {}


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        pytest.param(NEW_RULE, True, id="as proposed"),
        pytest.param(NEW_RULE.replace(b"title: Query", b"title: Ask"), True, id="another title"),
        pytest.param(NEW_RULE.replace(b"and read", b"but skip"), False, id="another text"),
        pytest.param(b"broken", False, id="unreadable"),
    ],
)
def test_in_force_is_what_the_rule_there_says(repository: Repository, rule: bytes, expected: bool) -> None:
    tip = repository.commit(**{RULE_PATH: rule})
    assert is_in_force(repository.path, tip, FACTS, RECORD) is expected
    other = RECORD.model_copy(update={"op": "add"})
    assert not is_in_force(repository.path, tip, FACTS, other)


def test_a_deletion_is_in_force_when_the_rule_is_gone(repository: Repository) -> None:
    record = make_evidence("a" * 40, "delete")
    facts = _facts("delete", record.rule_id, fingerprint("delete", record.rule_id, None))
    assert not is_in_force(repository.path, repository.git("rev-parse", "main"), facts, record)
    (repository.path / GREETING_PATH).unlink()
    assert is_in_force(repository.path, repository.commit(), facts, record)
    assert json.loads(dump_evidence(record))["op"] == "delete"


@pytest.mark.parametrize(
    ("rule", "is_gone", "expected"),
    [
        pytest.param(MERGED, True, True, id="as proposed"),
        pytest.param(MERGED, False, False, id="what should go is there"),
        pytest.param(MERGED.replace(b"first before", b"before"), True, False, id="another text"),
    ],
)
def test_a_merge_is_in_force_when_what_it_took_over_is_gone(
    repository: Repository, rule: bytes, is_gone: bool, expected: bool
) -> None:
    record = make_evidence("a" * 40, "merge")
    mark = fingerprint("merge", RULE_ID, parse_rule(MERGED, RULE_PATH), record.merged)
    if is_gone:
        (repository.path / GREETING_PATH).unlink()
    tip = repository.commit(**{RULE_PATH: rule})
    assert is_in_force(repository.path, tip, _facts("merge", RULE_ID, mark), record) is expected


@pytest.mark.parametrize(("named", "expected"), [("inspector", True), ("tutor", False)])
def test_a_deletion_is_of_the_agent_that_the_base_names(repository: Repository, named: str, expected: bool) -> None:
    there = (repository.path / GREETING_PATH).read_bytes().replace(b"agent: tutor", b"agent: inspector")
    record = make_evidence(repository.commit(**{GREETING_PATH: there}), "delete")
    mark = fingerprint("delete", record.rule_id, None, agent=named)
    record = record.model_copy(update={"proposal": mark[:12]})
    facts = _facts("delete", record.rule_id, mark)._replace(base=record.base)
    (repository.path / GREETING_PATH).unlink()
    assert is_in_force(repository.path, repository.commit(), facts, record) is expected
