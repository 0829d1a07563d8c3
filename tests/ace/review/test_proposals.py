"""A proposal is one commit on one branch, written once."""

import re
from pathlib import Path

import pytest

import ace.review
from ace.commands.group import COMMANDS
from ace.review.errors import BranchBlockedError, BranchMovedError, EvidenceError, ProposalError
from ace.review.evidence import evidence_path
from ace.review.git_refs import create_branch
from ace.review.proposal_branches import Proposal, list_proposals
from ace.review.proposals import OPENED, close_proposal, load_evidence, open_proposal
from runtime.contracts.errors import RuleError
from tests.ace.review.playbook_repository import (
    ADDED,
    ADDED_PATH,
    BOT,
    GREETING,
    GREETING_PATH,
    MERGE,
    MERGED,
    NEW_RULE,
    OLD_RULE,
    RULE_ID,
    RULE_PATH,
    WHEN,
    Repository,
    make_evidence,
)

CHANGES = {RULE_PATH: NEW_RULE}


def _open(repository: Repository, **changes: object) -> Proposal:
    evidence = make_evidence(repository.git("rev-parse", "main"), **changes)
    return open_proposal(repository.path, "main", CHANGES, evidence, BOT, when=WHEN)


def test_one_commit_with_rule_and_evidence_and_nothing_else(repository: Repository) -> None:
    before = repository.git("status", "--porcelain"), repository.git("symbolic-ref", "HEAD")
    proposal = _open(repository)
    path = evidence_path(proposal.id)
    assert repository.git("rev-list", f"main..{proposal.branch}") == proposal.commit
    assert repository.git("diff", "--name-only", "main", proposal.branch).splitlines() == [path, RULE_PATH]
    assert repository.git("log", "-1", "--format=%s", proposal.branch) == "ace: edit tools.retrieve-before-web"
    assert load_evidence(repository.path, proposal.commit, proposal.id).verdict == "confirmed"
    assert (repository.git("status", "--porcelain"), repository.git("symbolic-ref", "HEAD")) == before


def test_opening_twice_writes_nothing_new(repository: Repository) -> None:
    first = _open(repository)
    evidence = make_evidence(first.base)
    second = open_proposal(repository.path, "main", CHANGES, evidence, BOT, when="2027-01-01T00:00:00Z")
    assert second == first


def test_simulated_is_a_trailer_only_when_true(repository: Repository) -> None:
    proposal = _open(repository, simulated=True)
    assert proposal.simulated
    assert "ACE-Simulated: true" in repository.git("log", "-1", "--format=%B", proposal.branch)


def test_another_content_needs_the_commit_it_replaces(repository: Repository) -> None:
    first = _open(repository)
    evidence = make_evidence(first.base, verdict="harmful")
    with pytest.raises(ProposalError, match="exists at"):
        open_proposal(repository.path, "main", CHANGES, evidence, BOT)
    second = open_proposal(repository.path, "main", CHANGES, evidence, BOT, replaces=first.commit)
    assert (second.verdict, second.commit == first.commit) == ("harmful", False)


def test_a_refresh_keeps_the_branch_on_a_moved_base(repository: Repository) -> None:
    first = _open(repository)
    base = repository.commit(**{"README": b"x"})
    second = open_proposal(repository.path, "main", CHANGES, make_evidence(base), BOT, replaces=first.commit)
    assert (second.branch, second.base) == (first.branch, base)


@pytest.mark.parametrize("amend", [True, False])
def test_a_branch_with_a_persons_work_is_hands_off(repository: Repository, tmp_path: Path, amend: bool) -> None:
    first = _open(repository)
    repository.git("worktree", "add", "-q", str(tmp_path / "review"), first.branch)
    review = Repository(tmp_path / "review")
    review.write("note.txt", b"by a person")
    review.git("add", "-A")
    person = ("-c", "user.name=p", "-c", "user.email=p@example.org")
    review.git(*person, "commit", "-q", *(["--amend", "--no-edit"] if amend else ["-m", "note"]))
    repository.git("worktree", "remove", "--force", str(tmp_path / "review"))
    (found,) = list_proposals(repository.path)
    assert (found.is_untouched, found.problem, found.id) == (False, "", first.id)
    evidence = make_evidence(first.base, verdict="harmful")
    with pytest.raises(ProposalError, match="person's work"):
        open_proposal(repository.path, "main", CHANGES, evidence, BOT, replaces=found.commit)


