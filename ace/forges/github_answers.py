"""What GitHub answers. Source: docs.github.com, REST API: "Pulls", "Issues", "Issue comments", "Users"."""

from pydantic import Field

from ace.forges.answers import Answered
from ace.forges.forge import Comment, ForgeRequest


class User(Answered):
    """An account; a deleted one is null where it would stand. `type`: User, Bot, Organization, Mannequin."""

    login: str
    type: str = "User"


class Repository(Answered):
    """A repository."""

    id: int


class Branch(Answered):
    """One side of a pull request; `repo` is null when a fork was deleted."""

    ref: str
    sha: str = ""
    repo: Repository | None = None


class Label(Answered):
    """A label."""

    name: str


class Pull(Answered):
    """A pull request, as it is listed and as it is got."""

    number: int
    node_id: str
    html_url: str
    state: str
    title: str
    body: str | None = None
    draft: bool = False
    head: Branch
    base: Branch
    labels: list[Label] = Field(default_factory=list)
    merged_at: str | None = None
    merge_commit_sha: str | None = None

    @property
    def is_own(self) -> bool:
        """True when the branch is of the repository itself."""
        return self.head.repo is not None and self.base.repo is not None and self.head.repo.id == self.base.repo.id

    def as_request(self) -> ForgeRequest:
        """Return it as any forge's request."""
        return ForgeRequest(
            number=self.number,
            url=self.html_url,
            state="merged" if self.merged_at else "open" if self.state == "open" else "closed",
            title=self.title,
            body=self.body or "",
            is_draft=self.draft,
            base=self.base.ref,
            head=self.head.sha,
            labels=tuple(label.name for label in self.labels),
            merge_commit=(self.merge_commit_sha or "") if self.merged_at else "",
            node=self.node_id,
        )


class Issue(Answered):
    """A pull request as an issue, which says who closed it."""

    closed_by: User | None = None
    closed_at: str | None = None


class IssueComment(Answered):
    """A comment."""

    id: int
    user: User | None = None
    body: str | None = None
    created_at: str

    def as_comment(self) -> Comment:
        """Return it as any forge's comment."""
        return Comment(self.id, self.user.login if self.user else "", self.body or "", self.created_at)


class Viewer(Answered):
    """Who a token acts for, by GraphQL."""

    login: str


class ViewerData(Answered):
    """The data of a viewer query."""

    viewer: Viewer
