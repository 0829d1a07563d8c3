"""Proposals read from branches."""

import os
import subprocess
from pathlib import Path

import pytest

from ace.review.build_diff import build_diff
from ace.review.errors import BranchBlockedError, NoBaseError, ProposalError
from ace.review.evidence import evidence_path
from ace.review.git_plumbing import Identity, commit_files
from ace.review.proposal_branches import Proposal, list_proposals, read_branch
from ace.review.proposals import open_proposal
from ace.review.render_diff import render_diff
from ace.review.render_json import render_json
from ace.review.render_markdown import render_markdown
from ace.review.status import build_status, render_status
from tests.ace.review.playbook_repository import (
    BOT,
    GREETING,
    GREETING_PATH,
    NEW_RULE,
    OLD_RULE,
    RULE_ID,
    RULE_PATH,
    Repository,
    make_evidence,
)


@pytest.fixture
def proposal(repository: Repository) -> Proposal:
    """One open proposal."""
    evidence = make_evidence(repository.git("rev-parse", "main"), verdict="promising")
    return open_proposal(repository.path, "main", {RULE_PATH: NEW_RULE}, evidence, BOT)


def test_an_open_proposal_is_listed_as_it_was_written(repository: Repository, proposal: Proposal) -> None:
    assert list_proposals(repository.path) == (proposal,)
    assert (proposal.rule_id, proposal.op, proposal.verdict, proposal.run_id) == (
        RULE_ID,
        "edit",
        "promising",
        "r-0001",
    )
    assert (proposal.is_fresh, proposal.is_merged, proposal.is_untouched) == (True, False, True)


def test_it_is_stale_when_a_rule_on_main_changed(repository: Repository, proposal: Proposal) -> None:
    repository.commit(**{"README": b"x", ".ace/rejected/abc.yaml": b"reason: no\n"})
    assert list_proposals(repository.path)[0].is_fresh
    repository.commit(**{GREETING_PATH: GREETING.replace(b"by name", b"by first name")})
    assert not list_proposals(repository.path)[0].is_fresh
    assert list_proposals(repository.path, proposal.base)[0].is_fresh


@pytest.mark.parametrize("how", ["merge", "squash"])
def test_it_is_merged_however_it_came_to_main(repository: Repository, proposal: Proposal, how: str) -> None:
    person = ("-c", "user.name=p", "-c", "user.email=p@example.org")
    if how == "merge":
        repository.git(*person, "merge", "-q", "--no-ff", "-m", "m", proposal.branch)
    else:
        repository.git("merge", "-q", "--squash", proposal.branch)
        repository.git(*person, "commit", "-q", "-m", "squashed")
    assert list_proposals(repository.path)[0].is_merged


def test_a_merge_counts_also_when_the_evidence_was_deleted_later(repository: Repository, proposal: Proposal) -> None:
    repository.git("merge", "-q", "--ff-only", proposal.branch)
    (repository.path / evidence_path(proposal.id)).unlink()
    repository.commit()
    assert list_proposals(repository.path)[0].is_merged


def test_a_branch_that_is_not_ours_is_listed_with_its_problem(repository: Repository, proposal: Proposal) -> None:
    repository.git("branch", "ace/p/mine", "main")
    repository.git("branch", "ace/p/000000000000", proposal.branch)
    problems = {item.branch: item.problem for item in list_proposals(repository.path)}
    assert problems[proposal.branch] == ""
    assert "holds no commit of proposal mine" in problems["ace/p/mine"]
    assert "holds no commit of proposal 000000000000" in problems["ace/p/000000000000"]


def test_no_branches_no_proposals_even_without_a_commit(empty_repository: Repository) -> None:
    assert list_proposals(empty_repository.path) == ()


