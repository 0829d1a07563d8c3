"""The comment a person leaves when closing."""

import pytest

from ace.forges.closing_reason import closing_reason
from ace.forges.forge import Account, Closing, Comment

_MARKER = "<!-- ace:proposal:7f3a91c2b04e -->"
_CLOSED = Closing("reviewer", False, "2026-01-02T12:00:00Z")
_ME = Account("ace-bot")


def _comment(body: str, author: str = "reviewer", at: str = "11:59:59", system: bool = False) -> Comment:
    return Comment(1, author, body, f"2026-01-02T{at}Z", system)


@pytest.mark.parametrize(
    ("comments", "expected"),
    [
        pytest.param([_comment(" Not wanted.\n")], "Not wanted.", id="with the closing"),
        pytest.param([_comment("As said.", at="18:00:00")], "As said.", id="afterwards"),
        pytest.param([_comment("a", at="11:55:00"), _comment("b")], "b", id="the last"),
        pytest.param([_comment("Will look.", at="09:00:00")], "", id="long before"),
        pytest.param([_comment("Fine by me.", author="somebody")], "", id="somebody else"),
        pytest.param([_comment("closed", system=True)], "", id="an event"),
        pytest.param([_comment("x" * 2000)], "x" * 800, id="long"),
        pytest.param([_comment("As I said.", author="Reviewer")], "As I said.", id="case of the login"),
        pytest.param([], "", id="none"),
    ],
)
def test_the_reason(comments: list[Comment], expected: str) -> None:
    assert closing_reason(_CLOSED, comments, _ME, _MARKER) == expected


def test_a_persons_own_token_closes_with_reasons_too_but_the_marked_comment_is_none() -> None:
    closed = Closing("ace-bot", False, "2026-01-02T12:00:00Z")
    comments = [_comment("No, thanks.", "ace-bot"), _comment(f"{_MARKER} status", "ace-bot")]
    assert closing_reason(closed, comments, _ME, _MARKER) == "No, thanks."


def test_who_closed_it_may_be_unknown() -> None:
    assert closing_reason(Closing("", False, ""), [_comment("x", author="")], _ME, _MARKER) == ""
