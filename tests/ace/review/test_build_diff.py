"""From a repository to a report."""

import json
import subprocess
from pathlib import Path

import pytest

from ace.review.build_diff import build_diff
from ace.review.errors import NoBaseError, ProposalError
from ace.review.evidence import evidence_path
from ace.review.fingerprint import fingerprint, proposal_id
from ace.review.git_plumbing import Identity, commit_files
from ace.review.git_refs import create_branch
from ace.review.proposal_branches import Proposal
from ace.review.proposals import open_proposal
from ace.review.report import exit_code
from runtime.rules.read_rule import parse_rule
from tests.ace.review.playbook_repository import (
    ADDED,
    ADDED_PATH,
    BOT,
    GREETING,
    GREETING_PATH,
    MERGE,
    NEW_RULE,
    RULE_ID,
    RULE_PATH,
    Repository,
    make_evidence,
)

FOLDER = "playbooks/tutor"
PERSON = Identity("p", "p@example.org")


def _edit(repository: Repository, **changes: object) -> Proposal:
    evidence = make_evidence(repository.git("rev-parse", "main"), **changes)
    return open_proposal(repository.path, "main", {RULE_PATH: NEW_RULE}, evidence, BOT)


def test_nothing_open(repository: Repository) -> None:
    report = build_diff(repository.path, None, FOLDER)
    assert (report.base_name, report.is_fresh, report.items, exit_code(report)) == ("main", True, (), 0)


def test_open_proposals_with_their_changes_and_evidence(repository: Repository) -> None:
    edit = _edit(repository)
    evidence = make_evidence(edit.base, "add", simulated=True)
    add = open_proposal(repository.path, "main", {ADDED_PATH: ADDED}, evidence, BOT)
    report = build_diff(repository.path, None, FOLDER)
    assert [(item.proposal, [change.kind for change in item.changes]) for item in report.items] == [
        (add, ["added"]),
        (edit, ["edited"]),
    ]
    assert report.items[0].evidence == evidence
    assert (report.items[0].other_files, report.items[0].problems, exit_code(report)) == ((), (), 2)


def test_what_main_changed_since_is_not_part_of_a_stale_proposal(repository: Repository) -> None:
    _edit(repository)
    repository.commit(**{GREETING_PATH: b"broken"})
    report = build_diff(repository.path, None, FOLDER)
    (item,) = report.items
    assert ([change.rule_id for change in item.changes], item.is_stale, item.conflicts) == ([RULE_ID], True, ())
    assert (report.is_fresh, exit_code(report)) == (False, 4)


def test_merged_proposals_are_not_open_but_can_be_asked_for(repository: Repository) -> None:
    proposal = _edit(repository)
    repository.git("merge", "-q", "--ff-only", proposal.branch)
    assert build_diff(repository.path, None, FOLDER).items == ()
    (item,) = build_diff(repository.path, None, FOLDER, proposal.id).items
    assert item.proposal is not None
    assert item.proposal.is_merged


@pytest.mark.parametrize("form", ["{id}", "{short}", "ace/p/{id}", "refs/heads/ace/p/{id}"])
def test_a_proposal_by_name(repository: Repository, form: str) -> None:
    proposal = _edit(repository)
    target = form.format(id=proposal.id, short=proposal.id[:4])
    assert [item.proposal for item in build_diff(repository.path, None, FOLDER, target).items] == [proposal]


@pytest.mark.parametrize("target", ["ffff", "ace/p/absent", ""])
def test_an_unknown_proposal_lists_the_known_ones(repository: Repository, target: str) -> None:
    proposal = _edit(repository)
    with pytest.raises(ProposalError, match=f"proposals here: {proposal.id}"):
        build_diff(repository.path, None, FOLDER, target)


def test_a_range_shows_rules_and_the_evidence_that_came_with_them(repository: Repository) -> None:
    proposal = _edit(repository)
    repository.git("merge", "-q", "--ff-only", proposal.branch)
    report = build_diff(repository.path, None, FOLDER, f"{proposal.base}..main")
    assert [(item.proposal, item.changes[0].rule_id, item.verdict) for item in report.items] == [
        (None, RULE_ID, "confirmed")
    ]
    assert (report.is_fresh, report.head) == (False, "main")
    assert build_diff(repository.path, None, FOLDER, "main..").items == ()


@pytest.mark.parametrize("run", ["r-0001", "r-00"])
def test_the_proposals_of_one_run_merged_or_not(repository: Repository, run: str) -> None:
    base = repository.git("rev-parse", "main")
    edit = _edit(repository)
    other = make_evidence(base, "add", run_id="q-0002")
    open_proposal(repository.path, "main", {ADDED_PATH: ADDED}, other, BOT)
    repository.git("merge", "-q", "--ff-only", edit.branch)
    report = build_diff(repository.path, None, FOLDER, run=run)
    assert [(item.proposal.id, item.is_stale) for item in report.items if item.proposal] == [(edit.id, False)]
    assert (report.run, report.is_fresh, exit_code(report)) == ("r-0001", True, 2)


