"""A rejected proposal does not come back, also not in other words."""

import pytest

from ace.rejections.match import find_rejected
from ace.rejections.rejection import Rejection
from ace.review.fingerprint import fingerprint
from runtime.contracts.rule import Rule
from tests.ace.building import rule

TEXT = "Call `retrieve` and read 2 passages before you call `web_browser`.\n"
WHEN, REQUIRE = 'action.name == "web_browser"', "state.retrieval.queried"
PROPOSED = rule("tools.index-first", text=TEXT, when=WHEN, require=REQUIRE)
TODAY = "2026-11-29"


def rejected(after: Rule | None = PROPOSED, op: str = "add", **changed: object) -> Rejection:
    """Return the rejection of a proposal that answered cluster c-1."""
    base = {
        "fingerprint": fingerprint(op, after.id if after else "tools.index-first", after),
        "op": op,
        "rule": after.id if after else "tools.index-first",
        "cluster": "c-1",
        "text": after.text if after else "",
        "when": after.when if after else None,
        "require": after.require if after else None,
        "reason": "too strict",
        "by": "maintainer",
        "date": "2026-11-01",
    }
    return Rejection.model_validate({**base, **changed})


def find(after: Rule | None, *rejections: Rejection, cluster: str = "c-1", op: str = "add") -> Rejection | None:
    """Look a proposal up."""
    rule_id = after.id if after else "tools.index-first"
    return find_rejected(op, rule_id, after, cluster, rejections, today=TODAY)


def test_the_same_proposal_is_found_whatever_cluster_it_answers() -> None:
    assert find(PROPOSED, rejected(), cluster="c-2") == rejected()
    assert find(None, rejected(None, "delete"), cluster="", op="delete") == rejected(None, "delete")


def test_a_merge_is_the_same_where_it_takes_the_same_rules_away() -> None:
    was = rejected(op="merge", fingerprint=fingerprint("merge", PROPOSED.id, PROPOSED, ["b.b", "c.c"]), cluster="")

    def find_merge(*merged: str) -> Rejection | None:
        return find_rejected("merge", PROPOSED.id, PROPOSED, "", [was], today=TODAY, merged=merged)

    assert find_merge("c.c", "b.b") == was
    assert find_merge("b.b") is None


OTHER_ID = PROPOSED.model_copy(update={"id": "tools.another"})


@pytest.mark.parametrize(
    ("after", "cluster", "is_rejected"),
    [
        pytest.param(OTHER_ID, "c-1", True, id="under another id"),
        pytest.param(OTHER_ID, "c-2", False, id="under another id, for another failure"),
        pytest.param(OTHER_ID, "", False, id="for no failure"),
        pytest.param(
            rule("a.b", text="Look here first.\n", when="action.name  ==  'web_browser'", require=REQUIRE), "c-1", True,
            id="the same condition in other words and quotes",
        ),
        pytest.param(
            rule("a.b", text="Look here first.\n", when=WHEN, require=f"!{REQUIRE}"), "c-1", False,
            id="the opposite condition",
        ),
        pytest.param(
            rule("a.b", text="call `retrieve` and read 2 passages, before you call `web_browser`\n"), "c-1", True,
            id="the same words without a condition",
        ),
        pytest.param(
            rule("a.b", text=TEXT.replace("2", "3"), when=WHEN, require="true"), "c-1", False, id="another number"
        ),
        pytest.param(
            rule("a.b", text=TEXT.replace("Call", "Do not call"), when=WHEN, require="true"), "c-1", False,
            id="the opposite",
        ),
    ],
)  # fmt: skip
def test_a_rewording_is_the_same_proposal_for_the_same_failure(after: Rule, cluster: str, is_rejected: bool) -> None:
    assert (find(after, rejected(), cluster=cluster) is not None) == is_rejected


def test_texts_alone_are_compared_by_what_their_words_say_and_opposites_stay_two() -> None:
    was = rejected(rule("a.a", text="Show the report when asked by the student.\n"))
    same = rule("a.b", text="When asked by the student, show the report.\n")
    assert find(same, was) == was
    for text in ("Do not show the report when asked by the student.\n", "Show the image when asked by the student.\n"):
        assert find(rule("a.c", text=text), was) is None


