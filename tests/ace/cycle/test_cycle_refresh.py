"""A proposal put on the reviewed branch as it is now."""

from pathlib import Path

import pytest

from ace.cycle.refresh import exit_code
from ace.review.proposal_branches import list_proposals
from ace.review.proposals import OPENED, load_evidence
from tests.ace.cycle.one_proposal import OTHER_GREETING, make_repository, opened, refreshed, session_at
from tests.ace.review.playbook_repository import (
    ADDED,
    ADDED_PATH,
    GREETING,
    GREETING_PATH,
    MERGE,
    NEW_RULE,
    OLD_RULE,
    RULE_PATH,
    Repository,
    make_evidence,
)
from tests.git_matrix.write_path import CHANGES, TEST, TEST_PATH

RETITLED = OLD_RULE.replace(b"Query the local", b"Ask the local")


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    """The repository with its one open proposal."""
    made = make_repository(tmp_path)
    opened(made, make_evidence(made.git("rev-parse", "main")))
    return made


def test_what_is_fresh_is_left(repository: Repository) -> None:
    refs = repository.git("for-each-ref")
    assert refreshed(repository).state == "fresh"
    assert refreshed(repository, force=True).state == "fresh"
    assert repository.git("for-each-ref") == refs


def test_no_commit_where_nothing_changed_that_it_rests_on(repository: Repository) -> None:
    """A new commit dismisses reviews."""
    repository.commit(README=b"more\n")
    refs = repository.git("for-each-ref")
    result = refreshed(repository)
    assert (result.state, exit_code([result])) == ("unchanged", 0)
    assert "reviews stand" in result.reason
    assert repository.git("for-each-ref") == refs
    assert refreshed(repository, force=True).state == "refreshed"
    assert refreshed(repository).state == "fresh"


def test_both_changes_of_one_rule_are_kept(repository: Repository) -> None:
    base = repository.commit(**{RULE_PATH: RETITLED + b"# a person's remark\n"})
    before = list_proposals(repository.path)[0]
    result = refreshed(repository)
    assert result.state == "refreshed", result.reason
    (now,) = list_proposals(repository.path)
    assert (now.id, now.base, now.is_fresh, now.is_untouched, now.verdict) == (before.id, base, True, True, "confirmed")
    rule = repository.blob(now.commit, RULE_PATH)
    assert rule.startswith(NEW_RULE.replace(b"Query the local", b"Ask the local"))
    assert rule.endswith(b"# a person's remark\n")
    assert repository.git("rev-parse", f"{OPENED}{now.id}") == now.commit


def test_figures_of_the_same_rules_hold(repository: Repository) -> None:
    old = repository.git("rev-parse", "main")
    repository.commit(**{RULE_PATH: RETITLED})
    assert "the rules in the prompt are the same" in refreshed(repository).reason
    (now,) = list_proposals(repository.path)
    measured = load_evidence(repository.path, now.commit, now.id).measured
    assert measured is not None
    assert (measured.base, measured.verdict, measured.other_rules) == (old, "confirmed", False)


def test_figures_of_other_rules_prove_nothing_until_the_rules_are_as_they_were(repository: Repository) -> None:
    old = repository.git("rev-parse", "main")
    repository.commit(**{GREETING_PATH: OTHER_GREETING})
    result = refreshed(repository)
    assert f"measured on {old[:12]} under other rules, so it must be judged again" in result.reason
    (now,) = list_proposals(repository.path)
    record = load_evidence(repository.path, now.commit, now.id)
    assert (now.verdict, record.verdict) == ("insufficient evidence", "insufficient evidence")
    assert record.verdict_reason.startswith("Under the rules of now nothing was measured.")
    assert "confirmed" not in repository.git("log", "-1", "--format=%s%n%(trailers)", now.commit)
    first = repository.git("log", "-1", "--format=%b", now.commit).split("\n")[0]
    assert first == f"Verdict: insufficient evidence; measured on {old[:12]} under other rules."
    repository.commit(**{GREETING_PATH: GREETING})
    assert refreshed(repository).state == "refreshed"
    (again,) = list_proposals(repository.path)
    record = load_evidence(repository.path, again.commit, again.id)
    assert (record.verdict, record.verdict_reason[:10]) == ("confirmed", "62 samples")
    assert record.measured is not None
    assert record.measured.base == old


