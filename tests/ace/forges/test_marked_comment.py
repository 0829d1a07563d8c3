"""The one comment: by marker and by author."""

import pytest

from ace.forges.forge import Account, Comment
from ace.forges.marked_comment import find_marked

_MARKER = "<!-- ace:proposal:7f3a91c2b04e -->"


@pytest.mark.parametrize(
    ("me", "comment", "is_found"),
    [
        ("ace-bot", Comment(1, "ace-bot", f"{_MARKER}\n\nfresh", ""), True),
        ("github-actions[bot]", Comment(1, "github-actions[bot]", f"{_MARKER}", ""), True),
        ("acme-ace[bot]", Comment(1, "acme-ace", f"{_MARKER}", ""), False),
        ("acme-ace", Comment(1, "acme-ace[bot]", f"{_MARKER}", ""), False),
        ("ace-bot", Comment(1, "Ace-Bot", f"edited above\n{_MARKER}", ""), True),
        ("ace-bot", Comment(1, "stranger", f"{_MARKER}", ""), False),
        ("ace-bot", Comment(1, "ace-bot", "<!-- ace:proposal:000000000000 -->", ""), False),
        ("ace-bot", Comment(1, "ace-bot", f"{_MARKER}", "", True), False),
    ],
    ids=[
        "ours",
        "app",
        "a person named as the app",
        "an app named as the person",
        "case, edited",
        "stranger",
        "another proposal",
        "event",
    ],
)
def test_found_by_marker_and_author(me: str, comment: Comment, is_found: bool) -> None:
    assert (find_marked([comment], Account(me), _MARKER) is comment) == is_found


def test_of_two_the_first_is_kept_up_to_date() -> None:
    first, second = (Comment(number, "ace-bot", _MARKER, "") for number in (1, 2))
    assert find_marked([first, second], Account("ace-bot"), _MARKER) is first