def test_our_commit_is_found_under_any_number_of_a_persons(repository: Repository, proposal: Proposal) -> None:
    tree = repository.git("rev-parse", f"{proposal.commit}^{{tree}}")
    lines = [
        f"commit refs/heads/{proposal.branch}\ncommitter p <p@example.org> {n} +0000\ndata 1\nx\n" for n in range(60)
    ]
    first = lines[0] + f"from {proposal.commit}\n"
    repository.git("fast-import", "--quiet", "--force", stdin="".join([first, *lines[1:]]).encode())
    assert repository.git("rev-parse", f"{proposal.branch}^{{tree}}") == tree
    (found,) = list_proposals(repository.path)
    assert (found.problem, found.rule_id, found.is_untouched) == ("", RULE_ID, False)


def test_no_problem_of_a_branch_tells_to_delete_it(repository: Repository) -> None:
    repository.git("branch", "ace/p/000000000000", "main")
    assert "delete" not in list_proposals(repository.path)[0].problem


def test_a_detached_head_needs_a_name(repository: Repository, proposal: Proposal) -> None:
    repository.git("checkout", "-q", "--detach")
    with pytest.raises(NoBaseError):
        list_proposals(repository.path)
    assert list_proposals(repository.path, "main") == (proposal,)


def test_a_proposal_without_a_branch(repository: Repository) -> None:
    with pytest.raises(ProposalError, match="no branch ace/p/absent"):
        read_branch(repository.path, "absent")


def test_a_shallow_clone_does_not_make_a_proposal_look_edited(
    repository: Repository, proposal: Proposal, tmp_path: Path
) -> None:
    clone = _shallow(repository, tmp_path)
    (found,) = list_proposals(clone.path, "main")
    assert found == proposal


def test_a_history_that_is_cut_is_a_problem_not_an_edit(
    repository: Repository, proposal: Proposal, tmp_path: Path
) -> None:
    repository.commit(README=b"x")
    (found,) = list_proposals(_shallow(repository, tmp_path).path, "main")
    assert "git fetch --unshallow" in found.problem
    assert (found.is_untouched, found.rule_id, found.objections) == (True, RULE_ID, ())


def _shallow(repository: Repository, tmp_path: Path) -> Repository:
    clone = tmp_path / "clone"
    url = f"file://{repository.path}"
    subprocess.run(["git", "clone", "-q", "--depth", "1", "--no-single-branch", url, str(clone)], check=True)
    refs = "refs/remotes/origin/ace/*:refs/heads/ace/*"
    subprocess.run(
        ["git", "fetch", "-q", "--depth", "1", url, refs.replace("remotes/origin", "heads")], cwd=clone, check=True
    )
    return Repository(clone)


@pytest.mark.parametrize(
    "settings",
    [
        ("trailer.separators", "="),
        ("trailer.ACE-Base.key", "Base"),
        ("i18n.logOutputEncoding", "UTF-16"),
        ("core.commentChar", "A"),
        ("core.abbrev", "5"),
        ("core.quotepath", "true"),
        ("log.showSignature", "true"),
        ("log.mailmap", "true"),
        ("color.ui", "always"),
        ("format.pretty", "oneline"),
        ("diff.relative", "true"),
        ("diff.ignoreSubmodules", "all"),
    ],
    ids=lambda settings: settings[0],
)
def test_a_users_settings_change_nothing(repository: Repository, proposal: Proposal, settings: tuple[str, str]) -> None:
    repository.write(".mailmap", b"x <other@example.org> ace <ace@example.org>\n")
    repository.git("config", *settings)
    assert list_proposals(repository.path) == (proposal,)
    note = commit_files(repository.path, proposal.commit, {"note": b"1"}, "n", Identity("p", "p@example.org"))
    repository.git("update-ref", f"refs/heads/{proposal.branch}", note)
    (found,) = list_proposals(repository.path)
    assert (found.problem, found.id, found.is_untouched, found.objections) == ("", proposal.id, False, ())


