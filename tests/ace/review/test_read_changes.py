"""Changed files as rules and evidence."""

import pytest

from ace.review.evidence import dump_evidence, evidence_path
from ace.review.read_changes import is_read, read_evidence, read_rules
from ace.review.tree_diff import BlobChange
from tests.ace.review.playbook_repository import NEW_RULE, OLD_RULE, RULE_ID, RULE_PATH, make_evidence

BLOBS = {"old": OLD_RULE, "new": NEW_RULE, "bad": b"id: [", "worse": b"\xff"}


@pytest.mark.parametrize(
    ("before", "after", "kind", "problems"),
    [
        ("old", "new", "edited", 0),
        (None, "new", "added", 0),
        ("old", None, "deleted", 0),
        ("old", "bad", "unreadable", 1),
        ("bad", "new", "unreadable", 1),
        ("bad", "worse", "unreadable", 2),
        (None, "bad", "unreadable", 1),
        ("bad", None, "unreadable", 1),
    ],
)
def test_the_kind_of_a_change(before: str | None, after: str | None, kind: str, problems: int) -> None:
    read = read_rules([BlobChange(RULE_PATH, before, after)], BLOBS)
    (change,) = read.changes
    assert (change.kind, change.rule_id, change.path) == (kind, RULE_ID, RULE_PATH)
    assert len(read.problems.get(RULE_PATH, ())) == problems
    if kind == "unreadable":
        assert (change.before, change.after, change.fields) == (None, None, ())


def test_a_link_is_unreadable() -> None:
    read = read_rules([BlobChange(RULE_PATH, "old", "link", is_plain=False)], BLOBS)
    assert [change.kind for change in read.changes] == ["unreadable"]
    assert "symbolic link" in read.problems[RULE_PATH][0]


def test_evidence_that_cannot_be_read_is_said() -> None:
    record = make_evidence("a" * 40)
    path = evidence_path(record.proposal)
    blobs = {"good": dump_evidence(record), "bad": b"{}"}
    assert read_evidence([BlobChange(path, None, "good"), BlobChange("x.json", None, "bad")], blobs) == ((record,), ())
    assert "restore" in read_evidence([BlobChange(path, None, "bad")], blobs).problems[0]
    assert "is the evidence of" in read_evidence([BlobChange(evidence_path("0" * 12), "b", "good")], blobs).problems[0]
    assert "symbolic link" in read_evidence([BlobChange(path, None, "link", is_plain=False)], blobs).problems[0]
    assert read_evidence([BlobChange(path, "good", None)], blobs) == ((), ())


def test_what_is_read() -> None:
    paths = [RULE_PATH, evidence_path("0" * 12), "README.md", ".ace/evidence/x.txt", "other/a.json"]
    assert [is_read(path) for path in paths] == [True, True, False, False, False]