@pytest.mark.parametrize(
    ("files", "reason"),
    [
        pytest.param(
            {RULE_PATH: OLD_RULE.replace(b"first before", b"always before")},
            "both changed `text` of rule tools.retrieve-before-web, each otherwise",
            id="the same field",
        ),
        pytest.param(
            {RULE_PATH: OLD_RULE.replace(b"priority: 40", b"priority: 30")},
            "`priority` of rule tools.retrieve-before-web was changed meanwhile: with that it would be another rule",
            id="what makes it another rule",
        ),
    ],
)
def test_what_cannot_be_replayed_stays_and_says_what_to_do(
    repository: Repository, files: dict[str, bytes], reason: str
) -> None:
    repository.commit(**files)
    refs = repository.git("for-each-ref")
    result = refreshed(repository)
    assert (result.state, exit_code([result])) == ("conflict", 4)
    assert reason in result.reason
    assert "merge it by hand (git merge --no-ff ace/p/" in result.reason
    assert repository.git("for-each-ref") == refs


def test_a_change_that_is_in_force_is_said_to_be_merged(repository: Repository) -> None:
    repository.commit(**{RULE_PATH: NEW_RULE, TEST_PATH: TEST})
    result = refreshed(repository)
    assert (result.state, exit_code([result])) == ("merged", 0)
    assert "says so already; the branch can be deleted: git branch -D ace/p/" in result.reason


def test_a_merged_branch_is_said_to_be_merged(repository: Repository) -> None:
    (proposal,) = list_proposals(repository.path)
    repository.git("merge", "-q", "--ff-only", proposal.branch)
    assert refreshed(repository).reason == f"it is merged; the branch can be deleted: git branch -d {proposal.branch}"


def test_a_proposal_for_a_rule_that_is_gone_is_closed(repository: Repository) -> None:
    (proposal,) = list_proposals(repository.path)
    repository.git("rm", "-q", RULE_PATH)
    repository.commit(note=b"x")
    result = refreshed(repository)
    assert (result.state, exit_code([result])) == ("closed", 0)
    assert "rule tools.retrieve-before-web is gone" in result.reason
    assert f"git branch {proposal.branch} {proposal.commit[:12]}" in result.reason
    assert list_proposals(repository.path) == ()
    # No decision of a person: nothing is left that would count as one.
    assert repository.git("for-each-ref", "refs/ace") == ""


def test_a_rule_that_has_another_id_by_now_is_a_conflict_and_its_proposal_stays(repository: Repository) -> None:
    repository.git("rm", "-q", RULE_PATH)
    renamed = OLD_RULE.replace(b"id: tools.retrieve-before-web", b"id: tools.local-first")
    repository.commit(**{RULE_PATH.replace("retrieve-before-web", "local-first"): renamed})
    result = refreshed(repository)
    assert (result.state, exit_code([result])) == ("conflict", 4)
    assert "rule tools.retrieve-before-web is called tools.local-first by now" in result.reason
    assert len(list_proposals(repository.path)) == 1


def test_a_persons_work_is_hands_off(repository: Repository) -> None:
    (proposal,) = list_proposals(repository.path)
    repository.git("checkout", "-q", proposal.branch)
    repository.commit(note=b"by a person")
    repository.git("checkout", "-q", "main")
    repository.commit(**{RULE_PATH: RETITLED})
    refs = repository.git("for-each-ref")
    result = refreshed(repository, force=True)
    assert (result.state, exit_code([result])) == ("hands off", 0)
    assert repository.git("for-each-ref") == refs


def test_what_was_rejected_since_is_refused(repository: Repository) -> None:
    (proposal,) = list_proposals(repository.path)
    mark = repository.git("log", "-1", "--format=%(trailers:key=ACE-Fingerprint,valueonly)", proposal.commit).strip()
    text = f"fingerprint: {mark}\nop: edit\nrule: tools.retrieve-before-web\nreason: not wanted\nby: lead\n"
    text += f"date: 2026-01-01\n{NEW_RULE.decode().partition('agent: tutor')[2].strip()}\n"
    repository.commit(**{f".ace/rejected/{proposal.id}.yaml": text.encode()})
    result = refreshed(repository)
    assert (result.state, result.reason, exit_code([result])) == (
        "refused", "rejected on 2026-01-01 by lead: not wanted", 4
    )  # fmt: skip


