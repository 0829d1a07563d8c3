"""Why a person closed a request: the comment they left with it. Pure."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from ace.forges.forge import Account, Closing, Comment

_BEFORE = timedelta(minutes=10)
_LONGEST = 800


def closing_reason(closing: Closing, comments: Sequence[Comment], account: Account, marker: str) -> str:
    """Return the text of the last comment by who closed it, from ten minutes before the closing on; empty when none.

    Our own marked comment and the forge's notes are none. At most 800 characters, as a rejection holds.
    """
    start = _moment(closing.when)
    found = [
        comment
        for comment in comments
        if not comment.is_system
        and closing.by
        and comment.author.casefold() == closing.by.casefold()
        and not (account.is_same(comment.author) and marker in comment.body)
        and _is_since(comment, start)
    ]
    return found[-1].body.strip()[:_LONGEST] if found else ""


def _is_since(comment: Comment, closed: datetime | None) -> bool:
    written = _moment(comment.created)
    return closed is None or written is None or written >= closed - _BEFORE


def _moment(text: str) -> datetime | None:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return moment if moment.tzinfo else None
