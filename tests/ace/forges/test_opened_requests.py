"""The rows as JSON."""

from ace.forges.opened_requests import OpenedRequests, RequestRow
from ace.rejections.notice_closed import ClosedRequest

_ROW = RequestRow("7f3a91c2b04e", "ace/p/7f3a91c2b04e", "created", "promising", 7, "https://x.example/7", pushed=True)


def test_json_has_a_version_and_nulls_for_what_is_not_there() -> None:
    opened = OpenedRequests("none", "", "", False, (RequestRow("a", "ace/p/a", "kept", detail="here"),))
    value = opened.to_json()
    assert (value["schema_version"], value["project"], value["remote"]) == (1, None, None)
    assert value["requests"] == [
        {"proposal": "a", "branch": "ace/p/a", "action": "kept", "verdict": "", "number": None, "url": None,
         "pushed": False, "detail": "here"}
    ]  # fmt: skip


def test_json_names_what_people_closed() -> None:
    closed = ClosedRequest("7f3a91c2b04e", "no", "reviewer", "https://x.example/7")
    value = OpenedRequests("github", "a/b", "origin", False, (_ROW,), (closed,), ("tools.x",)).to_json()
    assert value["closed"] == [
        {"proposal": "7f3a91c2b04e", "reason": "no", "by": "reviewer", "url": "https://x.example/7"}
    ]
    assert value["rejected"] == ["tools.x"]


def test_only_a_failed_row_counts_as_a_failure() -> None:
    left = RequestRow("b", "ace/p/b", "left")
    assert not OpenedRequests("github", "a/b", "origin", False, (_ROW, left)).has_failed
    assert OpenedRequests("github", "a/b", "origin", False, (_ROW, RequestRow("c", "ace/p/c", "failed"))).has_failed
