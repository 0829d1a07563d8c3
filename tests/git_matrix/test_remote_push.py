"""Pushing to a real bare remote that others push to as well: only over our own commits, and never in silence."""

import re
import stat
from pathlib import Path
from typing import NamedTuple

import pytest

from ace.cycle.proposal_push import push_again
from ace.cycle.refresh import Refreshed, RefreshOptions, refresh
from ace.review.errors import PushRejectedError
from ace.review.git_refs import ref_commit
from ace.review.proposal_branches import Proposal, list_proposals
from ace.review.push import delete_remote_branch, push_branch, remote_tip
from tests.ace.review.playbook_repository import RULE_PATH, Repository
from tests.git_matrix.write_path import everything, move_main, open_one, place_of, session_of

USER = ("-c", "user.name=p", "-c", "user.email=p@example.org")


class Remote(NamedTuple):
    """Our repository with the one open proposal, its bare remote, and another person's clone of that."""

    ours: Repository
    bare: Repository
    theirs: Repository
    proposal: Proposal

    @property
    def ref(self) -> str:
        """The proposal's branch."""
        return f"refs/heads/{self.proposal.branch}"

    def there(self) -> str:
        """Where the remote branch is, asked without our code."""
        return ref_commit(self.bare.path, self.ref)

    def hook(self, text: str) -> None:
        """Make the remote run a script before it takes anything."""
        path = self.bare.path / "hooks/pre-receive"
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)

    def work_of_a_person(self) -> str:
        """Let the other person commit on the branch and push it; return that commit."""
        self.theirs.git("fetch", "-q", "origin", self.ref)
        self.theirs.git("checkout", "-q", "-B", "work", "FETCH_HEAD")
        commit = self.theirs.commit(note=b"by a person")
        self.theirs.git("push", "-q", "origin", f"HEAD:{self.ref}")
        return commit

    def refreshed(self) -> Refreshed:
        """Refresh and push again, after the reviewed branch moved."""
        place = place_of(self.ours)
        session = session_of(place)
        found = list_proposals(self.ours.path, "main")
        (result,) = refresh(session, session.playbook(), found, RefreshOptions(remote="origin"))
        return result


@pytest.fixture
def remote(repository: Repository, tmp_path: Path) -> Remote:
    """The three repositories; the proposal is pushed."""
    bare, theirs = Repository(tmp_path / "bare.git"), Repository(tmp_path / "theirs")
    repository.git("clone", "-q", "--bare", str(repository.path), str(bare.path))
    repository.git("remote", "add", "origin", str(bare.path))
    repository.git("clone", "-q", str(bare.path), str(theirs.path))
    proposal = open_one(place_of(repository))
    push_branch(repository.path, "origin", proposal.branch, expected="")
    return Remote(repository, bare, theirs, proposal)


def test_a_pushed_branch_is_there_and_nothing_else(remote: Remote) -> None:
    assert remote.there() == remote.proposal.commit
    assert remote.bare.git("for-each-ref", "--format=%(refname)").splitlines() == [remote.ref, "refs/heads/main"]
    assert remote_tip(remote.ours.path, "origin", remote.proposal.branch) == remote.proposal.commit
    assert remote_tip(remote.ours.path, "origin", "no/such") == ""


def test_a_second_push_needs_the_commit_that_is_there(remote: Remote) -> None:
    place = place_of(remote.ours)
    move_main(place)
    session = session_of(place)
    refresh(session, session.playbook(), list_proposals(place.path, "main"), RefreshOptions())
    with pytest.raises(PushRejectedError, match=rf"is at {remote.there()[:12]} at 'origin', expected not to exist"):
        push_branch(remote.ours.path, "origin", remote.proposal.branch, expected="")
    assert remote.there() == remote.proposal.commit


def test_a_refreshed_proposal_is_pushed_over_the_old_one(remote: Remote) -> None:
    move_main(place_of(remote.ours))
    result = remote.refreshed()
    assert (result.state, result.pushed) == ("refreshed", f"pushed to origin, over {remote.proposal.commit[:12]}")
    assert result.now is not None
    assert remote.there() == result.now.commit
    assert push_again(remote.ours.path, "origin", remote.proposal, result.now) == "at origin already"


def test_a_proposal_that_was_not_pushed_is_not_pushed_by_a_refresh(remote: Remote) -> None:
    delete_remote_branch(remote.ours.path, "origin", remote.proposal.branch, expected=remote.proposal.commit)
    assert remote.there() == ""
    move_main(place_of(remote.ours))
    assert remote.refreshed().pushed == "not at origin, so not pushed"
    assert remote.there() == ""


def test_work_of_a_person_at_the_remote_is_hands_off(remote: Remote) -> None:
    theirs = remote.work_of_a_person()
    move_main(place_of(remote.ours))
    before = everything(place_of(remote.ours, remote.theirs.path))
    result = remote.refreshed()
    assert result.state == "failed"
    assert re.search(rf"is at {theirs[:12]} at 'origin': a person has worked on it there", result.reason)
    assert everything(place_of(remote.ours, remote.theirs.path)) == before
    assert remote.there() == theirs


