"""What GitLab answers. Source: docs.gitlab.com, REST API v4: "Merge requests API", "Notes API", "Users API"."""

import re

from pydantic import Field

from ace.forges.answers import Answered
from ace.forges.forge import Comment, ForgeRequest, RequestState

# Source: docs.gitlab.com, "Draft merge requests".
_DRAFT = re.compile(r"^\s*(?:\[draft\]|draft:|\(draft\))\s*", re.IGNORECASE)
# Source: docs.gitlab.com, "Project access tokens", bot users for projects (groups alike).
_BOT = re.compile(r"(?:project|group)_\d+_bot(?:_|\d|$)")
_STATES: dict[str, RequestState] = {"opened": "open", "closed": "closed", "merged": "merged", "locked": "merged"}


class User(Answered):
    """An account. `bot` is only in what /user answers."""

    username: str
    bot: bool = False

    @property
    def is_bot(self) -> bool:
        """True for the account of a project's or group's access token."""
        return self.bot or _BOT.match(self.username) is not None


class MergeRequest(Answered):
    """A merge request, as it is listed and as it is got. `labels` are names."""

    iid: int
    web_url: str
    state: str
    title: str
    description: str | None = None
    draft: bool = False
    source_branch: str
    target_branch: str
    source_project_id: int | None = None
    target_project_id: int | None = None
    sha: str | None = None
    merge_commit_sha: str | None = None
    squash_commit_sha: str | None = None
    labels: list[str] = Field(default_factory=list)
    closed_by: User | None = None
    closed_at: str | None = None

    @property
    def is_own(self) -> bool:
        """True when the branch is of the project itself: the list holds those of forks, too."""
        return self.source_project_id is not None and self.source_project_id == self.target_project_id

    def as_request(self) -> ForgeRequest:
        """Return it as any forge's request; the mark of a draft is taken off its title."""
        state = _STATES.get(self.state, "closed")
        # A fast-forward merge makes no commit of its own.
        merged = self.merge_commit_sha or self.squash_commit_sha or self.sha or ""
        return ForgeRequest(
            number=self.iid,
            url=self.web_url,
            state=state,
            title=plain_title(self.title),
            body=self.description or "",
            is_draft=self.draft or plain_title(self.title) != self.title,
            base=self.target_branch,
            head=self.sha or "",
            labels=tuple(self.labels),
            merge_commit=merged if state == "merged" else "",
        )


class Note(Answered):
    """A comment, or with `system` GitLab's own note of an event."""

    id: int
    body: str
    author: User
    created_at: str
    system: bool = False

    def as_comment(self) -> Comment:
        """Return it as any forge's comment."""
        return Comment(self.id, self.author.username, self.body, self.created_at, self.system)


def plain_title(title: str) -> str:
    """Return a title without the marks of a draft in front of it."""
    while (rest := _DRAFT.sub("", title, count=1)) != title:
        title = rest
    return title


def marked_title(title: str, is_draft: bool) -> str:
    """Return a title with the mark of a draft when it is one, and without otherwise."""
    return f"Draft: {plain_title(title)}" if is_draft else plain_title(title)