@pytest.mark.parametrize(
    ("run", "message"),
    [
        ("r-9", "runs with proposals: r-0001, r-0002"),
        ("", "no proposal here"),
        ("r-000", "fits 2 runs: r-0001, r-0002"),
    ],
)
def test_a_run_that_is_none_or_several_is_an_error(repository: Repository, run: str, message: str) -> None:
    base = repository.git("rev-parse", "main")
    _edit(repository)
    add = make_evidence(base, "add", run_id="r-0002")
    open_proposal(repository.path, "main", {ADDED_PATH: ADDED}, add, BOT)
    with pytest.raises(ProposalError, match=message):
        build_diff(repository.path, None, FOLDER, run=run)


def test_a_renamed_rule_of_a_range_is_one_change(repository: Repository) -> None:
    repository.git("rm", "-q", GREETING_PATH)
    renamed = GREETING.replace(b"misc.old-greeting", b"misc.greeting")
    repository.commit(**{GREETING_PATH.replace("old-greeting", "greeting"): renamed})
    (item,) = build_diff(repository.path, None, FOLDER, "HEAD~1..HEAD").items
    assert [(one.kind, one.rule_id, one.id_before) for one in item.changes] == [
        ("renamed", "misc.greeting", "misc.old-greeting")
    ]


def test_a_proposal_that_only_reorders_has_its_evidence(repository: Repository) -> None:
    repository.commit(**{RULE_PATH: NEW_RULE})
    moved = NEW_RULE.replace(b"priority: 40", b"priority: 4")
    mark = proposal_id(fingerprint("edit", RULE_ID, parse_rule(moved, RULE_PATH)))
    evidence = make_evidence(repository.git("rev-parse", "main"), proposal=mark)
    open_proposal(repository.path, "main", {RULE_PATH: moved}, evidence, BOT)
    (item,) = build_diff(repository.path, None, FOLDER).items
    assert ([change.kind for change in item.changes], item.problems, item.verdict) == (["reordered"], (), "confirmed")


def test_three_dots_are_refused(repository: Repository) -> None:
    with pytest.raises(ProposalError, match="two dots"):
        build_diff(repository.path, None, FOLDER, "main...HEAD")


def test_another_playbooks_proposal_is_left_out(repository: Repository) -> None:
    _edit(repository)
    assert build_diff(repository.path, None, "playbooks/inspector").items == ()
    assert len(build_diff(repository.path, None, "").items) == 1


def test_an_unreadable_rule_is_an_item_not_a_crash(repository: Repository) -> None:
    repository.commit(**{GREETING_PATH: b"schema: 1\nid: &a x\n", RULE_PATH: NEW_RULE})
    report = build_diff(repository.path, None, FOLDER, "HEAD~1..HEAD")
    assert [change.kind for item in report.items for change in item.changes] == ["unreadable", "edited"]
    assert (report.plan.delete, report.plan.unreadable) == (0, 1)
    (problem,) = [problem for item in report.items for problem in item.problems]
    assert problem.startswith(f"{GREETING_PATH}:2:")
    assert exit_code(report) == 1


def _by_hand(repository: Repository, changes: dict[str, bytes | None]) -> Proposal:
    """Add a commit to the open proposal's branch, as a person or an attacker would."""
    proposal = _edit(repository)
    commit = commit_files(repository.path, proposal.commit, changes, "by hand", PERSON)
    repository.git("update-ref", f"refs/heads/{proposal.branch}", commit)
    return proposal


def test_other_files_of_a_proposal_are_named(repository: Repository) -> None:
    _by_hand(
        repository, {"Makefile": b"all:\n", "playbooks/tutor/tools/retrieve-before-web.test.yaml": b"violates: []\n"}
    )
    (item,) = build_diff(repository.path, None, FOLDER).items
    assert item.other_files == ("Makefile",)
    assert item.proposal is not None
    assert not item.proposal.is_untouched


def test_a_link_in_place_of_a_rule_is_a_problem(repository: Repository) -> None:
    proposal = _edit(repository)
    repository.git("checkout", "-q", proposal.branch)
    (repository.path / RULE_PATH).unlink()
    (repository.path / RULE_PATH).symlink_to("/etc/passwd")
    repository.commit()
    (item,) = build_diff(repository.path, "main", FOLDER).items
    assert "symbolic link" in item.problems[0]
    assert item.other_files == (RULE_PATH,)