def test_a_person_who_pushes_meanwhile_wins(remote: Remote) -> None:
    """Between the question where the branch is and the push: the lease does not hold."""
    known = remote.there()
    theirs = remote.work_of_a_person()
    move_main(place_of(remote.ours))
    place = place_of(remote.ours)
    session = session_of(place)
    refresh(session, session.playbook(), list_proposals(place.path, "main"), RefreshOptions())
    with pytest.raises(PushRejectedError, match=rf"is at {theirs[:12]} at 'origin', expected at {known[:12]}"):
        push_branch(remote.ours.path, "origin", remote.proposal.branch, expected=known)
    with pytest.raises(PushRejectedError, match="moved by somebody else, so it is left as it is"):
        delete_remote_branch(remote.ours.path, "origin", remote.proposal.branch, expected=known)
    assert remote.there() == theirs


def test_an_older_proposal_of_ours_at_the_remote_may_go(remote: Remote) -> None:
    """Refreshed twice here, pushed once: what is there was written by a cycle, not by a person."""
    place = place_of(remote.ours)
    move_main(place)
    session = session_of(place)
    refresh(session, session.playbook(), list_proposals(place.path, "main"), RefreshOptions())
    remote.ours.git("checkout", "-q", "-f", "main")
    remote.ours.commit(**{RULE_PATH: remote.ours.blob("main", RULE_PATH) + b"rationale: It is quick.\n"})
    result = remote.refreshed()
    assert result.pushed == f"pushed to origin, over {remote.proposal.commit[:12]}"


@pytest.mark.parametrize(
    ("script", "said"),
    [
        pytest.param("echo 'no pushes on Fridays' >&2; exit 1", "no pushes on Fridays", id="a hook"),
        pytest.param(
            "while read old new ref; do case $ref in refs/heads/ace/*) echo GH006: protected >&2; exit 1;; esac; done",
            "GH006: protected",
            id="a protected branch",
        ),
    ],
)
def test_a_remote_that_refuses_is_quoted(remote: Remote, script: str, said: str) -> None:
    remote.hook(script)
    move_main(place_of(remote.ours))
    result = remote.refreshed()
    assert result.state == "failed"
    assert re.search(rf"'origin' refuses ace/p/.*pre-receive hook declined.*{said}.*Allow pushes", result.reason)
    assert remote.there() == remote.proposal.commit
    (here,) = list_proposals(remote.ours.path, "main")
    assert here.is_fresh


def test_a_remote_that_takes_no_rewritten_branch_is_quoted(remote: Remote) -> None:
    remote.bare.git("config", "receive.denyNonFastForwards", "true")
    move_main(place_of(remote.ours))
    assert "denying non-fast-forward" in remote.refreshed().reason
    assert remote.there() == remote.proposal.commit


@pytest.mark.parametrize(
    ("url", "said"),
    [
        pytest.param("{gone}", "does not appear to be a git repository", id="gone"),
        pytest.param("http://127.0.0.1:1/x.git", "(unable to access|Failed to connect)", id="unreachable"),
        pytest.param("ext::sh -c false", "not allowed", id="a transport that runs commands"),
    ],
)
def test_a_remote_that_cannot_be_reached_is_said(remote: Remote, tmp_path: Path, url: str, said: str) -> None:
    remote.ours.git("remote", "set-url", "origin", url.format(gone=tmp_path / "gone.git"))
    move_main(place_of(remote.ours))
    result = remote.refreshed()
    assert result.state == "failed"
    assert re.search(rf"remote 'origin' cannot be used: .*{said}.*check its address", result.reason), result.reason
    with pytest.raises(PushRejectedError, match="Nothing was changed there"):
        push_branch(remote.ours.path, "origin", remote.proposal.branch, expected="")


@pytest.mark.parametrize("name", ["upstream", "--upload-pack=touch ran", "https://example.org/x.git"])
def test_only_a_remote_that_is_configured_is_asked(remote: Remote, name: str) -> None:
    with pytest.raises(PushRejectedError, match="remotes here: origin"):
        remote_tip(remote.ours.path, name, "main")
    assert not (remote.ours.path / "ran").exists()


def test_a_branch_that_is_not_here_is_not_pushed(remote: Remote) -> None:
    with pytest.raises(PushRejectedError, match="no branch ace/p/x here"):
        push_branch(remote.ours.path, "origin", "ace/p/x", expected="")
    with pytest.raises(PushRejectedError, match="nothing says where it is"):
        delete_remote_branch(remote.ours.path, "origin", "main", expected="")


def test_hooks_and_settings_of_the_user_do_not_act_on_a_push(remote: Remote) -> None:
    hook = remote.ours.path / ".git/hooks/pre-push"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    hook.chmod(0o755)
    remote.ours.git(*USER, "tag", "-a", "-m", "x", "v1", remote.proposal.commit)
    for name, value in (("push.followTags", "true"), ("push.default", "matching"), ("push.gpgSign", "true")):
        remote.ours.git("config", name, value)
    move_main(place_of(remote.ours))
    assert remote.refreshed().state == "refreshed"
    assert remote.bare.git("tag", "--list") == ""
    assert remote.bare.git("rev-parse", "main") != remote.ours.git("rev-parse", "main")
