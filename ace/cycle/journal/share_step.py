"""The steps that share proposals: to a git remote, and as requests at a forge."""

from ace.forges.opened_requests import RequestRow
from ace.session import Session, with_settings


def push_to_remote(session: Session) -> tuple[RequestRow, ...]:
    """Return what became of every open proposal at `review.remote`; none where no remote is set.

    A branch that a person moved there is left as it is, and one that is there already is not sent again.
    Raises: NoBaseError, GitError.
    """
    from ace.forges.open_requests import open_requests

    settings = session.settings
    if settings.review.remote is None:
        return ()
    plain = settings.forge.model_copy(update={"kind": "none"})
    return open_requests(with_settings(session, settings.model_copy(update={"forge": plain}))).rows


def open_at_forge(session: Session) -> tuple[RequestRow, ...]:
    """Return what became of every open proposal at the forge; none where no forge is configured.

    A request that a person closed counts as rejected from now on.
    Raises: NoBaseError, GitError; as `notice_closed_requests`.
    """
    from ace.forges.open_requests import open_requests
    from ace.rejections.notice_closed import notice_closed_requests

    if session.settings.forge.kind == "none":
        return ()
    made = open_requests(session)
    notice_closed_requests(session, made.closed)
    return made.rows
