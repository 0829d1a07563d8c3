"""What the terminal shows."""

from ace.forges.opened_requests import OpenedRequests, RequestRow
from ace.forges.opened_text import opened_text

_ROW = RequestRow("7f3a91c2b04e", "ace/p/7f3a91c2b04e", "created", "promising", 7, "https://x.example/7", pushed=True)


def test_a_line_a_proposal_and_its_address_below() -> None:
    text = opened_text(OpenedRequests("github", "a/b", "origin", False, (_ROW,)))
    assert text.split("\n") == [
        "github a/b",
        "created and pushed  ace/p/7f3a91c2b04e   promising",
        "           https://x.example/7",
        "",
    ]


def test_a_dry_run_says_would() -> None:
    text = opened_text(OpenedRequests("github", "a/b", "origin", True, (_ROW,)))
    assert "nothing is written" in text
    assert "would be created and pushed  ace/p/" in text


def test_nothing_open_says_where_proposals_come_from() -> None:
    assert "ace cycle" in opened_text(OpenedRequests("none", "", "", False, ()))


def test_words_of_strangers_are_shown_as_data() -> None:
    row = RequestRow("a", "ace/p/a", "closed", detail="no\x1b[31m\u202e\nforged line")
    text = opened_text(OpenedRequests("github", "a/b", "origin", False, (row,)))
    assert "no\\x1b[31m\\u202e\\nforged line" in text
