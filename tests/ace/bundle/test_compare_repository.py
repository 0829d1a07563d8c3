"""What a repository says of a bundle."""

from pathlib import Path

from ace.bundle.compare_repository import Repository
from ace.bundle.verify_bundle import Verified, verify_bundle
from tests.ace.building import commit_all, git
from tests.ace.bundle.bundled import FOLDER, RULE_ID, RULE_PATH, reworded, with_evidence, write
from tests.ace.bundle.test_verify_bundle import forged


def compared(path: Path, repo: Path) -> Verified:
    return verify_bundle(path, None, Repository(repo, "main", FOLDER))


def said(found: Verified) -> dict[str, tuple[bool, str]]:
    return {check.name: (check.ok, check.detail) for check in found.checks[-3:]}


def test_the_tip_says_that_all_is_the_same(starter: Path, tmp_path: Path) -> None:
    with_evidence(starter, RULE_ID)
    found = compared(write(starter, tmp_path / "x"), starter)
    commit = git(starter, "rev-parse", "HEAD").strip()[:12]
    assert found.ok
    assert said(found) == {
        "reviewed": (True, f"commit {commit} is on main, its tip"),
        "same files": (True, f"every file is as it is at {commit}"),
        "rules now": (True, "the same on main now"),
    }


def test_rules_that_changed_since_are_named_and_are_no_fault(starter: Path, tmp_path: Path) -> None:
    path = write(starter, tmp_path / "x")
    reworded(starter)
    found = compared(path, starter)
    assert found.ok
    assert said(found)["reviewed"][1].endswith("is on main, 1 commit behind its tip")
    assert said(found)["rules now"][1] == f"1 rule changed on main since: {RULE_ID} edited"


def test_a_commit_that_was_not_reviewed_here_is_a_fault(starter: Path, tmp_path: Path) -> None:
    path = write(starter, tmp_path / "x")
    (starter / "more.txt").write_text("1", encoding="utf-8")
    git(starter, "checkout", "-q", "--orphan", "other")
    commit_all(starter, "Another history")
    git(starter, "branch", "-f", "main", "other")
    found = compared(path, starter)
    assert [check.name for check in found.checks if not check.ok] == ["reviewed"]
    assert "is not on main in" in found.checks[-1].detail


def test_files_that_its_commit_does_not_hold_are_a_fault(starter: Path, tmp_path: Path) -> None:
    text = (starter / RULE_PATH).read_bytes()
    path = forged(starter, tmp_path / "x", {RULE_PATH: text.replace(b"title: ", b"title: Now ", 1)})
    found = compared(path, starter)
    assert [check.name for check in found.checks if not check.ok] == ["same files"]
    assert RULE_PATH in said(found)["same files"][1]