def test_what_fails_a_check_on_the_new_base_is_refused(repository: Repository) -> None:
    """Main got a rule of the same words meanwhile."""
    twin = NEW_RULE.replace(b"tools.retrieve-before-web", b"tools.local-first").replace(b"Query the", b"First the")
    repository.commit(**{RULE_PATH.replace("retrieve-before-web", "local-first"): twin})
    result = refreshed(repository)
    assert (result.state, exit_code([result])) == ("refused", 4)
    assert "check duplicates fails on the new base" in result.reason


def test_a_proposal_of_another_playbook_is_said(repository: Repository) -> None:
    from ace.cycle.refresh import RefreshOptions, refresh

    repository.commit(**{"playbooks/other/misc/hello.yaml": GREETING.replace(b"old-greeting", b"hello")})
    session = session_at(repository, playbook="playbooks/other")
    (result,) = refresh(session, session.playbook(), list_proposals(repository.path), RefreshOptions())
    assert (result.state, exit_code([result])) == ("failed", 1)
    assert "is of the playbook playbooks/tutor" in result.reason


OPERATIONS: list[tuple[str, dict[str, bytes | None]]] = [
    ("add", {ADDED_PATH: ADDED}),
    ("delete", {GREETING_PATH: None}),
    ("merge", dict(MERGE)),
]


@pytest.mark.parametrize(("op", "changes"), OPERATIONS, ids=[op for op, _ in OPERATIONS])
def test_every_operation_is_replayed(tmp_path: Path, op: str, changes: dict[str, bytes | None]) -> None:
    repository = make_repository(tmp_path)
    first = opened(repository, make_evidence(repository.git("rev-parse", "main"), op), changes)
    other = GREETING.replace(b"old-greeting", b"farewell").replace(b"Greet", b"See off")
    base = repository.commit(**{"playbooks/tutor/misc/farewell.yaml": other})
    result = refreshed(repository)
    assert result.state == "refreshed", result.reason
    (now,) = list_proposals(repository.path)
    assert (now.id, now.base) == (first.id, base)
    names = repository.git("diff", "--name-only", base, now.commit).splitlines()
    assert sorted(names) == sorted([*changes, f".ace/evidence/{now.id}.json"])


def test_a_files_beside_it_come_along(tmp_path: Path) -> None:
    repository = make_repository(tmp_path)
    changes: dict[str, bytes | None] = {**CHANGES, "docs/why.md": b"because\n"}
    opened(repository, make_evidence(repository.git("rev-parse", "main")), changes)
    repository.commit(**{RULE_PATH: RETITLED})
    result = refreshed(repository)
    assert result.now is not None
    assert repository.blob(result.now.commit, "docs/why.md") == b"because\n"
    repository.commit(**{"docs/why.md": b"otherwise\n", RULE_PATH: OLD_RULE})
    assert "both changed docs/why.md" in refreshed(repository).reason


def test_one_that_only_the_remote_has_is_written_here_where_there_is_something_to_write(
    repository: Repository,
) -> None:
    proposal = list_proposals(repository.path)[0]
    repository.git("update-ref", f"refs/remotes/origin/{proposal.branch}", proposal.commit)
    repository.git("branch", "-q", "-D", proposal.branch)
    repository.git("update-ref", "-d", f"{OPENED}{proposal.id}")
    assert refreshed(repository).state == "fresh"
    assert "ace/p/" not in repository.git("branch", "--format=%(refname:short)"), "nothing to write"
    repository.commit(**{RULE_PATH: RETITLED})
    result = refreshed(repository)
    assert result.now is not None
    assert (result.state, result.now.branch, result.now.remote) == ("refreshed", proposal.branch, "")
    assert repository.git("rev-parse", f"{OPENED}{proposal.id}") == result.now.commit
    assert repository.git("rev-parse", f"refs/remotes/origin/{proposal.branch}") == proposal.commit


def test_one_at_the_remote_whose_rule_is_gone_is_not_said_to_be_closed(repository: Repository) -> None:
    proposal = list_proposals(repository.path)[0]
    repository.git("update-ref", f"refs/remotes/origin/{proposal.branch}", proposal.commit)
    repository.git("branch", "-q", "-D", proposal.branch)
    (repository.path / RULE_PATH).unlink()
    repository.commit()
    result = refreshed(repository)
    assert result.state == "refused", result.reason
    assert "its branch is at origin only: --push deletes it there" in result.reason