@pytest.mark.parametrize(
    ("edit", "reason"),
    [
        pytest.param({"run_id": "r-0002"}, "run is 'r-0002' there and 'r-0001' in", id="another run"),
        pytest.param({"base": "b" * 40}, "base is 'bbbb", id="another base"),
        pytest.param({"simulated": True}, "simulated is True there and False in the commit", id="simulated"),
        pytest.param({"rule_id": "tools.other"}, "rule tools.other, which is not changed here", id="another rule"),
        pytest.param({"op": "add"}, "is of add tools.retrieve-before-web, but here that rule is edited", id="op"),
        pytest.param({"playbook": "playbooks/x"}, "of the playbook playbooks/x, but", id="another playbook"),
        pytest.param({"trials": []}, "no held-out figure for success", id="no figures"),
        pytest.param({"verdict": "no effect"}, "does not say what the commit says", id="another verdict"),
        pytest.param({"proposal": "0" * 12}, "does not say what the commit says", id="another proposal"),
        pytest.param({"schema": 7}, "schema", id="another schema"),
        pytest.param(None, "brings no .ace/evidence", id="deleted"),
    ],
)
def test_edited_evidence_is_a_problem(repository: Repository, edit: dict[str, object] | None, reason: str) -> None:
    proposal = _edit(repository)
    path = evidence_path(proposal.id)
    data = json.loads(repository.blob(proposal.commit, path))
    changed = None if edit is None else json.dumps(data | edit).encode()
    commit = commit_files(repository.path, proposal.commit, {path: changed}, "by hand", PERSON)
    repository.git("update-ref", f"refs/heads/{proposal.branch}", commit)
    report = build_diff(repository.path, None, FOLDER)
    (item,) = report.items
    assert reason in "\n".join(item.problems)
    assert (item.verdict.startswith("unverified (says "), exit_code(report)) == (True, 1)
    assert [change.rule_id for change in item.changes] == [RULE_ID]


def test_a_branch_with_our_name_that_is_not_ours_is_an_item(repository: Repository) -> None:
    create_branch(repository.path, "ace/p/mine", repository.git("rev-parse", "main"))
    report = build_diff(repository.path, None, FOLDER)
    assert "holds no commit of proposal mine" in report.items[0].problems[0]
    assert exit_code(report) == 1


def test_a_bare_repository(repository: Repository, tmp_path: Path) -> None:
    _edit(repository)
    subprocess.run(["git", "clone", "-q", "--mirror", str(repository.path), str(tmp_path / "bare")], check=True)
    assert len(build_diff(tmp_path / "bare", None, FOLDER).items) == 1


def test_an_unborn_branch_is_a_clear_error(empty_repository: Repository) -> None:
    with pytest.raises(NoBaseError, match="no commit yet"):
        build_diff(empty_repository.path, None, FOLDER)


def test_a_draft_is_no_base(repository: Repository) -> None:
    draft = _edit(repository)
    repository.git("checkout", "-q", draft.branch)
    assert build_diff(repository.path, None, FOLDER).base_name == "main"
    with pytest.raises(NoBaseError, match="nobody has reviewed"):
        build_diff(repository.path, draft.branch, FOLDER)


def test_a_merge_is_one_item_on_its_branch_and_in_a_range(repository: Repository) -> None:
    base = repository.git("rev-parse", "main")
    proposal = open_proposal(repository.path, "main", MERGE, make_evidence(base, "merge"), BOT)
    for target in (None, f"{base}..{proposal.commit}"):
        (item,) = build_diff(repository.path, None, FOLDER, target).items
        assert [change.rule_id for change in item.changes] == [RULE_ID, "misc.old-greeting"]
        assert item.merged_into(item.changes[1]) == RULE_ID
        assert (item.problems, item.verdict) == ((), "confirmed")


def test_a_merge_that_a_person_made_half_undone_is_a_problem(repository: Repository) -> None:
    base = repository.git("rev-parse", "main")
    proposal = open_proposal(repository.path, "main", MERGE, make_evidence(base, "merge"), BOT)
    restored = commit_files(repository.path, proposal.branch, {GREETING_PATH: GREETING}, "back", PERSON)
    repository.git("update-ref", f"refs/heads/{proposal.branch}", restored)
    for target in (None, f"{base}..{restored}"):
        (item,) = build_diff(repository.path, None, FOLDER, target).items
        assert any("here misc.old-greeting is not changed" in line for line in item.problems)
        assert item.verdict == "unverified (says confirmed)"


@pytest.mark.parametrize("how", ["ff", "squash"])
def test_a_merged_merge_is_no_longer_open_and_comes_back_after_a_revert(repository: Repository, how: str) -> None:
    base = repository.git("rev-parse", "main")
    proposal = open_proposal(repository.path, "main", MERGE, make_evidence(base, "merge"), BOT)
    if how == "ff":
        repository.git("merge", "-q", "--ff-only", proposal.branch)
    else:
        repository.git("merge", "-q", "--squash", proposal.branch)
        repository.commit()
    assert build_diff(repository.path, None, FOLDER).items == ()
    repository.git("-c", "user.name=u", "-c", "user.email=u@example.org", "revert", "--no-edit", "HEAD")
    again = open_proposal(
        repository.path,
        "main",
        MERGE,
        make_evidence(repository.git("rev-parse", "main"), "merge"),
        BOT,
        replaces=proposal.commit,
    )
    assert again.id == proposal.id
    (item,) = build_diff(repository.path, None, FOLDER).items
    assert (item.problems, item.is_stale) == ((), False)
