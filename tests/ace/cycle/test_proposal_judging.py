"""A proposal judged again under the rules of now."""

from pathlib import Path

import pytest

from ace.cycle.proposal_judging import run_under
from ace.cycle.refresh import Refreshed, RefreshOptions, refresh
from ace.cycle.run_samples import RunRequest, run_samples
from ace.errors import AceError
from ace.review.proposal_branches import list_proposals
from ace.review.proposals import load_evidence
from ace.review.read_for_review import read_rule_text
from ace.session import Session
from runtime.rules.load_reviewed import injectable
from tests.ace.building import commit_all, git
from tests.ace.conftest import SmallProposal, SmallRun, copy_of


@pytest.fixture
def session(small_proposal: SmallProposal, tmp_path: Path) -> Session:
    """One open proposal, and another rule that a person changed since."""
    copied = copy_of(SmallRun(small_proposal.session, small_proposal.proposed.run), tmp_path / "copy").session
    (proposal,) = list_proposals(copied.workspace.repo)
    path = next(
        path
        for path in sorted((copied.workspace.repo / "playbooks/tutor").rglob("*.yaml"))
        if not path.name.endswith(".test.yaml") and proposal.rule_id.split(".")[1] != path.stem
    )
    path.write_text(path.read_text(encoding="utf-8").replace("status: active", "status: deprecated"), encoding="utf-8")
    commit_all(copied.workspace.repo)
    return copied


def _refreshed(session: Session) -> Refreshed:
    found = list_proposals(session.workspace.repo)
    (result,) = refresh(session, session.playbook(), found, RefreshOptions(judge=True))
    return result


def test_without_a_run_under_the_rules_of_now_it_says_what_to_run(session: Session) -> None:
    result = _refreshed(session)
    assert result.state == "failed"
    assert "run again (`ace run`), then `ace refresh --judge`" in result.reason
    rules = {rule.id: rule.fingerprint()[:16] for rule in injectable(session.playbook(), "tutor")}
    with pytest.raises(AceError, match="no run under the rules in force now"):
        run_under(session, rules)


def test_it_is_measured_under_the_rules_of_now(session: Session) -> None:
    repo = session.workspace.repo
    (before,) = list_proposals(repo)
    born = load_evidence(repo, before.commit, before.id)
    run = run_samples(session, RunRequest())
    result = _refreshed(session)
    assert result.state == "refreshed", result.reason
    assert result.reason.startswith("judged again on ")
    assert result.now is not None
    record = load_evidence(session.workspace.repo, result.now.commit, result.now.id)
    assert (record.measured, record.base) == (None, result.now.base)
    # What it was born of stays, in the record and in the rule's file.
    assert run.record.run != born.run_id
    assert (record.run_id, record.cluster, record.quotes) == (born.run_id, born.cluster, born.quotes)
    path = f"playbooks/tutor/{before.rule_id.replace('.', '/')}.yaml"
    rules = [
        read_rule_text(git(repo, "show", f"{one}:{path}").encode(), path) for one in (before.commit, result.now.commit)
    ]
    assert rules[0].evidence == rules[1].evidence
    assert result.now.is_fresh
    assert record.trials
