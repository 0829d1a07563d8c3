"""The one comment of a proposal: found by its hidden marker and its author, written once, then only changed."""

from collections.abc import Sequence
from typing import Literal, TypeAlias

from ace.forges.errors import ForgeUnsureError
from ace.forges.forge import Account, Comment, Forge, ForgeRequest
from ace.forges.written_mark import plain_lines

Written: TypeAlias = Literal["added", "changed", "unchanged"]


def find_marked(comments: Sequence[Comment], account: Account, marker: str) -> Comment | None:
    """Return the first comment that holds `marker` and is by `account`; anyone may write the marker, only we are we."""
    ours = (one for one in comments if not one.is_system and marker in one.body and account.is_same(one.author))
    return next(ours, None)


def write_comment(
    forge: Forge, request: ForgeRequest, account: Account, marker: str, body: str, *, is_dry_run: bool
) -> Written:
    """Return what was done to have `body` (which holds `marker`) as the one comment of `request`.

    Raises: ForgeError.
    """
    found = find_marked(forge.comments(request), account, marker)
    if found is None and is_dry_run:
        return "added"
    if found is None:
        try:
            forge.add_comment(request, body)
        except ForgeUnsureError:
            found = find_marked(forge.comments(request), account, marker)
            if found is None:
                forge.add_comment(request, body)
        return "added"
    if plain_lines(found.body) == plain_lines(body):
        return "unchanged"
    if not is_dry_run:
        forge.edit_comment(request, found, body)
    return "changed"