def test_a_proposal_that_is_checked_out_is_not_replaced(repository: Repository, tmp_path: Path) -> None:
    first = _open(repository)
    repository.git("worktree", "add", "-q", str(tmp_path / "review"), first.branch)
    evidence = make_evidence(first.base, verdict="harmful")
    with pytest.raises(BranchBlockedError, match="checked out"):
        open_proposal(repository.path, "main", CHANGES, evidence, BOT, replaces=first.commit)


def test_add_and_delete(repository: Repository) -> None:
    base = repository.git("rev-parse", "main")
    added = open_proposal(repository.path, "main", {ADDED_PATH: ADDED}, make_evidence(base, "add"), BOT)
    deleted = open_proposal(repository.path, "main", {GREETING_PATH: None}, make_evidence(base, "delete"), BOT)
    assert repository.blob(added.commit, ADDED_PATH) == ADDED
    assert GREETING_PATH not in repository.git("ls-tree", "-r", "--name-only", deleted.commit)


@pytest.mark.parametrize(
    ("changes", "evidence", "reason"),
    [
        ({RULE_PATH: OLD_RULE}, {}, "nothing to propose"),
        ({RULE_PATH: None}, {}, "missing after"),
        ({ADDED_PATH: ADDED}, {}, "missing before and missing after"),
        ({RULE_PATH: NEW_RULE.replace(b"read", b"note")}, {}, "but the changes are"),
        (CHANGES, {"base": "b" * 40}, "measured on bbbbbbbbbbbb"),
        (CHANGES, {"proposal": "0" * 12}, "is of proposal 000000000000"),
    ],
)
def test_changes_and_evidence_must_agree(
    repository: Repository, changes: dict[str, bytes | None], evidence: dict[str, object], reason: str
) -> None:
    record = make_evidence(repository.git("rev-parse", "main"), **evidence)
    with pytest.raises(ProposalError, match=reason):
        open_proposal(repository.path, "main", changes, record, BOT)
    assert list_proposals(repository.path) == ()


def test_a_rule_that_cannot_be_read_is_not_proposed(repository: Repository) -> None:
    record = make_evidence(repository.git("rev-parse", "main"))
    with pytest.raises(RuleError):
        open_proposal(repository.path, "main", {RULE_PATH: b"schema: 1\n"}, record, BOT)


def test_evidence_that_is_not_there(repository: Repository) -> None:
    with pytest.raises(EvidenceError, match=r"holds no \.ace/evidence/0000"):
        load_evidence(repository.path, repository.git("rev-parse", "main"), "0" * 12)


def test_a_branch_named_ace_is_named(repository: Repository) -> None:
    create_branch(repository.path, "ace", repository.git("rev-parse", "main"))
    with pytest.raises(BranchBlockedError, match="git branch -m ace ace-old"):
        _open(repository)


def _revert(repository: Repository, commit: str) -> str:
    repository.git("-c", "user.name=u", "-c", "user.email=u@example.org", "revert", "--no-edit", commit)
    return repository.git("rev-parse", "HEAD")


def test_a_proposal_that_was_merged_and_reverted_comes_back(repository: Repository) -> None:
    first = _open(repository)
    repository.git("merge", "-q", "--ff-only", first.branch)
    base = _revert(repository, first.commit)
    second = open_proposal(repository.path, "main", CHANGES, make_evidence(base), BOT)
    assert (second.id, second.base, second.commit == first.commit) == (first.id, base, False)
    (found,) = list_proposals(repository.path)
    assert (found.commit, found.is_merged, found.is_untouched) == (second.commit, False, True)


def test_a_reverted_branch_with_a_persons_work_is_hands_off(repository: Repository) -> None:
    first = _open(repository)
    repository.git("checkout", "-q", first.branch)
    repository.commit(note=b"by a person")
    repository.git("checkout", "-q", "main")
    repository.git("merge", "-q", "--ff-only", first.branch)
    base = _revert(repository, first.commit)
    with pytest.raises(ProposalError, match=f"person's work.*git branch -m {first.branch} NAME"):
        open_proposal(repository.path, "main", CHANGES, make_evidence(base), BOT)


