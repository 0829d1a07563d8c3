"""What people rejected is refused with their reason, until its day."""

from dataclasses import replace

import pytest

from ace.curator.checks.rejected import check_rejected
from ace.curator.draft import Draft
from ace.rejections.rejection import Rejection
from ace.review.fingerprint import fingerprint
from runtime.contracts.rule import Rule
from tests.ace.building import rule
from tests.ace.curator.checks.drafting import GOOD, SEEN, WEB_ID, drafted, merge


def rejection(op: str, after: Rule | None, expires: str | None = "2027-02-28") -> Rejection:
    """Return a person's decision against `after`."""
    return Rejection(
        fingerprint=fingerprint(op, WEB_ID, after),
        op=op,
        rule=WEB_ID,
        reason="The web is often better.",
        by="reviewer",
        date="2026-11-30",
        expires=expires,
    )


@pytest.mark.parametrize(
    ("draft", "given", "said"),
    [
        pytest.param(drafted(GOOD), rejection("add", rule(WEB_ID)), "", id="something else was rejected"),
        pytest.param(drafted(GOOD), rejection("add", GOOD), "until 2027-02-28: The web is often better.", id="this"),
        pytest.param(drafted(GOOD), rejection("add", GOOD, None), "for good", id="this, for good"),
        pytest.param(drafted(GOOD), rejection("add", GOOD, "2026-12-01"), "", id="this, until today"),
        pytest.param(drafted(None, GOOD), rejection("delete", None), "rejected on 2026-11-30", id="a deletion"),
    ],
)
def test_rejected(draft: Draft, given: Rejection, said: str) -> None:
    result = check_rejected(draft, replace(SEEN, rejections=(given,), today="2026-12-01"))
    assert result.ok is (not said)
    assert said in result.detail
    assert result.value == "1 rejection"


@pytest.mark.parametrize(
    ("merged", "expires", "ok"),
    [
        pytest.param("a.twin", None, False, id="the same merge"),
        pytest.param("a.other", None, True, id="a merge of another rule"),
        pytest.param("a.twin", "2026-12-01", True, id="until today"),
    ],
)
def test_a_rejected_merge(merged: str, expires: str | None, ok: bool) -> None:
    mark = fingerprint("merge", WEB_ID, GOOD, ["a.twin"])
    given = rejection("merge", GOOD, expires).model_copy(update={"fingerprint": mark})
    draft = merge(GOOD, GOOD, rule(merged))
    assert check_rejected(draft, replace(SEEN, rejections=(given,), today="2026-12-01")).ok is ok
