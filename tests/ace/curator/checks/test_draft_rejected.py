"""What people rejected is refused with their reason, until its day."""

from dataclasses import replace

import pytest

from ace.curator.checks.check import CheckInput
from ace.curator.checks.rejected import check_rejected
from ace.curator.draft import Draft
from ace.rejections.rejection import Rejection
from ace.review.fingerprint import fingerprint
from runtime.contracts.rule import Rule
from tests.ace.building import rule, web_episodes
from tests.ace.curator.checks.drafting import CLUSTER, GOOD, SEEN, WEB_ID, drafted, merge, seen_of


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


def test_what_was_rejected_for_another_agent_may_be_asked_of_this_one() -> None:
    theirs = GOOD.model_copy(update={"agent": "inspector"})
    given = rejection("add", theirs).model_copy(
        update={"agent": "inspector", "text": GOOD.text, "when": GOOD.when, "require": GOOD.require}
    )
    seen = replace(SEEN, rejections=(given,), today="2026-12-01")
    assert check_rejected(drafted(GOOD), seen).ok
    assert not check_rejected(drafted(theirs), seen).ok


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


MANY = seen_of(web_episodes(30))


@pytest.mark.parametrize(
    ("require", "seen", "ok"),
    [
        pytest.param("state.retrieval.queried || state.errors > 90", MANY, False, id="the same on 60 decisions"),
        pytest.param("state.retrieval.queried || state.errors > 90", SEEN, True, id="the same on too few"),
        pytest.param("state.step > 0", MANY, True, id="violated by others"),
    ],
)
def test_what_says_the_same_of_every_recorded_decision_was_rejected(require: str, seen: CheckInput, ok: bool) -> None:
    other = rule("tools.b", text="Look elsewhere first.\n", when='action.name == "web_browser"', require=require)
    given = of_this_rule(GOOD)
    assert check_rejected(drafted(other), replace(seen, rejections=(given,), today="2026-12-01")).ok is ok


def test_another_threshold_is_another_rule_though_no_recorded_decision_tells_them_apart() -> None:
    require = "state.retrieval.queried || state.errors > {}"
    was, now = (
        rule(WEB_ID, text=f"No {n}.\n", when='action.name == "web_browser"', require=require.format(n)) for n in (8, 9)
    )
    assert check_rejected(drafted(now), replace(MANY, rejections=(of_this_rule(was),), today="2026-12-01")).ok


def of_this_rule(after: Rule) -> Rejection:
    """Return the rejection of `after` with what it says, for the cluster of the web episodes."""
    said = {"text": after.text, "when": after.when, "require": after.require, "cluster": CLUSTER.id}
    return rejection("add", after).model_copy(update=said)