def test_the_remedies_are_commands_that_exist(repository: Repository) -> None:
    first = _open(repository)
    with pytest.raises(ProposalError, match=f"git branch -D {first.branch}$"):
        open_proposal(repository.path, "main", CHANGES, make_evidence(first.base, verdict="harmful"), BOT)
    source = "\n".join(path.read_text() for path in Path(ace.review.__file__).parent.glob("*.py"))
    assert set(re.findall(r"`ace ([a-z]+)", source)) - set(COMMANDS) == set()


def test_a_merge_is_one_commit_that_says_what_went(repository: Repository) -> None:
    base = repository.git("rev-parse", "main")
    proposal = open_proposal(repository.path, "main", MERGE, make_evidence(base, "merge"), BOT, when=WHEN)
    assert (proposal.op, proposal.rule_ids) == ("merge", (RULE_ID, "misc.old-greeting"))
    status = repository.git("diff", "--name-status", "main", proposal.branch).splitlines()
    assert status == [f"A\t{evidence_path(proposal.id)}", f"D\t{GREETING_PATH}", f"M\t{RULE_PATH}"]
    message = repository.git("log", "-1", "--format=%B", proposal.branch)
    assert f"Merges rule `misc.old-greeting` into `{RULE_ID}`: Query the local" in message
    assert f"Merged into `{RULE_ID}`, and deleted: `misc.old-greeting`" in message
    assert "text      [-Greet the student by name.-]" in message
    assert "ACE-Merged: misc.old-greeting" in message


@pytest.mark.parametrize(
    ("changes", "merged", "reason"),
    [
        pytest.param({RULE_PATH: MERGED}, "misc.old-greeting", "missing before and missing after", id="not taken away"),
        pytest.param(
            {**MERGE, GREETING_PATH: GREETING}, "misc.old-greeting", "there before and there after", id="kept"
        ),
        pytest.param({**MERGE, RULE_PATH: OLD_RULE}, "misc.old-greeting", "nothing to propose", id="nothing said"),
        pytest.param(MERGE, "misc.another", "the changes are", id="another one"),
    ],
)
def test_a_merge_takes_away_what_its_evidence_says(
    repository: Repository, changes: dict[str, bytes | None], merged: str, reason: str
) -> None:
    record = make_evidence(repository.git("rev-parse", "main"), "merge", merged=(merged,))
    with pytest.raises(ProposalError, match=reason):
        open_proposal(repository.path, "main", changes, record, BOT)
    assert list_proposals(repository.path) == ()


def test_a_ref_of_its_own_says_where_it_was_written(repository: Repository) -> None:
    """It outlives the branch, so that a deleted branch is known as one."""
    first = _open(repository)
    assert repository.git("rev-parse", f"{OPENED}{first.id}") == first.commit
    evidence = make_evidence(first.base, verdict="harmful")
    second = open_proposal(repository.path, "main", CHANGES, evidence, BOT, replaces=first.commit)
    assert repository.git("rev-parse", f"{OPENED}{first.id}") == second.commit
    repository.git("branch", "-q", "-D", second.branch)
    assert repository.git("rev-parse", f"{OPENED}{first.id}") == second.commit
    third = _open(repository)
    assert repository.git("rev-parse", f"{OPENED}{first.id}") == third.commit


def test_a_closed_proposal_leaves_no_ref(repository: Repository) -> None:
    proposal = _open(repository)
    close_proposal(repository.path, proposal)
    assert repository.git("for-each-ref", "refs/heads/ace", "refs/ace") == ""
    with pytest.raises(BranchMovedError, match="does not exist"):
        close_proposal(repository.path, proposal)


def test_a_persons_work_is_not_closed(repository: Repository) -> None:
    proposal = _open(repository)
    repository.git("checkout", "-q", proposal.branch)
    repository.commit(note=b"by a person")
    repository.git("checkout", "-q", "main")
    (found,) = list_proposals(repository.path)
    with pytest.raises(ProposalError, match="person's work"):
        close_proposal(repository.path, found)
