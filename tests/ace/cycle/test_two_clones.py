"""A cycle pushes in one clone, a person decides in another: the next round in the first goes by the decisions."""

import subprocess
from dataclasses import replace
from pathlib import Path

from ace.cycle.before_judging import worth_judging
from ace.cycle.draft_changes import draft_changes
from ace.cycle.draft_identity import proposal_of
from ace.cycle.journal.share_step import push_to_remote
from ace.cycle.open_proposals import open_proposals
from ace.cycle.proposal_files import ProposalContext
from ace.rejections.notice_closed import notice_closed
from ace.rejections.open_now import listed_proposals
from ace.session import Session
from runtime.contracts.rule import Verdict
from tests.ace.building import git, small_session
from tests.ace.conftest import SmallProposal, SmallRun, copy_of
from tests.conftest import run_ace

ANY: tuple[Verdict, ...] = ("confirmed", "promising", "insufficient evidence", "no effect", "harmful")
PERSON = (("user.name", "lead"), ("user.email", "lead@example.org"))


def bare_remote(repo: Path, folder: Path) -> Path:
    """Return a bare repository that `repo` calls origin."""
    subprocess.run(["git", "init", "-q", "--bare", "-b", "main", str(folder)], check=True)
    git(repo, "remote", "add", "origin", str(folder))
    git(repo, "push", "-q", "origin", "main")
    return folder


def clone_of(remote: Path, folder: Path) -> Path:
    """Return a fresh clone, as a reviewer makes one."""
    git(remote, "clone", "-q", str(remote), str(folder))
    for name, value in PERSON:
        git(folder, "config", name, value)
    return folder


def at_remote(remote: Path) -> set[str]:
    """Return the ids of the proposals that have a branch there."""
    return set(git(remote, "for-each-ref", "--format=%(refname:lstrip=4)", "refs/heads/ace/p").split())


def cycle_session(repo: Path) -> Session:
    """Return a session that opens whatever was judged, and pushes it."""
    return small_session(repo, review__open=ANY, review__remote="origin", branch="main")


def test_decisions_made_in_a_reviewers_clone_hold_in_the_cycles_next_round(
    small_run: SmallRun, small_proposal: SmallProposal, tmp_path: Path
) -> None:
    copied = copy_of(small_run, tmp_path / "a")
    ours = copied.session.workspace.repo
    remote = bare_remote(ours, tmp_path / "remote.git")
    session = cycle_session(ours)
    judged = small_proposal.proposed
    context = ProposalContext(session, copied.run, session.playbook(), copied.run.episodes[0].header.controller)
    opened = open_proposals(context, judged.judgements)
    names = {item.proposal.id: item.judgement.draft.rule_id for item in opened if item.proposal}
    assert [row.action for row in push_to_remote(session)] == ["pushed"] * 3
    assert at_remote(remote) == set(names)

    theirs = clone_of(remote, tmp_path / "b")
    shown = run_ace("diff", "-C", str(theirs)).out
    assert all(f"origin/ace/p/{name}" in shown for name in names), "a fresh clone has no branches of its own"
    declined, taken, left = names
    ran = run_ace("reject", declined, "--reason", "Novices need the web", "--push", "-C", str(theirs))
    assert ran.code == 0, ran.err
    git(theirs, "merge", "-q", "--no-ff", "-m", "Take it", f"origin/ace/p/{taken}")
    git(theirs, "push", "-q", "origin", "main")
    assert at_remote(remote) == {taken, left}

    git(ours, "pull", "-q", "--ff-only", "origin", "main")
    git(ours, "fetch", "-q", "origin")
    assert notice_closed(session) == ()
    listed = listed_proposals(session)
    assert [{one.id for one in part} for part in listed] == [{left}, {declined}, {taken}]
    status = run_ace("status", "-C", str(ours))
    assert "open      1\n" in status.out
    assert f"rejected  1\n          1 rejected, its branch still exists: git branch -D ace/p/{declined}" in status.out
    rows = {row.proposal: (row.action, row.detail) for row in push_to_remote(session)}
    assert rows[declined][0] == "left"
    assert "rejected on" in rows[declined][1]
    assert at_remote(remote) == {taken, left}, "a rejected branch is not pushed again"
    # What the run had shown is drafted from once more, on the rules as they are now.
    playbook = session.playbook()
    drafted = draft_changes(session, judged.analysis, copied.run.episodes, playbook)
    assert declined not in {proposal_of(one.draft) for one in worth_judging(session, playbook, drafted.drafts)[0]}
    again = [one for one in drafted.drafts if one.draft.rule_id == names[declined]]
    assert all("rejected" in {check.name for check in one.checks if not check.ok} for one in again)


def test_a_branch_deleted_here_and_at_the_remote_is_noticed_though_our_push_left_a_trace(
    small_run: SmallRun, small_proposal: SmallProposal, tmp_path: Path
) -> None:
    copied = copy_of(small_run, tmp_path / "a")
    ours = copied.session.workspace.repo
    remote = bare_remote(ours, tmp_path / "remote.git")
    session = cycle_session(ours)
    context = ProposalContext(session, copied.run, session.playbook(), copied.run.episodes[0].header.controller)
    (opened,) = open_proposals(context, small_proposal.proposed.judgements[:1])
    assert opened.proposal is not None
    push_to_remote(session)
    git(ours, "branch", "-D", opened.proposal.branch)
    assert [one.remote for one in listed_proposals(session).open] == ["origin"], "it is still open there"
    git(clone_of(remote, tmp_path / "b"), "push", "-q", "origin", "--delete", opened.proposal.name)
    (noticed,) = notice_closed(session)
    assert noticed.fingerprint == opened.proposal.fingerprint
    assert listed_proposals(session) == ((), (), ())


def test_in_a_fresh_clone_nothing_is_drafted_or_opened_a_second_time(
    small_run: SmallRun, small_proposal: SmallProposal, tmp_path: Path
) -> None:
    copied = copy_of(small_run, tmp_path / "a")
    ours = copied.session.workspace.repo
    remote = bare_remote(ours, tmp_path / "remote.git")
    session = cycle_session(ours)
    context = ProposalContext(session, copied.run, session.playbook(), copied.run.episodes[0].header.controller)
    judgements = small_proposal.proposed.judgements
    first = open_proposals(context, judgements)
    push_to_remote(session)
    fresh = cycle_session(clone_of(remote, tmp_path / "runner"))
    playbook = fresh.playbook()
    worth, skipped = worth_judging(fresh, playbook, [one.checked for one in judgements])
    assert (worth, {one.reason for one in skipped}) == ((), {"open already"})
    again = open_proposals(replace(context, session=fresh, playbook=playbook), judgements)
    assert {item.why_not for item in again} == {"open already"}
    assert git(fresh.workspace.repo, "branch", "--format=%(refname:short)").split() == ["main"]
    assert [row.action for row in push_to_remote(fresh)] == ["unchanged"] * len(first)
