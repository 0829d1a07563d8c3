"""The static checks of a proposal on a new base."""

from pathlib import Path

import pytest

from ace.curator.draft import Draft
from ace.cycle.proposal_checks import recheck
from ace.review.evidence import Check, EvidenceRecord
from ace.review.proposals import load_evidence
from runtime.rules.read_rule import parse_rule, parse_rule_test
from tests.ace.conftest import SmallProposal
from tests.ace.cycle.one_proposal import make_repository, session_at
from tests.ace.review.playbook_repository import NEW_RULE, OLD_RULE, RULE_ID, RULE_PATH, make_evidence
from tests.git_matrix.write_path import TEST, TEST_PATH

CHECKS = (
    Check(name="separation", ok=True, detail="fires on 9 of 9"),
    Check(name="schema", ok=True, detail="of then"),
)


def _draft(op: str = "edit") -> Draft:
    before, after = parse_rule(OLD_RULE, RULE_PATH), parse_rule(NEW_RULE, RULE_PATH)
    return Draft("edit", RULE_ID, before, after, parse_rule_test(TEST, TEST_PATH), None, "", op)


def test_what_needs_traces_that_are_gone_is_taken_over_and_says_so(tmp_path: Path) -> None:
    repository = make_repository(tmp_path)
    session = session_at(repository)
    record = make_evidence("a" * 40, checks=CHECKS)
    checks = {check.name: check for check in recheck(session, session.playbook(), _draft(), record)}
    assert checks["separation"].detail == "fires on 9 of 9 (as of aaaaaaaaaaaa; its traces are not here)"
    assert checks["schema"].detail == "fields, characters and conditions are valid"
    assert all(check.ok for check in checks.values())
    assert {"safety", "test", "duplicates", "prompt-budget", "words", "rejected", "held-out"} <= set(checks)
    assert "conflicts" not in checks, "no recorded state is here to look at"
    again = recheck(session, session.playbook(), _draft(), record.model_copy(update={"checks": (*checks.values(),)}))
    assert {check.name: check.detail for check in again}["separation"] == checks["separation"].detail


@pytest.mark.parametrize("changes", [{"reverts": "b" * 40}, {"curator": "a person"}])
def test_a_person_may_do_what_no_draft_may(tmp_path: Path, changes: dict[str, object]) -> None:
    repository = make_repository(tmp_path)
    session = session_at(repository)
    record: EvidenceRecord = make_evidence("a" * 40, **changes)
    checks = recheck(session, session.playbook(), _draft(), record)
    assert [check.name for check in checks] == ["schema", "test", "prompt-budget"]


def test_with_its_traces_here_everything_is_checked_again(small_proposal: SmallProposal) -> None:
    session = small_proposal.session
    (opened,) = [item for item in small_proposal.proposed.opened if item.proposal is not None and not item.why_not]
    assert opened.proposal is not None
    record = load_evidence(session.workspace.repo, opened.proposal.commit, opened.proposal.id)
    checks = recheck(session, session.playbook(), opened.judgement.draft, record)
    assert [(check.name, check.ok) for check in checks] == [(check.name, check.ok) for check in record.checks]
    assert not any("not here" in check.detail for check in checks)
