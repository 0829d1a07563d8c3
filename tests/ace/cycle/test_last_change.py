"""The last change of what a rule says."""

from pathlib import Path

import pytest

from ace.cycle.last_change import last_change
from ace.errors import AceError, NotFoundError
from tests.ace.cycle.one_proposal import make_repository
from tests.ace.review.playbook_repository import NEW_RULE, OLD_RULE, RULE_PATH, Repository
from tests.git_matrix.write_path import TEST, TEST_PATH


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    """Two rules on main."""
    return make_repository(tmp_path)


def test_the_first_commit_added_it(repository: Repository) -> None:
    tip = repository.git("rev-parse", "main")
    change = last_change(repository.path, tip, RULE_PATH)
    assert (change.commit, change.parent, change.kind) == (tip, "", "added")
    assert (change.rule_before, change.after.source) == (None, OLD_RULE)


def test_an_edit_with_its_test(repository: Repository) -> None:
    tip = repository.commit(**{RULE_PATH: NEW_RULE, TEST_PATH: TEST})
    change = last_change(repository.path, tip, RULE_PATH)
    assert (change.kind, change.before.source, change.after.source) == ("edited", OLD_RULE, NEW_RULE)
    assert (change.before.test, change.after.test) == (None, TEST)


@pytest.mark.parametrize("more", [b"# a remark\n", b"modified: 2026-01-01\n"], ids=["a remark", "a date"])
def test_what_changes_nothing_it_says_is_passed_over(repository: Repository, more: bytes) -> None:
    wanted = repository.commit(**{RULE_PATH: NEW_RULE})
    tip = repository.commit(**{RULE_PATH: NEW_RULE + more})
    assert last_change(repository.path, tip, RULE_PATH).commit == wanted


def test_a_deletion(repository: Repository) -> None:
    repository.git("rm", "-q", RULE_PATH)
    tip = repository.commit(note=b"x")
    change = last_change(repository.path, tip, RULE_PATH)
    assert (change.kind, change.before.source, change.rule_after) == ("deleted", OLD_RULE, None)


def test_a_merge_is_one_change(repository: Repository) -> None:
    repository.git("checkout", "-q", "-b", "feature")
    repository.commit(**{RULE_PATH: OLD_RULE.replace(b"first", b"always")})
    repository.commit(**{RULE_PATH: NEW_RULE})
    repository.git("checkout", "-q", "main")
    repository.commit(note=b"x")
    user = ("-c", "user.name=u", "-c", "user.email=u@example.org")
    repository.git(*user, "merge", "-q", "--no-ff", "-m", "merge", "feature")
    tip = repository.git("rev-parse", "main")
    change = last_change(repository.path, tip, RULE_PATH)
    assert (change.commit, change.kind, change.before.source) == (tip, "edited", OLD_RULE)


def test_a_rule_that_never_was(repository: Repository) -> None:
    with pytest.raises(NotFoundError, match="never held this rule"):
        last_change(repository.path, repository.git("rev-parse", "main"), "playbooks/tutor/no/such.yaml")


def test_a_history_that_is_cut_is_not_taken_for_a_beginning(repository: Repository, tmp_path: Path) -> None:
    repository.commit(**{RULE_PATH: NEW_RULE})
    repository.git("clone", "-q", "--depth=1", repository.path.as_uri(), str(tmp_path / "cut"))
    cut = Repository(tmp_path / "cut")
    with pytest.raises(AceError, match="git fetch --unshallow"):
        last_change(cut.path, cut.git("rev-parse", "main"), RULE_PATH)
