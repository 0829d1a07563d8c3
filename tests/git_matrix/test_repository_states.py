"""States a repository can be in while ACE works beside its user; nothing of them is touched."""

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from ace.review.errors import BranchBlockedError, BranchMovedError, NoBaseError, ProposalError, ReviewError
from ace.review.git_refs import create_branch, default_branch, ref_commit
from ace.review.proposal_branches import list_proposals
from ace.review.proposals import OPENED, open_proposal
from runtime.contracts.errors import RuleError
from tests.ace.review.playbook_repository import BOT, OLD_RULE, RULE_PATH, Repository, make_evidence
from tests.git_matrix.write_path import (
    CHANGES,
    Place,
    assert_whole_way,
    everything,
    move_main,
    open_one,
    place_of,
    refresh_one,
)

USER = ("-c", "user.name=u", "-c", "user.email=u@example.org")
THEIRS = OLD_RULE.replace(b"first before", b"always before")


def _dirty(repository: Repository) -> None:
    repository.write(RULE_PATH, THEIRS)
    repository.write("untracked.txt", b"mine\n")


def _staged(repository: Repository) -> None:
    repository.write(RULE_PATH, THEIRS)
    repository.write("new.txt", b"mine\n")
    repository.git("add", "-A")
    repository.write(RULE_PATH, OLD_RULE + b"# and more\n")


def _detached(repository: Repository) -> None:
    repository.git("checkout", "-q", "--detach")


def _on_a_feature(repository: Repository) -> None:
    repository.git("checkout", "-q", "-b", "feature")
    repository.commit(**{RULE_PATH: THEIRS})


def _in_a_merge_conflict(repository: Repository) -> None:
    repository.git("checkout", "-q", "-b", "feature")
    repository.commit(README=b"theirs\n")
    repository.git("checkout", "-q", "-b", "other", "main")
    repository.commit(README=b"ours\n")
    done = subprocess.run(["git", *USER, "merge", "feature"], cwd=repository.path, capture_output=True, check=False)
    assert done.returncode == 1
    assert (repository.path / ".git/MERGE_HEAD").is_file()


def _in_a_rebase(repository: Repository) -> None:
    repository.git("checkout", "-q", "-b", "feature")
    repository.commit(README=b"theirs\n")
    repository.git("checkout", "-q", "-b", "other", "main")
    repository.commit(README=b"ours\n")
    done = subprocess.run(["git", *USER, "rebase", "feature"], cwd=repository.path, capture_output=True, check=False)
    assert done.returncode == 1
    assert (repository.path / ".git/rebase-merge").is_dir()


def _with_a_stash(repository: Repository) -> None:
    repository.write(RULE_PATH, THEIRS)
    repository.git(*USER, "stash")


def _index_locked(repository: Repository) -> None:
    (repository.path / ".git/index.lock").write_bytes(b"")


def _index_gone(repository: Repository) -> None:
    (repository.path / ".git/index").unlink()


def _replaced_object(repository: Repository) -> None:
    """A replacement of the reviewed commit would change what it says."""
    tip = repository.git("rev-parse", "main")
    repository.git("checkout", "-q", "-b", "feature")
    other = repository.commit(**{RULE_PATH: THEIRS})
    repository.git("checkout", "-q", "main")
    repository.git("replace", tip, other)


def _grafted(repository: Repository) -> None:
    other = repository.git(*USER, "commit-tree", "-m", "elsewhere", "HEAD^{tree}")
    path = repository.path / ".git/info/grafts"
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"{repository.git('rev-parse', 'main')} {other}\n", encoding="utf-8")


def _odd_zone(repository: Repository) -> None:
    """The tip of main was written in 1970, in a zone there is not."""
    raw = repository.git("cat-file", "commit", "main").split("\n")
    lines = [
        f"{line.rpartition('> ')[0]}> 1 +1399" if line.startswith(("author ", "committer ")) else line for line in raw
    ]
    commit = repository.git(
        "hash-object", "-t", "commit", "-w", "--literally", "--stdin", stdin=("\n".join(lines) + "\n").encode()
    )
    repository.git("update-ref", "refs/heads/main", commit)


def _case_is_ignored(repository: Repository) -> None:
    repository.git("config", "core.ignorecase", "true")
    repository.write("PLAYBOOKS/Tutor/note.txt", b"another folder where case counts\n")


def _reftable_or_files(repository: Repository) -> None:
    """Ref names that differ from ours by case, and a ref that points to nothing."""
    repository.git("branch", "ACE/p/x")
    repository.git("symbolic-ref", "refs/heads/nowhere", "refs/heads/gone")


STATES = [
    _dirty, _staged, _detached, _on_a_feature, _in_a_merge_conflict, _in_a_rebase, _with_a_stash, _index_locked,
    _index_gone, _replaced_object, _grafted, _odd_zone, _case_is_ignored, _reftable_or_files,
]  # fmt: skip


@pytest.mark.parametrize("make", STATES, ids=lambda make: make.__name__.strip("_"))
def test_a_proposal_goes_its_whole_way(repository: Repository, make: Callable[[Repository], None]) -> None:
    make(repository)
    assert_whole_way(place_of(repository))


