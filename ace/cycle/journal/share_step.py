"""The steps that share proposals: to a git remote, and as requests at a forge."""

from ace.forges.opened_requests import RequestRow
from ace.session import Session


def push_to_remote(session: Session) -> tuple[RequestRow, ...]:
    """Return what became of every open proposal at `review.remote`; none where no remote is set.

    With a forge this is done there, after its request was looked up: else a branch that was deleted together with its
    closed request would be back. A branch that a person moved there is left as it is, and one that is there already is
    not sent again.
    Raises: NoBaseError, GitError.
    """
    from ace.forges.open_requests import open_requests

    settings = session.settings
    if settings.review.remote is None or settings.forge.kind != "none":
        return ()
    return open_requests(session).rows


def open_at_forge(session: Session) -> tuple[RequestRow, ...]:
    """Return what became of every open proposal at the forge; none where no forge is configured.

    A request that a person closed counts as rejected from now on.
    Raises: NoBaseError, GitError; RuleError when a rejection cannot be read or written.
    """
    from ace.forges.open_requests import open_requests

    if session.settings.forge.kind == "none":
        return ()
    return open_requests(session).rows
