"""An id that was deleted stays taken, in every shape history can have."""

import time
from pathlib import Path

import pytest

from ace.playbook.reused_ids import check_ids, deleted_ids
from runtime.rules.git_read import GitError
from runtime.rules.load_reviewed import parse_playbook
from tests.ace.building import commit_all, git

FOLDER = "playbooks/tutor"
X = f"{FOLDER}/a/x.yaml"


def rule(rule_id: str, text: str) -> str:
    return f"schema: 1\nid: {rule_id}\ntitle: abc\nagent: tutor\ntext: {text}\n"


class History:
    """A repository whose steps are written one after the other."""

    def __init__(self, repo: Path) -> None:
        self.repo = repo
        git(repo, "init", "-q", "-b", "main")
        self.write(f"{FOLDER}/a/keep.yaml", rule("a.keep", "Keep.")).commit()

    def write(self, path: str, text: str) -> "History":
        (self.repo / path).parent.mkdir(parents=True, exist_ok=True)
        (self.repo / path).write_text(text, encoding="utf-8")
        return self

    def delete(self, path: str) -> "History":
        (self.repo / path).unlink()
        return self

    def commit(self) -> str:
        commit_all(self.repo)
        return git(self.repo, "rev-parse", "HEAD").strip()

    def check(self, folder: str = FOLDER, ref: str = "main") -> list[str]:
        files = {
            path.relative_to(self.repo).as_posix(): path.read_bytes() for path in (self.repo / folder).rglob("*.yaml")
        }
        return [str(problem) for problem in check_ids(self.repo, ref, parse_playbook(files, folder)).problems]


@pytest.fixture
def history(tmp_path: Path) -> History:
    """A branch with one rule."""
    return History(tmp_path)


def test_another_rule_under_a_deleted_id_names_the_commit(history: History) -> None:
    history.write(X, rule("a.x", "Do one thing.")).commit()
    gone = history.delete(X).commit()
    history.write(X, rule("a.x", "Do another thing."))
    expected = [
        f"{X}:2:5: id: `a.x` was another rule's, deleted in commit {gone[:12]}; an id is never used again: "
        "choose another"
    ]
    assert history.check() == expected, "not committed yet"
    history.commit()
    assert history.check() == expected
    history.write(X, rule("a.x", "Edited since.")).commit()
    assert history.check() == expected


def test_a_rule_that_comes_back_as_it_was_is_the_same_rule(history: History) -> None:
    history.write(X, rule("a.x", "Do one thing.")).commit()
    history.delete(X).commit()
    git(history.repo, "-c", "user.name=t", "-c", "user.email=t@t", "revert", "--no-edit", "HEAD")
    assert history.check() == []
    history.write(X, rule("a.x", "Edited since.")).commit()
    assert history.check() == [], "an edit of the restored rule is an edit"


def test_a_playbook_that_moves_keeps_its_ids(history: History) -> None:
    history.write(X, rule("a.x", "Do one thing.")).commit()
    git(history.repo, "mv", "playbooks/tutor", "rules")
    history.commit()
    assert history.check("rules") == []
    git(history.repo, "mv", "rules", "playbooks/tutor")
    history.write(X, rule("a.x", "Edited since.")).commit()
    (history.repo / FOLDER / "a/keep.yaml").write_text(rule("a.keep", "Kept."), encoding="utf-8")
    history.commit()
    assert [line.split(": ")[1] for line in history.check()] == ["id"], "it came back changed: that cannot be told"


def test_a_rule_renamed_onto_a_deleted_id_is_another_rule(history: History) -> None:
    history.write(X, rule("a.x", "Do one thing.")).commit()
    history.delete(X).commit()
    history.delete(f"{FOLDER}/a/keep.yaml").write(X, rule("a.x", "Keep.")).commit()
    assert len(history.check()) == 1


def test_new_edited_and_deleted_ids_are_fine(history: History) -> None:
    history.write(X, rule("a.x", "Do one thing.")).commit()
    history.write(X, rule("a.x", "Do it well.")).commit()
    history.write(f"{FOLDER}/a/y.yaml", rule("a.y", "New.")).write(f"{FOLDER}/a/x.test.yaml", "violates: []\n").commit()
    history.delete(f"{FOLDER}/a/x.test.yaml").commit()
    history.write(f"{FOLDER}/a/x.test.yaml", "complies: []\n").commit()
    history.delete(f"{FOLDER}/a/y.yaml").commit()
    assert history.check() == []


def test_what_a_merge_deleted_on_the_branch_counts(history: History) -> None:
    history.write(X, rule("a.x", "Do one thing.")).commit()
    git(history.repo, "checkout", "-q", "-b", "side")
    history.delete(X).commit()
    git(history.repo, "checkout", "-q", "main")
    history.write("note", "moved on").commit()
    git(history.repo, "-c", "user.name=t", "-c", "user.email=t@t", "merge", "-q", "--no-edit", "side")
    merge = git(history.repo, "rev-parse", "HEAD").strip()
    history.write(X, rule("a.x", "Another.")).commit()
    assert merge[:12] in history.check()[0]


def test_a_shallow_clone_says_that_it_knows_less(history: History, tmp_path_factory: pytest.TempPathFactory) -> None:
    history.write(X, rule("a.x", "Do one thing.")).commit()
    history.delete(X).commit()
    history.write(X, rule("a.x", "Another.")).commit()
    clone = tmp_path_factory.mktemp("clone") / "shallow"
    git(history.repo, "clone", "-q", "--depth", "1", f"file://{history.repo}", str(clone))
    files = {X: (clone / X).read_bytes()}
    checked = check_ids(clone, "main", parse_playbook(files, FOLDER))
    assert checked.problems == ()
    assert [note.partition(":")[0] for note in checked.notes] == ["history is shallow"]
    assert check_ids(history.repo, "main", parse_playbook(files, FOLDER)).notes == ()


def test_a_branch_that_is_not_there_is_an_error(history: History) -> None:
    with pytest.raises(GitError):
        history.check(ref="elsewhere")


def test_a_hundred_commits_and_rules_take_one_log(history: History) -> None:
    for number in range(100):
        history.write(f"{FOLDER}/a/r{number}.yaml", rule(f"a.r{number}", f"Number {number}."))
    history.commit()
    started = time.perf_counter()
    assert history.check() == []
    assert time.perf_counter() - started < 5


def test_deleted_ids_are_those_that_are_gone_now(history: History) -> None:
    y = X.replace("x.yaml", "y.yaml")
    history.write(X, rule("a.x", "Do one thing.")).write(y, rule("a.y", "Do it well.")).commit()
    assert deleted_ids(history.repo, "main", FOLDER) == frozenset()
    history.delete(X).delete(y).commit()
    assert deleted_ids(history.repo, "main", FOLDER) == {"a.x", "a.y"}
    history.write(y, rule("a.y", "Do it well.")).commit()
    assert deleted_ids(history.repo, "main", FOLDER) == {"a.x"}
