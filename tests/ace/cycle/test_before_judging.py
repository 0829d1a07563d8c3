"""What is settled before a trial is paid for."""

from dataclasses import replace
from pathlib import Path

import pytest

from ace.cycle.before_judging import check_can_write, worth_judging
from ace.cycle.propose import ProposeHooks, propose
from ace.review.errors import BranchBlockedError, ReviewError
from ace.review.proposal_branches import list_proposals
from tests.ace.building import commit_all, git, small_session
from tests.ace.conftest import SmallProposal, SmallRun, copy_of


@pytest.mark.parametrize("blocker", ["ace", "ace/p"])
def test_a_branch_in_the_way_is_found_before_anything_is_judged(copied_run: SmallRun, blocker: str) -> None:
    repo = copied_run.session.workspace.repo
    git(repo, "branch", blocker)
    with pytest.raises(BranchBlockedError, match=f"git branch -m {blocker} {blocker}-old"):
        propose(copied_run.session, copied_run.run, ProposeHooks())
    assert not copied_run.session.workspace.arms.exists(), "no trial was run"


def test_signing_that_cannot_work_is_found_before_anything_is_judged(copied_run: SmallRun) -> None:
    repo = copied_run.session.workspace.repo
    git(repo, "config", "commit.gpgsign", "true")
    git(repo, "config", "gpg.program", "/bin/false")
    with pytest.raises(ReviewError, match=r"commit\.gpgsign is on and a commit cannot be signed here.*signing key"):
        check_can_write(copied_run.session, copied_run.session.playbook())


def test_an_ordinary_repository_can_be_written_to(copied_run: SmallRun) -> None:
    check_can_write(copied_run.session, copied_run.session.playbook())


def test_what_is_open_already_is_not_judged_again(small_proposal: SmallProposal) -> None:
    session, proposed = small_proposal.session, small_proposal.proposed
    drafts = proposed.drafted.drafts
    judged, skipped = worth_judging(session, session.playbook(), drafts)
    opened = {item.judgement.draft.rule_id for item in proposed.opened if item.proposal is not None}
    assert opened
    assert {item.checked.draft.rule_id for item in skipped} == opened
    assert {item.reason for item in skipped} == {"open already"}
    assert not opened & {item.draft.rule_id for item in judged}


def test_what_could_be_better_than_an_open_one_is_judged_though_there_is_no_room(small_proposal: SmallProposal) -> None:
    full = small_session(small_proposal.session.workspace.repo, review__max_open=1)
    judged, skipped = worth_judging(full, full.playbook(), small_proposal.proposed.drafted.drafts)
    assert len(judged) == 2
    assert [item.reason for item in skipped] == ["open already"]


def test_a_full_house_that_nothing_could_beat_is_not_added_to(small_proposal: SmallProposal, tmp_path: Path) -> None:
    """A confirmed proposal, or one of a person, gives way to no draft; so nothing is paid for."""
    session = copy_of(SmallRun(small_proposal.session, small_proposal.proposed.run), tmp_path / "copy").session
    repo = session.workspace.repo
    (proposal,) = list_proposals(repo, session.branch)
    git(repo, "checkout", "-q", proposal.branch)
    (repo / "note.txt").write_text("by a person", encoding="utf-8")
    commit_all(repo)
    git(repo, "checkout", "-q", "main")
    full = small_session(repo, review__max_open=1)
    judged, skipped = worth_judging(full, full.playbook(), small_proposal.proposed.drafted.drafts)
    assert judged == ()
    assert any("review.max_open" in item.reason for item in skipped)


def test_a_stale_one_is_judged_again_so_that_it_can_be_refreshed(small_proposal: SmallProposal, tmp_path: Path) -> None:
    session = copy_of(SmallRun(small_proposal.session, small_proposal.proposed.run), tmp_path / "copy").session
    with (session.workspace.repo / "playbooks/tutor/hints/one-level-at-a-time.yaml").open(
        "a", encoding="utf-8"
    ) as file:
        file.write("# moved\n")
    commit_all(session.workspace.repo)
    judged, skipped = worth_judging(session, session.playbook(), small_proposal.proposed.drafted.drafts)
    assert skipped == ()
    assert len(judged) == sum(item.is_sound for item in small_proposal.proposed.drafted.drafts)


def test_unsound_drafts_are_neither_judged_nor_skipped(small_proposal: SmallProposal) -> None:
    session = small_proposal.session
    checked = small_proposal.proposed.drafted.drafts[0]
    broken = replace(checked, checks=tuple(replace(check, ok=False) for check in checked.checks))
    assert worth_judging(session, session.playbook(), [broken]) == ((), ())
