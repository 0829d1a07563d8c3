"""Conflicts between open proposals and with the reviewed branch."""

import pytest

from ace.review import conflicts
from ace.review.conflicts import find_conflicts, merges_cleanly
from ace.review.git_plumbing import commit_files
from ace.review.proposal_branches import Proposal
from ace.review.tree_diff import changed_blobs
from tests.ace.review.playbook_repository import BOT, GREETING, GREETING_PATH, MERGE, RULE_PATH, Repository


def _proposal(repository: Repository, name: str, path: str, data: bytes) -> Proposal:
    base = repository.git("rev-parse", "main")
    commit = commit_files(repository.path, base, {path: data}, name, BOT)
    return Proposal(name, f"ace/p/{name}", commit, base, is_fresh=True, merge_base=base)


def _conflicts(repository: Repository, *proposals: Proposal) -> dict[str, tuple[str, ...]]:
    tip = repository.git("rev-parse", "main")
    changed = changed_blobs(repository.path, [(item.base, item.commit) for item in proposals])
    return find_conflicts(repository.path, tip, "main", proposals, changed)


def test_two_proposals_on_one_line_conflict_both_ways(repository: Repository) -> None:
    one = _proposal(repository, "one", RULE_PATH, b"one\n")
    two = _proposal(repository, "two", RULE_PATH, b"two\n")
    other = _proposal(repository, "other", GREETING_PATH, b"other\n")
    assert _conflicts(repository, one, two, other) == {
        "ace/p/one": ("ace/p/two",),
        "ace/p/two": ("ace/p/one",),
        "ace/p/other": (),
    }


@pytest.mark.parametrize(("path", "expected"), [(RULE_PATH, ("main",)), ("README", ())])
def test_a_stale_proposal_conflicts_only_where_main_changed(
    repository: Repository, path: str, expected: tuple[str, ...]
) -> None:
    written = _proposal(repository, "one", RULE_PATH, b"one\n")
    repository.commit(**{path: b"by a person\n"})
    stale = Proposal("one", "ace/p/one", written.commit, written.base, is_fresh=False, merge_base=written.base)
    assert _conflicts(repository, stale) == {"ace/p/one": expected}


def test_no_merge_of_a_huge_file_is_tried(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conflicts, "_MAX_MERGED", 1000)
    one = _proposal(repository, "one", "README", b"a\n" * 600)
    two = _proposal(repository, "two", "README", b"a\n" * 600)
    assert _conflicts(repository, one, two) == {"ace/p/one": ("ace/p/two",), "ace/p/two": ("ace/p/one",)}


def test_trying_a_merge_leaves_no_object_behind(repository: Repository) -> None:
    one = _proposal(repository, "one", RULE_PATH, b"one\n")
    two = _proposal(repository, "two", GREETING_PATH, b"two\n")
    before = repository.git("count-objects")
    assert merges_cleanly(repository.path, one.commit, two.commit)
    assert repository.git("count-objects") == before


def _written(repository: Repository, name: str, changes: dict[str, bytes | None]) -> Proposal:
    base = repository.git("rev-parse", "main")
    commit = commit_files(repository.path, base, changes, name, BOT)
    return Proposal(name, f"ace/p/{name}", commit, base, is_fresh=True, merge_base=base)


def test_an_edit_of_a_rule_that_another_proposal_merges_away(repository: Repository) -> None:
    merge = _written(repository, "merge", MERGE)
    edit = _written(repository, "edit", {GREETING_PATH: GREETING.replace(b"by name", b"politely")})
    assert _conflicts(repository, merge, edit) == {"ace/p/merge": ("ace/p/edit",), "ace/p/edit": ("ace/p/merge",)}


def test_two_merges_of_two_rules_into_each_other(repository: Repository) -> None:
    one = _written(repository, "one", MERGE)
    other = GREETING + b"related:\n  - {id: tools.retrieve-before-web, type: replaces}\n"
    two = _written(repository, "two", {GREETING_PATH: other, RULE_PATH: None})
    assert _conflicts(repository, one, two) == {"ace/p/one": ("ace/p/two",), "ace/p/two": ("ace/p/one",)}
