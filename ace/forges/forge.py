"""What a forge is asked for, whichever it is. GitHub calls a request a pull request, GitLab a merge request."""

from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

RequestState: TypeAlias = Literal["open", "closed", "merged"]


@dataclass(frozen=True)
class Account:
    """Who a token acts for. `is_bot`: an app or a project's own account, not a person."""

    login: str
    is_bot: bool = False

    def is_same(self, login: str) -> bool:
        """Return True when `login` is this account. `acme-ace` is another one than the app `acme-ace[bot]`."""
        return login.casefold() == self.login.casefold()


@dataclass(frozen=True)
class ForgeRequest:
    """One request. `title` is without the mark of a draft; `head` and `merge_commit` are full commit ids or empty.

    `node` is what GitHub's GraphQL calls it.
    """

    number: int
    url: str
    state: RequestState
    title: str
    body: str
    is_draft: bool
    base: str
    head: str = ""
    labels: tuple[str, ...] = ()
    merge_commit: str = ""
    node: str = ""


@dataclass(frozen=True)
class WantedRequest:
    """A request as it should be when it is made."""

    branch: str
    base: str
    title: str
    body: str
    is_draft: bool
    labels: tuple[str, ...] = ()


@dataclass(frozen=True)
class RequestChanges:
    """What to change about a request; None leaves a part as it is. `labels` are added to those it has."""

    title: str | None = None
    body: str | None = None
    base: str | None = None
    is_draft: bool | None = None
    labels: tuple[str, ...] = ()

    @property
    def is_empty(self) -> bool:
        """True when there is nothing to write."""
        return self == RequestChanges()


@dataclass(frozen=True)
class Comment:
    """One comment. `created` is an ISO 8601 time; `is_system`: the forge's own note of an event."""

    id: int
    author: str
    body: str
    created: str
    is_system: bool = False


@dataclass(frozen=True)
class Closing:
    """Who closed a request without merging it, and when (ISO 8601); `by` is empty when the forge does not say."""

    by: str
    is_bot: bool
    when: str


class Forge(Protocol):
    """A project on a forge. Every method raises ForgeError; none repeats what makes something without looking first."""

    @property
    def project(self) -> str:
        """The project's path."""
        ...

    def account(self) -> Account:
        """Return who the token acts for."""
        ...

    def find(self, branch: str) -> tuple[ForgeRequest, ...]:
        """Return the requests from `branch` of the project itself, never of a fork: open ones first, then newest."""
        ...

    def create(self, wanted: WantedRequest) -> ForgeRequest:
        """Return the new request. Labels are not put on it here.

        Raises: ForgeRefusedError with status 409 or 422 when there is one already; ForgeUnsureError.
        """
        ...

    def update(self, request: ForgeRequest, changes: RequestChanges) -> None:
        """Change what `changes` names."""
        ...

    def comments(self, request: ForgeRequest) -> tuple[Comment, ...]:
        """Return every comment, oldest first."""
        ...

    def add_comment(self, request: ForgeRequest, body: str) -> None:
        """Add a comment. Raises: ForgeUnsureError when it may have been added."""
        ...

    def edit_comment(self, request: ForgeRequest, comment: Comment, body: str) -> None:
        """Replace a comment's text."""
        ...

    def closing(self, request: ForgeRequest) -> Closing:
        """Return who closed `request`."""
        ...

    def close(self) -> None:
        """Close the connections."""
        ...


def in_order(requests: list[ForgeRequest]) -> tuple[ForgeRequest, ...]:
    """Return requests with open ones first, then the newest."""
    return tuple(sorted(requests, key=lambda request: (request.state != "open", -request.number)))
