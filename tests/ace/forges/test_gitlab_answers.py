"""GitLab's answers as any forge's."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ace.forges.gitlab_answers import MergeRequest, User, marked_title, plain_title

_REQUEST = {
    "iid": 7,
    "web_url": "https://gitlab.com/acme/tutor/-/merge_requests/7",
    "state": "opened",
    "title": "Draft: t",
    "description": None,
    "source_branch": "ace/p/x",
    "target_branch": "main",
    "source_project_id": 3,
    "target_project_id": 3,
    "sha": "a" * 40,
}


@pytest.mark.parametrize(
    ("changes", "state", "commit"),
    [
        ({}, "open", ""),
        ({"state": "closed"}, "closed", ""),
        ({"state": "locked"}, "merged", "a" * 40),
        ({"state": "merged", "merge_commit_sha": "b" * 40}, "merged", "b" * 40),
        ({"state": "merged", "squash_commit_sha": "c" * 40}, "merged", "c" * 40),
    ],
    ids=["open", "closed", "being merged", "merged", "squashed"],
)
def test_state_and_the_commit_that_merged_it(changes: dict[str, object], state: str, commit: str) -> None:
    request = MergeRequest.model_validate({**_REQUEST, **changes}).as_request()
    assert (request.state, request.merge_commit, request.title, request.is_draft) == (state, commit, "t", True)


@pytest.mark.parametrize(
    ("title", "plain"),
    [("Draft: t", "t"), ("[Draft] t", "t"), ("(draft) t", "t"), ("draft:Draft: t", "t"), ("Drafted", "Drafted")],
)  # fmt: skip
def test_the_marks_of_a_draft(title: str, plain: str) -> None:
    assert plain_title(title) == plain


@given(st.text(max_size=60), st.booleans())
def test_a_marked_title_is_read_as_it_was_meant(title: str, is_draft: bool) -> None:
    marked = marked_title(title, is_draft)
    assert plain_title(marked).strip() == plain_title(title).strip()
    assert marked.startswith("Draft: ") == is_draft


@pytest.mark.parametrize(
    ("name", "is_bot"),
    [("project_3_bot_0a1b", True), ("group_12_bot", True), ("project_3_bot4", True), ("project_bot", False)],
)  # fmt: skip
def test_the_account_of_a_projects_token_is_a_bot(name: str, is_bot: bool) -> None:
    assert User(username=name).is_bot == is_bot


def test_a_forks_branch_is_not_the_projects() -> None:
    assert MergeRequest.model_validate(_REQUEST).is_own
    assert not MergeRequest.model_validate({**_REQUEST, "source_project_id": 9}).is_own
    assert not MergeRequest.model_validate({**_REQUEST, "source_project_id": None}).is_own
