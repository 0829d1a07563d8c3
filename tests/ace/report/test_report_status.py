"""What `ace status` says of rejections: which count, which do not yet, which cannot be read."""

from pathlib import Path

from ace.rejections.rejection import Rejection
from ace.rejections.write_rejection import dump_rejection, rejection_path
from ace.report.status import rejection_status, rejections_words, status_json
from ace.review.git_plumbing import Identity, commit_files
from ace.review.status import build_status
from ace.workspace import open_workspace
from tests.ace.building import commit_all, git

REJECTION = Rejection(
    fingerprint="a" * 64, op="add", rule="tools.x", reason="too strict", by="maintainer", date="2026-11-20",
    expires="2026-12-01",
)  # fmt: skip
TODAY = "2026-11-30"
BROKEN = ".ace/rejected/111111111111.yaml"


def write(repo: Path, path: str, data: bytes) -> None:
    """Write a file, with its folder."""
    (repo / path).parent.mkdir(parents=True, exist_ok=True)
    (repo / path).write_bytes(data)


def test_a_valid_rejection_counts_once_it_is_committed(starter: Path) -> None:
    workspace = open_workspace(starter)
    assert rejections_words(rejection_status(workspace, "main", "origin", TODAY)) == "rejected  0\n"
    write(starter, rejection_path(REJECTION.fingerprint), dump_rejection(REJECTION))
    waiting = rejection_status(workspace, "main", "origin", TODAY)
    assert rejections_words(waiting).splitlines() == [
        "rejected  0",
        "          1 more not on the reviewed branch yet (tools.x): commit to count",
    ]
    commit_all(starter)
    assert rejections_words(rejection_status(workspace, "main", "origin", TODAY)) == "rejected  1\n"


def test_a_broken_file_is_named_and_not_counted(starter: Path) -> None:
    write(starter, rejection_path(REJECTION.fingerprint), dump_rejection(REJECTION))
    write(starter, BROKEN, b"op: add\nop: edit\n")
    commit_all(starter)
    found = rejection_status(open_workspace(starter), "main", "origin", TODAY)
    text = rejections_words(found)
    assert text.startswith("rejected  1\n          1 file cannot be read, so nothing is drafted")
    assert f"! {BROKEN}:2:1: `op` is written twice" in text
    value = status_json(build_status(starter), [], 0, found)
    assert value["rejected"] == 1
    problems = value["rejection_problems"]
    assert isinstance(problems, list)
    assert [problem["path"] for problem in problems] == [BROKEN]


def test_what_is_on_the_branch_of_rejections_only_counts_while_it_stands(starter: Path) -> None:
    data = {rejection_path(REJECTION.fingerprint): dump_rejection(REJECTION)}
    commit = commit_files(starter, "main", data, "x\n", Identity("lead", "lead@x.org"))
    git(starter, "update-ref", "refs/heads/ace/rejected", commit)
    workspace, main = open_workspace(starter), git(starter, "rev-parse", "main").strip()
    found = rejection_status(workspace, main, "origin", TODAY)
    assert (rejections_words(found), found.proposals) == ("rejected  1\n", frozenset({"a" * 12}))
    over = rejection_status(workspace, main, "origin", "2026-12-01")
    assert rejections_words(over) == "rejected  0 (1 more withdrawn or expired)\n"
