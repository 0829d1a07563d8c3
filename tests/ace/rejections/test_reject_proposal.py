"""`reject_proposal`: the decision is kept and the branch goes, whatever state the repository is in."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from ace.errors import AceError, NotFoundError
from ace.rejections.known_rejections import known_rejections
from ace.rejections.reject_proposal import RejectRequest, reject_proposal
from ace.rejections.stated_fingerprint import stated_fingerprint
from tests.ace.rejections.rejecting import TODAY, open_one, person_commits, session_on, state_of
from tests.ace.review.playbook_repository import NEW_RULE, RULE_ID, RULE_PATH, Repository


def ask(name: str, **changes: object) -> RejectRequest:
    """Return a request with a reason."""
    return replace(RejectRequest(name, "novices need the web"), **changes)  # type: ignore[arg-type]


@pytest.mark.parametrize("op", ["add", "edit", "delete", "merge"])
def test_a_rejection_holds_all_that_was_proposed(repository: Repository, op: str) -> None:
    proposal = open_one(repository, op)
    done = reject_proposal(session_on(repository.path), ask(proposal.id, expires="90d"))
    one = done.rejection
    assert (one.op, one.rule, one.cluster) == (op, proposal.rule_id, "c-1f9a")
    assert (one.by, one.date, one.expires) == ("lead", TODAY, "2027-02-28")
    assert stated_fingerprint(one) == one.fingerprint == proposal.fingerprint
    tip = repository.git("rev-parse", "main")
    assert known_rejections(repository.path, tip) == (one,)
    assert repository.git("for-each-ref", "--format=%(refname)") .split() == [
        "refs/ace/opened/" + proposal.id, "refs/heads/ace/rejected", "refs/heads/main",
    ]  # fmt: skip
    assert repository.git("rev-parse", "ace/rejected~1") == tip


def _dirty(repository: Repository) -> None:
    repository.write("new.txt", b"x")
    repository.write(RULE_PATH, NEW_RULE)
    repository.git("add", RULE_PATH)


def _detached(repository: Repository) -> None:
    repository.git("remote", "add", "origin", ".")
    repository.git("fetch", "-q", "origin")
    repository.git("remote", "set-head", "origin", "main")
    repository.git("switch", "-q", "--detach", "main")


def _hooks(repository: Repository) -> None:
    for name in ("pre-commit", "reference-transaction", "post-index-change"):
        hook = repository.path / ".git" / "hooks" / name
        hook.parent.mkdir(exist_ok=True)
        hook.write_text("#!/bin/sh\nexit 1\n")
        hook.chmod(0o755)


@pytest.mark.parametrize("prepare", [_dirty, _detached, _hooks])
def test_the_users_tree_index_and_head_stay(repository: Repository, prepare: Callable[[Repository], None]) -> None:
    proposal = open_one(repository)
    prepare(repository)
    before = state_of(repository)
    assert not reject_proposal(session_on(repository.path), ask(proposal.branch)).kept
    assert state_of(repository) == before


def test_it_works_in_a_bare_repository_and_in_a_linked_worktree(repository: Repository, tmp_path: Path) -> None:
    first, second = open_one(repository), open_one(repository, "add")
    repository.git("worktree", "add", "-q", str(tmp_path / "linked"), "-b", "side")
    reject_proposal(session_on(tmp_path / "linked"), ask(first.id))
    repository.git("clone", "-q", "--mirror", ".", str(tmp_path / "bare.git"))
    done = reject_proposal(session_on(tmp_path / "bare.git"), ask(second.id))
    bare = Repository(tmp_path / "bare.git")
    assert bare.git("rev-parse", "ace/rejected") == done.commit
    assert len(known_rejections(bare.path, bare.git("rev-parse", "main"))) == 2


@pytest.mark.parametrize("name", ["{id}", "{start}", "ace/p/{id}", "refs/heads/ace/p/{id}", RULE_ID])
def test_every_name_of_a_proposal_is_understood(repository: Repository, name: str) -> None:
    proposal = open_one(repository)
    open_one(repository, "add")
    done = reject_proposal(session_on(repository.path), ask(name.format(id=proposal.id, start=proposal.id[:5])))
    assert done.rejection.fingerprint == proposal.fingerprint


@pytest.mark.parametrize(
    ("name", "said"),
    [
        pytest.param("ffffffffffff", "no proposal begins with ffffffffffff", id="an id there is not"),
        pytest.param("tools.retrieve-before-wep", f"did you mean `{RULE_ID}`", id="a rule nobody proposes"),
        pytest.param("main", "names no proposal", id="another branch"),
        pytest.param("--all", "names no proposal", id="an option"),
    ],
)
def test_an_unknown_name_is_said_with_what_there_is(repository: Repository, name: str, said: str) -> None:
    open_one(repository)
    with pytest.raises(NotFoundError, match=said):
        reject_proposal(session_on(repository.path), ask(name))


def test_a_persons_work_goes_only_when_told_and_can_be_got_back(repository: Repository) -> None:
    proposal = open_one(repository)
    work = person_commits(repository, proposal.branch)
    session = session_on(repository.path)
    with pytest.raises(AceError, match="holds a person's work; --force deletes it"):
        reject_proposal(session, ask(proposal.id))
    assert "ace/rejected" not in repository.git("branch", "--format=%(refname:short)")
    kept = reject_proposal(session, ask(proposal.id, keep_branch=True))
    assert kept.kept == "--keep-branch"
    assert repository.git("rev-parse", proposal.branch) == work
    done = reject_proposal(session, ask(proposal.id, force=True, reason="said again"))
    assert (done.work, done.kept, done.before) == (work, "", kept.rejection)
    assert done.rejection.reason == "said again"


def test_a_branch_that_is_checked_out_stays_and_the_rejection_counts(repository: Repository) -> None:
    proposal = open_one(repository)
    repository.git("switch", "-q", proposal.branch)
    repository.git("branch", "-q", "master", "main")
    repository.git("config", "user.name", "reviewer")
    session = session_on(repository.path)
    session = replace(session, settings=session.settings.model_copy(update={"branch": "main"}))
    done = reject_proposal(session, ask(proposal.id))
    assert "is checked out in" in done.kept
    assert done.rejection.by == "reviewer"
    assert known_rejections(repository.path, repository.git("rev-parse", "main")) == (done.rejection,)


def test_a_lock_that_a_git_left_behind_keeps_the_branch_not_the_decision(repository: Repository) -> None:
    proposal = open_one(repository)
    lock = repository.path / ".git" / "refs" / "heads" / f"{proposal.branch}.lock"
    lock.touch()
    done = reject_proposal(session_on(repository.path), ask(proposal.id))
    assert done.has_failed
    assert f"{lock} is in the way" in done.kept
    assert known_rejections(repository.path, repository.git("rev-parse", "main")) == (done.rejection,)
    lock.unlink()
    assert reject_proposal(session_on(repository.path), ask(proposal.id)).kept == ""


def test_what_is_merged_is_not_rejected(repository: Repository) -> None:
    proposal = open_one(repository)
    repository.git("merge", "-q", "--squash", proposal.branch)
    repository.commit()
    with pytest.raises(AceError, match="taken back there"):
        reject_proposal(session_on(repository.path), ask(proposal.id))


@pytest.mark.parametrize(
    "reason",
    [
        pytest.param("no: {a: b} [c] # d", id="signs of YAML"),
        pytest.param("first\n---\nreason: forged\nby: someone", id="lines like fields"),
        pytest.param("'quotes' \"both\" | > & * ! %", id="quotes"),
        pytest.param("ACE-Proposal: 000000000000", id="a trailer"),
        pytest.param("- - -", id="a list"),
        pytest.param("日本語の理由です", id="another script"),
        pytest.param("x" * 800, id="as long as may be"),
        pytest.param("null", id="a word of YAML"),
    ],
)
def test_a_reason_is_data_whatever_it_says(repository: Repository, reason: str) -> None:
    proposal = open_one(repository)
    reject_proposal(session_on(repository.path), ask(proposal.id, reason=reason))
    found = known_rejections(repository.path, repository.git("rev-parse", "main"))
    assert [(one.reason, one.by) for one in found] == [(reason, "lead")]
    assert reason not in repository.git("log", "-1", "--format=%B", "ace/rejected")


def test_a_later_proposal_of_the_same_rule_is_rejected_on_top(repository: Repository) -> None:
    first, second = open_one(repository), open_one(repository, "add")
    session = session_on(repository.path)
    one, other = reject_proposal(session, ask(first.id)), reject_proposal(session, ask(second.id))
    assert repository.git("rev-parse", f"{other.commit}~1") == one.commit


def test_one_that_only_the_remote_has_is_rejected_and_a_persons_work_there_is_not_deleted_unasked(
    repository: Repository, tmp_path: Path
) -> None:
    ours, theirs = open_one(repository), open_one(repository, "add")
    person_commits(repository, theirs.branch)
    repository.git("clone", "-q", "--bare", ".", str(tmp_path / "there.git"))
    repository.git("clone", "-q", str(tmp_path / "there.git"), str(tmp_path / "clone"))
    session = session_on(tmp_path / "clone")
    done = reject_proposal(session, RejectRequest(ours.id, "not so"))
    assert done.kept == "it is at a remote only; --push deletes it there"
    assert reject_proposal(session, RejectRequest(ours.id, "not so", push=True)).kept == ""
    there = Repository(tmp_path / "there.git")
    with pytest.raises(AceError, match="holds a person's work"):
        reject_proposal(session, RejectRequest(theirs.id, "not so", push=True))
    assert there.git("for-each-ref", "--format=%(refname:lstrip=2)", "refs/heads/ace/p").split() == [theirs.branch]
