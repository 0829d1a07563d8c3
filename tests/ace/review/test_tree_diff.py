"""Changed files between commits."""

import pytest

from ace.review.tree_diff import changed_blobs, is_rule_file
from tests.ace.review.playbook_repository import GREETING_PATH, NEW_RULE, RULE_PATH, Repository


def test_one_call_for_several_pairs(repository: Repository) -> None:
    base = repository.git("rev-parse", "main")
    edited = repository.commit(**{RULE_PATH: NEW_RULE, "neu/ü b.txt": b"1"})
    (repository.path / GREETING_PATH).unlink()
    deleted = repository.commit()
    found = changed_blobs(repository.path, [(base, edited), (edited, deleted), (base, base)])
    assert [(change.path, bool(change.before), bool(change.after)) for change in found[edited]] == [
        ("neu/ü b.txt", False, True),
        (RULE_PATH, True, True),
    ]
    assert [(change.path, change.after) for change in found[deleted]] == [(GREETING_PATH, None)]
    assert found[base] == ()


def test_a_link_is_not_plain(repository: Repository) -> None:
    base = repository.git("rev-parse", "main")
    (repository.path / RULE_PATH).unlink()
    (repository.path / RULE_PATH).symlink_to("/etc/passwd")
    commit = repository.commit()
    (change,) = changed_blobs(repository.path, [(base, commit)])[commit]
    assert not change.is_plain


def test_a_submodule_cannot_ask_to_be_left_out(repository: Repository) -> None:
    base = repository.commit(**{".gitmodules": b'[submodule "s"]\n\tpath = s\n\turl = /x\n\tignore = all\n'})
    repository.git("config", "diff.ignoreSubmodules", "all")
    repository.git("update-index", "--add", "--cacheinfo", f"160000,{base},s")
    person = ("-c", "user.name=u", "-c", "user.email=u@example.org")
    commit = repository.git(*person, "commit-tree", "-m", "s", "-p", base, repository.git("write-tree"))
    assert [change.path for change in changed_blobs(repository.path, [(base, commit)])[commit]] == ["s"]


def test_no_pairs_no_call(repository: Repository) -> None:
    assert changed_blobs(repository.path, []) == {}


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("playbooks/tutor/a/b.yaml", True),
        ("playbooks/tutor/a/b.test.yaml", False),
        ("playbooks/tutor/a/b.yml", False),
        ("README.md", False),
        (".ace/rejected/abc.yaml", False),
    ],
)
def test_what_a_rule_file_is(path: str, expected: bool) -> None:
    assert is_rule_file(path) is expected