def test_the_same_condition_is_found_however_it_is_written() -> None:
    other = rule("a.b", text="The web comes last.\n", when=f"{WHEN} && !{REQUIRE}", require="false")
    assert find(other, rejected()) == rejected()
    assert find(other, rejected(), cluster="c-2") is None


def test_the_same_words_with_another_threshold_are_another_proposal() -> None:
    when = "state.student.consecutive_wrong >= 3"
    was = rejected(rule("a.a", text="Give a hint.\n", when=when, require='action.kind == "HINT"'))
    assert (
        find(rule("a.b", text="Give a hint.\n", when=when.replace("3", "5"), require='action.kind == "HINT"'), was)
        is None
    )
    beside = f"{when} && state.answer_open"
    assert find(rule("a.b", text="Give a hint.\n", when=beside, require='action.kind == "HINT"'), was) == was


GATE = PROPOSED.model_copy(update={"enforce": "gate"})


@pytest.mark.parametrize(
    ("op", "was_op", "is_rejected"),
    [
        pytest.param("add", "add", True, id="the same rule as a gate"),
        pytest.param("edit", "add", False, id="its promotion"),
        pytest.param("edit", "edit", False, id="its promotion, after an edit"),
        pytest.param("merge", "add", False, id="a merge that keeps it"),
    ],
)
def test_how_a_rule_is_enforced_is_another_question_than_what_it_says(op: str, was_op: str, is_rejected: bool) -> None:
    assert (find(GATE, rejected(op=was_op), op=op) is not None) == is_rejected


def test_a_withdrawn_rejection_does_not_count() -> None:
    assert find(PROPOSED, rejected(withdrawn="2026-11-02")) is None


def test_words_only_proposals_are_not_the_same_for_lack_of_a_condition() -> None:
    was = rejected(rule("a.a", text="Be brief.\n"))
    assert find(rule("a.b", text="Be kind.\n"), was) is None


@pytest.mark.parametrize(
    ("expires", "counts"),
    [
        pytest.param(None, True, id="never expires"),
        pytest.param("2026-11-30", True, id="expires tomorrow"),
        pytest.param(TODAY, False, id="expires today"),
        pytest.param("2026-01-01", False, id="expired"),
    ],
)
def test_an_expired_rejection_does_not_count(expires: str | None, counts: bool) -> None:
    was = rejected(expires=expires)
    assert (find(PROPOSED, was) is not None) == counts
    assert (find(OTHER_ID, was) is not None) == counts


def test_the_latest_rejection_speaks_and_the_very_same_before_a_rewording() -> None:
    old, new = rejected(reason="the first time"), rejected(date="2026-11-20", reason="the second time")
    assert find(PROPOSED, new, old) == find(PROPOSED, old, new) == new
    reworded = rejected(OTHER_ID, date="2026-11-28")
    assert find(PROPOSED, reworded, old) == old


THEIRS = PROPOSED.model_copy(update={"agent": "inspector"})


@pytest.mark.parametrize(
    ("after", "was", "is_rejected"),
    [
        pytest.param(THEIRS, rejected(), False, id="the same words"),
        pytest.param(THEIRS, rejected(OTHER_ID), False, id="a rewording of the same failures"),
        pytest.param(PROPOSED, rejected(THEIRS, agent="inspector"), False, id="the other way round"),
        pytest.param(THEIRS, rejected(THEIRS, agent="inspector"), True, id="its own"),
        pytest.param(
            THEIRS, rejected(OTHER_ID.model_copy(update={"agent": "inspector"}), agent="inspector"), True,
            id="its own in other words",
        ),
    ],
)  # fmt: skip
def test_a_rejection_speaks_against_its_own_agent_alone(after: Rule, was: Rejection, is_rejected: bool) -> None:
    assert (find(after, was) is not None) is is_rejected


def test_a_deletion_is_of_the_agent_whose_rule_goes() -> None:
    def find_delete(agent: str, *rejections: Rejection) -> Rejection | None:
        return find_rejected("delete", "tools.index-first", None, "", rejections, today=TODAY, agent=agent)

    mark = fingerprint("delete", "tools.index-first", None, agent="inspector")
    theirs = rejected(None, "delete", agent="inspector", fingerprint=mark)
    assert find_delete("inspector", theirs) == theirs
    assert find_delete("tutor", theirs) is None
    assert find_delete("inspector", rejected(None, "delete")) is None