def test_a_branch_whose_name_is_not_utf8_is_listed(repository: Repository, proposal: Proposal) -> None:
    ref = b"refs/heads/ace/p/\xff\xc2\x85\xe2\x80\xa8x"
    subprocess.run([b"git", b"update-ref", ref, proposal.commit.encode()], cwd=repository.path, check=True)
    found = {item.id: item for item in list_proposals(repository.path)}
    assert (len(found), found[proposal.id]) == (2, proposal)
    report = build_diff(repository.path, None, "")
    assert report.plan.problems == 1
    for text in (render_diff(report), render_json(report), render_markdown(report)):
        assert "udcff" in text
        text.encode("utf-8")
    render_status(build_status(repository.path)).encode("utf-8")
    merged = [item.is_merged for item in list_proposals(repository.path, proposal.commit) if not item.problem]
    assert merged == [True]


def test_a_repository_whose_path_is_not_utf8_is_read(tmp_path: Path) -> None:
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff"))
    path.mkdir()
    repository = Repository(path)
    repository.git("init", "-q", "-b", os.fsdecode(b"m\xffn"))
    base = repository.commit(**{RULE_PATH: OLD_RULE, os.fsdecode(b"caf\xe9"): b"1"})
    written = open_proposal(path, base, {RULE_PATH: NEW_RULE}, make_evidence(base), BOT)
    assert list_proposals(path) == (written,)
    report = build_diff(path, None, "")
    assert render_diff(report).startswith("base m\\udcffn@")
    repository.git("worktree", "add", "-q", os.fsdecode(os.fsencode(tmp_path) + b"/\xfe"), written.branch)
    with pytest.raises(BranchBlockedError, match="checked out"):
        open_proposal(
            path, base, {RULE_PATH: NEW_RULE}, make_evidence(base, verdict="harmful"), BOT, replaces=written.commit
        )


def test_one_that_only_the_remote_has_is_listed_and_the_one_here_wins(
    repository: Repository, proposal: Proposal
) -> None:
    repository.git("update-ref", f"refs/remotes/up/ace/p/{proposal.id}", proposal.commit)
    assert list_proposals(repository.path, remote="up") == (proposal,)
    repository.git("branch", "-q", "-D", proposal.branch)
    assert list_proposals(repository.path) == (), "another remote's branches do not count"
    (there,) = list_proposals(repository.path, remote="up")
    assert (there.branch, there.remote, there.name) == (f"up/ace/p/{proposal.id}", "up", f"ace/p/{proposal.id}")
    assert (there.commit, there.rule_id, there.is_fresh, there.is_merged) == (proposal.commit, RULE_ID, True, False)
    for name in (there.branch, f"refs/remotes/{there.branch}", there.name, there.id[:5]):
        report = build_diff(repository.path, None, "playbooks/tutor", name, remote="up")
        assert [item.proposal for item in report.items] == [there]
        assert f"up/ace/p/{proposal.id}" in render_diff(report)
        assert '"remote": "up"' in render_json(report)
    repository.git("merge", "-q", "--ff-only", proposal.commit)
    assert list_proposals(repository.path, remote="up")[0].is_merged


def test_a_rejected_one_is_left_out_and_said_and_shown_where_it_is_named(
    repository: Repository, proposal: Proposal
) -> None:
    def rejected(_repo: object, _tip: str, ids: object) -> object:
        return ids

    report = build_diff(repository.path, None, "playbooks/tutor", find_rejected=rejected)  # type: ignore[arg-type]
    line = f"1 rejected, its branch still exists: git branch -D {proposal.branch}"
    assert (report.items, [one.id for one in report.rejected]) == ((), [proposal.id])
    assert line in render_diff(report)
    assert line in render_markdown(report)
    named = build_diff(
        repository.path, None, "playbooks/tutor", proposal.id, find_rejected=rejected,  # type: ignore[arg-type]
    )  # fmt: skip
    assert "ace unreject" in render_diff(named)
