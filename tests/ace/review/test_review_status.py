"""`ace status`."""

import pytest

from ace.review.errors import NoBaseError
from ace.review.evidence import dump_evidence, evidence_path
from ace.review.proposals import open_proposal
from ace.review.status import build_status, render_status
from tests.ace.review.playbook_repository import (
    ADDED,
    ADDED_PATH,
    BOT,
    MERGE,
    NEW_RULE,
    RULE_ID,
    RULE_PATH,
    Repository,
    make_evidence,
)


def test_open_merged_and_rejected(repository: Repository) -> None:
    base = repository.git("rev-parse", "main")
    merged = open_proposal(repository.path, "main", {RULE_PATH: NEW_RULE}, make_evidence(base), BOT)
    added = make_evidence(base, "add", verdict="promising", simulated=True)
    pending = open_proposal(repository.path, "main", {ADDED_PATH: ADDED}, added, BOT)
    repository.git("merge", "-q", "--ff-only", merged.branch)
    tip = repository.commit(**{".ace/rejected/abc.yaml": b"reason: no\n", ".ace/rejected/README.md": b""})
    status = build_status(repository.path)
    assert [item.id for item in status.open_proposals] == [pending.id]
    assert ([item.id for item in status.merged_branches], status.merged) == ([merged.id], (merged.id,))
    assert render_status(status) == (
        f"base      main@{tip[:7]}\n"
        "open      1\n"
        f"          add     safety.refer-dosing  {pending.branch}  promising, simulated, stale\n"
        "merged    1\n"
        f"          these branches can be deleted: {merged.branch}\n"
    )


def test_a_verdict_the_evidence_does_not_bear_out_is_not_repeated(repository: Repository) -> None:
    evidence = make_evidence(repository.git("rev-parse", "main"), trials=(), controller="simulated/x")
    open_proposal(repository.path, "main", {RULE_PATH: NEW_RULE}, evidence, BOT)
    assert "unverified (says confirmed), simulated\n" in render_status(build_status(repository.path))


def test_a_file_that_is_no_evidence_is_not_counted_as_merged(repository: Repository) -> None:
    evidence = make_evidence(repository.git("rev-parse", "main"))
    proposal = open_proposal(repository.path, "main", {RULE_PATH: NEW_RULE}, evidence, BOT)
    repository.commit(**{evidence_path(proposal.id): b"{}", evidence_path("0" * 12): dump_evidence(evidence)})
    status = build_status(repository.path)
    assert ([item.id for item in status.open_proposals], status.merged) == ([proposal.id], ())


def test_a_branch_that_is_not_ours_is_shown(repository: Repository) -> None:
    repository.git("branch", "ace/p/mine")
    assert "open      0 (1 more branch is no proposal, so not counted)\n" in render_status(
        build_status(repository.path, "main")
    )
    assert "! branch ace/p/mine holds no commit" in render_status(build_status(repository.path, "main"))


def test_an_empty_status(repository: Repository) -> None:
    status = build_status(repository.path)
    assert (status.open_proposals, status.merged, status.rejected_branches) == ((), (), ())


def test_a_draft_is_no_base(repository: Repository) -> None:
    repository.git("branch", "ace/p/785553a20c11")
    with pytest.raises(NoBaseError, match="nobody has reviewed"):
        build_status(repository.path, "ace/p/785553a20c11")


def test_a_merge_says_what_goes_into_what(repository: Repository) -> None:
    evidence = make_evidence(repository.git("rev-parse", "main"), "merge")
    proposal = open_proposal(repository.path, "main", MERGE, evidence, BOT)
    line = f"          merge   misc.old-greeting into {RULE_ID}  {proposal.branch}  confirmed\n"
    assert line in render_status(build_status(repository.path))
