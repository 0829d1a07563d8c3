"""GitLab: its REST API v4.

Source: docs.gitlab.com, "Merge requests API" (list project merge requests, create MR, update MR), "Notes API" (merge
requests), "Users API" (for your own account), "REST API authentication" (PRIVATE-TOKEN).
"""

from urllib.parse import quote

from ace.forges.answers import read_answer
from ace.forges.forge import Account, Closing, Comment, ForgeRequest, RequestChanges, WantedRequest, in_order
from ace.forges.forge_client import ForgeClient
from ace.forges.gitlab_answers import MergeRequest, Note, User, marked_title

HEADERS = {"Accept": "application/json"}


class GitLab:
    """One project on gitlab.com or a GitLab of one's own."""

    def __init__(self, client: ForgeClient, project: str) -> None:
        self._client, self._project = client, project
        self._requests = f"/projects/{quote(project, safe='')}/merge_requests"

    @property
    def project(self) -> str:
        """The project's path with its groups."""
        return self._project

    def account(self) -> Account:
        """Return who the token acts for."""
        user = read_answer(User, self._client.ask("GET", "/user", what="the token's user"), "user")
        return Account(user.username, user.is_bot)

    def find(self, branch: str) -> tuple[ForgeRequest, ...]:
        """Return the merge requests from `branch` of this project."""
        query = {"state": "all", "source_branch": branch}
        items = self._client.pages(self._requests, query, what=f"merge requests of {self._project}")
        found = [read_answer(MergeRequest, item, "merge request") for item in items]
        return in_order([item.as_request() for item in found if item.is_own and item.source_branch == branch])

    def create(self, wanted: WantedRequest) -> ForgeRequest:
        """Return the new merge request; a draft is one by its title."""
        body: dict[str, object] = {
            "source_branch": wanted.branch,
            "target_branch": wanted.base,
            "title": marked_title(wanted.title, wanted.is_draft),
            "description": wanted.body,
        }
        what = f"a merge request from {wanted.branch}"
        answer = self._client.ask("POST", self._requests, body, what=what, creates=True)
        return read_answer(MergeRequest, answer, "merge request").as_request()

    def update(self, request: ForgeRequest, changes: RequestChanges) -> None:
        """Change title and draft state (one field here), description, target, and labels, in one request."""
        fields: dict[str, object] = {}
        if changes.title is not None or changes.is_draft is not None:
            title = request.title if changes.title is None else changes.title
            is_draft = request.is_draft if changes.is_draft is None else changes.is_draft
            fields["title"] = marked_title(title, is_draft)
        if changes.body is not None:
            fields["description"] = changes.body
        if changes.base is not None:
            fields["target_branch"] = changes.base
        if changes.labels:
            fields["add_labels"] = ",".join(changes.labels)
        if fields:
            what = f"merge request {request.number}"
            self._client.ask("PUT", f"{self._requests}/{request.number}", fields, what=what)

    def comments(self, request: ForgeRequest) -> tuple[Comment, ...]:
        """Return the notes of the merge request, GitLab's own among them."""
        query = {"sort": "asc", "order_by": "created_at"}
        what = f"notes of merge request {request.number}"
        items = self._client.pages(f"{self._requests}/{request.number}/notes", query, what=what)
        return tuple(read_answer(Note, item, "note").as_comment() for item in items)

    def add_comment(self, request: ForgeRequest, body: str) -> None:
        """Add a note."""
        what = f"a note on merge request {request.number}"
        self._client.ask("POST", f"{self._requests}/{request.number}/notes", {"body": body}, what=what, creates=True)

    def edit_comment(self, request: ForgeRequest, comment: Comment, body: str) -> None:
        """Replace a note's text."""
        path = f"{self._requests}/{request.number}/notes/{comment.id}"
        self._client.ask("PUT", path, {"body": body}, what=f"note {comment.id} of merge request {request.number}")

    def closing(self, request: ForgeRequest) -> Closing:
        """Return who closed it."""
        path = f"{self._requests}/{request.number}"
        answer = self._client.ask("GET", path, what=f"merge request {request.number}")
        found = read_answer(MergeRequest, answer, "merge request")
        by = found.closed_by
        return Closing(by.username if by else "", by is not None and by.is_bot, found.closed_at or "")

    def close(self) -> None:
        """Close the connections."""
        self._client.close()
