"""GitHub's answers as any forge's."""

import pytest

from ace.forges.github_answers import IssueComment, Pull

_REPOSITORY = {"id": 1}
_PULL = {
    "number": 7,
    "node_id": "PR_7",
    "html_url": "https://github.com/acme/tutor/pull/7",
    "state": "closed",
    "title": "t",
    "body": None,
    "draft": True,
    "head": {"ref": "ace/p/x", "sha": "a" * 40, "repo": _REPOSITORY},
    "base": {"ref": "main", "sha": "b" * 40, "repo": _REPOSITORY},
    "labels": [{"name": "ace"}],
    "merged_at": None,
    "merge_commit_sha": "c" * 40,
}


@pytest.mark.parametrize(
    ("changes", "state", "merge_commit"),
    [
        ({}, "closed", ""),
        ({"state": "open"}, "open", ""),
        ({"merged_at": "2026-01-01T00:00:00Z"}, "merged", "c" * 40),
    ],
)
def test_state_and_the_commit_that_merged_it(changes: dict[str, object], state: str, merge_commit: str) -> None:
    request = Pull.model_validate({**_PULL, **changes}).as_request()
    assert (request.state, request.merge_commit, request.body, request.labels) == (state, merge_commit, "", ("ace",))


@pytest.mark.parametrize(("repo", "is_own"), [({"id": 1}, True), ({"id": 2}, False), (None, False)])
def test_a_forks_branch_is_not_the_repositorys(repo: object, is_own: bool) -> None:
    assert Pull.model_validate({**_PULL, "head": {"ref": "ace/p/x", "sha": "", "repo": repo}}).is_own == is_own


def test_a_deleted_account_has_no_login() -> None:
    comment = IssueComment.model_validate({"id": 1, "user": None, "body": None, "created_at": "x"}).as_comment()
    assert (comment.author, comment.body) == ("", "")