@pytest.mark.parametrize("name", ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY"])
def test_variables_of_the_caller_do_not_lead_elsewhere(
    repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """As in a hook, or in a shell that was pointed at another repository."""
    other = Repository(tmp_path / "other")
    other.path.mkdir()
    other.git("init", "-q", "-b", "main")
    targets = {"GIT_DIR": ".git", "GIT_WORK_TREE": "", "GIT_INDEX_FILE": ".git/index", "GIT_OBJECT_DIRECTORY": "odd"}
    place = place_of(repository, other.path)
    monkeypatch.setenv(name, str(other.path / targets[name]))
    monkeypatch.setenv("GIT_AUTHOR_NAME", "somebody else")
    before = everything(Place(place.path, (other.path,)))
    opened = open_one(place)
    assert everything(Place(place.path, (other.path,))) == before
    assert list_proposals(repository.path) == (opened,)
    monkeypatch.delenv(name)
    assert repository.git("log", "-1", "--format=%an", opened.branch) == "ace"


def test_an_unborn_branch_is_refused(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "empty")
    repository.path.mkdir()
    repository.git("init", "-q", "-b", "main")
    place = place_of(repository)
    before = everything(place)
    with pytest.raises(NoBaseError, match="commit your playbook first"):
        open_one(place)
    with pytest.raises(NoBaseError, match="no commit yet"):
        default_branch(repository.path)
    assert everything(place) == before


@pytest.mark.parametrize("blocker", ["ace", "ace/p"])
def test_a_branch_whose_name_is_in_the_way_is_named(repository: Repository, blocker: str) -> None:
    repository.git("branch", blocker)
    place = place_of(repository)
    before = everything(place)
    with pytest.raises(BranchBlockedError, match=f"git branch -m {blocker} {blocker}-old"):
        open_one(place)
    assert everything(place) == before
    assert repository.git("for-each-ref", "refs/ace") == ""


def test_a_branch_that_is_checked_out_elsewhere_is_not_moved(repository: Repository, tmp_path: Path) -> None:
    place = place_of(repository)
    opened = open_one(place)
    linked = tmp_path / "review"
    repository.git("worktree", "add", "-q", str(linked), opened.branch)
    move_main(place)
    both = place_of(repository, linked)
    before = everything(both)
    result = refresh_one(place)
    assert (result.state, everything(both)) == ("failed", before)
    assert f"checked out in {linked}; switch that folder to another branch first" in result.reason
    assert ref_commit(repository.path, f"refs/heads/{opened.branch}") == opened.commit


def test_both_refs_move_or_none(repository: Repository) -> None:
    """Another program moved the second ref meanwhile, so the first one stays too."""
    place = place_of(repository)
    opened = open_one(place)
    lock = repository.path / ".git" / f"{OPENED}{opened.id}.lock"
    lock.write_bytes(b"")
    move_main(place)
    result = refresh_one(place)
    assert result.state == "failed"
    assert "refs/ace/opened" in result.reason
    assert ref_commit(repository.path, f"refs/heads/{opened.branch}") == opened.commit
    lock.unlink()
    assert refresh_one(place).state == "refreshed"


def test_a_ref_that_was_moved_meanwhile_is_said(repository: Repository) -> None:
    opened = open_one(place_of(repository))
    with pytest.raises(BranchMovedError, match="expected not to exist; list the proposals again"):
        create_branch(repository.path, opened.branch, opened.commit)


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may write everywhere")
def test_a_read_only_repository_is_refused(repository: Repository) -> None:
    folder = repository.path / ".git"
    places = [folder / "objects", folder / "refs/heads", folder]
    for place in places:
        place.chmod(0o555)
    try:
        with pytest.raises(ReviewError, match=r"[Pp]ermission"):
            open_one(place_of(repository))
    finally:
        for place in places:
            place.chmod(0o755)


def test_objects_that_cannot_be_written_are_a_clear_error(repository: Repository) -> None:
    """What a full or read-only disk comes to, for the superuser too: files where the folders of new objects must be."""
    objects = repository.path / ".git/objects"
    repository.git("gc", "-q")
    for folder in objects.iterdir():
        if len(folder.name) == 2:
            folder.rmdir()
    for number in range(256):
        (objects / f"{number:02x}").write_bytes(b"")
    place = place_of(repository)
    before = everything(place)
    with pytest.raises(ReviewError, match=r"cannot be stored in .*Not a directory.*and to the rights"):
        open_one(place)
    assert (everything(place), list_proposals(repository.path)) == (before, ())


def test_a_folder_that_is_no_repository(tmp_path: Path) -> None:
    with pytest.raises(RuleError, match="git init"):
        open_proposal(tmp_path, "main", CHANGES, make_evidence("a" * 40), BOT)


def test_a_link_where_the_rule_must_be(repository: Repository) -> None:
    repository.git("rm", "-q", RULE_PATH)
    (repository.path / RULE_PATH).parent.mkdir(parents=True, exist_ok=True)
    (repository.path / RULE_PATH).symlink_to("../../../README")
    repository.commit(note=b"x")
    place = place_of(repository)
    before = everything(place)
    with pytest.raises((ProposalError, RuleError)):
        open_one(place)
    assert everything(place) == before
