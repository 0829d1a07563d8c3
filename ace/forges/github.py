"""GitHub: its REST API, and GraphQL for what REST cannot do.

Source: docs.github.com, REST API version 2022-11-28: "REST API endpoints for pull requests", "... for issues",
"... for issue comments", "... for labels", "... for users"; GraphQL reference, mutations
`markPullRequestReadyForReview` and `convertPullRequestToDraft`.
"""

from collections.abc import Mapping

from ace.forges.answers import read_answer
from ace.forges.api_address import graphql_address
from ace.forges.errors import ForgeAnswerError, ForgeDeniedError, ForgeRefusedError
from ace.forges.forge import Account, Closing, Comment, ForgeRequest, RequestChanges, WantedRequest, in_order
from ace.forges.forge_client import ForgeClient
from ace.forges.github_answers import Issue, IssueComment, Pull, User, ViewerData
from runtime.contracts.json_types import as_object

HEADERS = {"Accept": "application/vnd.github+json", "X-GitHub-Api-Version": "2022-11-28"}
_VIEWER = "query { viewer { login } }"
_READY = (
    "mutation Ready($id: ID!) { markPullRequestReadyForReview(input: {pullRequestId: $id}) "
    "{ pullRequest { isDraft } } }"
)
_DRAFT = (
    "mutation Draft($id: ID!) { convertPullRequestToDraft(input: {pullRequestId: $id}) { pullRequest { isDraft } } }"
)


class GitHub:
    """One repository on GitHub, or on an Enterprise server."""

    def __init__(self, client: ForgeClient, project: str) -> None:
        self._client, self._project = client, project
        self._repository = f"/repos/{project}"

    @property
    def project(self) -> str:
        """owner/name."""
        return self._project

    def account(self) -> Account:
        """Return who the token acts for; a workflow's own token may not ask /user, but GraphQL tells it."""
        try:
            user = read_answer(User, self._client.ask("GET", "/user", what="the token's user"), "user")
        except ForgeDeniedError as exc:
            if exc.status == 401:
                raise
            viewer = read_answer(ViewerData, self._graphql(_VIEWER, {}, "the token's user"), "viewer").viewer
            # Only an app's token may not ask; in REST, where comments have their authors, apps are named so.
            return Account(f"{viewer.login.removesuffix('[bot]')}[bot]", is_bot=True)
        return Account(user.login, user.type == "Bot")

    def find(self, branch: str) -> tuple[ForgeRequest, ...]:
        """Return the pull requests from `branch` of this repository."""
        owner = self._project.partition("/")[0]
        query = {"state": "all", "head": f"{owner}:{branch}"}
        items = self._client.pages(f"{self._repository}/pulls", query, what=f"pull requests of {self._project}")
        pulls = [read_answer(Pull, item, "pull request") for item in items]
        # A filter that GitHub cannot read is ignored by it, and then every pull request is listed.
        return in_order([pull.as_request() for pull in pulls if pull.is_own and pull.head.ref == branch])

    def create(self, wanted: WantedRequest) -> ForgeRequest:
        """Return the new pull request; not a draft where the repository's plan has none."""
        body: dict[str, object] = {
            "title": wanted.title,
            "head": wanted.branch,
            "base": wanted.base,
            "body": wanted.body,
            "draft": wanted.is_draft,
        }
        try:
            return self._create(body, wanted.branch)
        except ForgeRefusedError as exc:
            if not (wanted.is_draft and "draft" in exc.said.lower()):
                raise
        return self._create({**body, "draft": False}, wanted.branch)

    def update(self, request: ForgeRequest, changes: RequestChanges) -> None:
        """Change the draft state by GraphQL, then title, body and base by REST, labels beside those it has.

        The body says what was written, so it comes after what it speaks of: cut off in between, the next time goes on.
        """
        what = f"pull request {request.number}"
        if changes.is_draft is not None and changes.is_draft != request.is_draft:
            self._set_draft(request, changes.is_draft, f"the draft state of {what}")
        fields = {"title": changes.title, "body": changes.body, "base": changes.base}
        if given := {name: value for name, value in fields.items() if value is not None}:
            self._client.ask("PATCH", f"{self._repository}/pulls/{request.number}", given, what=what)
        if changes.labels:
            path = f"{self._repository}/issues/{request.number}/labels"
            self._client.ask("POST", path, {"labels": list(changes.labels)}, what=f"labels of {what}")

    def comments(self, request: ForgeRequest) -> tuple[Comment, ...]:
        """Return the conversation's comments; those on lines of the diff are others."""
        path = f"{self._repository}/issues/{request.number}/comments"
        items = self._client.pages(path, {}, what=f"comments of pull request {request.number}")
        return tuple(read_answer(IssueComment, item, "comment").as_comment() for item in items)

    def add_comment(self, request: ForgeRequest, body: str) -> None:
        """Add a comment to the conversation."""
        path = f"{self._repository}/issues/{request.number}/comments"
        what = f"a comment on pull request {request.number}"
        self._client.ask("POST", path, {"body": body}, what=what, creates=True)

    def edit_comment(self, request: ForgeRequest, comment: Comment, body: str) -> None:
        """Replace a comment's text."""
        path = f"{self._repository}/issues/comments/{comment.id}"
        self._client.ask("PATCH", path, {"body": body}, what=f"comment {comment.id} of pull request {request.number}")

    def closing(self, request: ForgeRequest) -> Closing:
        """Return who closed it; the list of pull requests does not say, its issue does."""
        path = f"{self._repository}/issues/{request.number}"
        issue = read_answer(Issue, self._client.ask("GET", path, what=f"issue {request.number}"), "issue")
        by = issue.closed_by
        return Closing(by.login if by else "", by is not None and by.type == "Bot", issue.closed_at or "")

    def close(self) -> None:
        """Close the connections."""
        self._client.close()

    def _create(self, body: Mapping[str, object], branch: str) -> ForgeRequest:
        what = f"a pull request from {branch}"
        answer = self._client.ask("POST", f"{self._repository}/pulls", body, what=what, creates=True)
        return read_answer(Pull, answer, "pull request").as_request()

    def _set_draft(self, request: ForgeRequest, is_draft: bool, what: str) -> None:
        try:
            self._graphql(_DRAFT if is_draft else _READY, {"id": request.node}, what)
        except ForgeRefusedError as exc:
            # The repository's plan has no drafts; its title says the verdict all the same.
            if not (is_draft and "not supported" in exc.said.lower()):
                raise

    def _graphql(self, query: str, variables: Mapping[str, object], what: str) -> object:
        """Return the data of a query that may be repeated. Errors come with status 200 and are raised here."""
        address = graphql_address(self._client.setup.api)
        answer = as_object(self._client.ask("POST", address, {"query": query, "variables": dict(variables)}, what=what))
        errors = answer.get("errors")
        if isinstance(errors, list) and errors:
            said = self._client.setup.token.scrub(str(as_object(errors[0]).get("message", "")))[:300]
            if as_object(errors[0]).get("type") in {"FORBIDDEN", "INSUFFICIENT_SCOPES"}:
                raise ForgeDeniedError(f"GitHub refused {what} ({said}); the token needs `Pull requests: write`")
            raise ForgeRefusedError(f"GitHub refused {what} ({said})", 200, said)
        if not isinstance(answer.get("data"), dict):
            raise ForgeAnswerError(f"{what}: GraphQL answered without data; is forge.api GitHub's API?")
        return answer["data"]
