"""Which checks a draft goes through, and how they come together."""

from dataclasses import replace

from ace.curator.check_draft import check_draft, passed
from ace.curator.checks.check import Check
from ace.curator.draft import Draft
from tests.ace.building import WEB_RULE, rule
from tests.ace.curator.checks.drafting import GOOD, PATH, SEEN, WEB_ID, drafted, merge

AROUND = ["duplicates", "conflicts", "prompt-budget", "words", "rejected"]


def names(draft: Draft) -> list[str]:
    """Return the names of the draft's checks."""
    return [item.name for item in check_draft(draft, SEEN, PATH)]


def test_a_sound_draft_passes_every_check_and_shows_its_figures() -> None:
    checks = check_draft(drafted(GOOD), SEEN, PATH)
    assert [item.name for item in checks] == [
        "safety", "schema", "id", "evidence", "separation", "test", "narrows", *AROUND,
    ]  # fmt: skip
    assert [item for item in checks if not item.ok] == []
    assert passed(checks)
    figures = {item.name: item.value for item in checks}
    assert figures["evidence"] == "6 failing episodes, 3 samples, 3 cases"
    assert figures["separation"] == (
        "fires on 6 of 6 cited decisions (100%) and on 0 of 12 decisions of successful episodes (0.0%)"
    )


def test_one_failing_check_fails_the_draft() -> None:
    assert not passed((Check("a", True, ""), Check("b", False, "")))


def test_what_is_asked_depends_on_what_is_proposed() -> None:
    rest = ["evidence", "separation", "test", "narrows", *AROUND]
    assert names(drafted(GOOD, rule(WEB_ID))) == ["safety", "schema", *rest]
    assert names(drafted(rule(WEB_ID))) == ["safety", "schema", "id", "evidence", "separation", "narrows", *AROUND]
    assert names(drafted(None, GOOD)) == ["safety", "harmful", "rejected"]
    assert names(merge(GOOD, GOOD, rule("a.b"))) == ["safety", "schema", "merge", "test", "narrows", *AROUND]


def test_an_edit_that_takes_rules_away_is_judged_as_a_merge() -> None:
    assert "merge" in names(drafted(GOOD, rule(WEB_ID), merged=(rule("a.b"),)))


def test_an_addition_without_a_failure_does_not_escape() -> None:
    checks = check_draft(drafted(GOOD, cluster=None), SEEN, PATH)
    assert [item.name for item in checks if not item.ok] == ["evidence", "test"]


def test_a_draft_is_compared_with_the_rules_in_force() -> None:
    twin = rule("tools.local-first", **WEB_RULE)
    with_twin = {item.name: item for item in check_draft(drafted(GOOD), replace(SEEN, rules=(twin,)), PATH)}
    assert (with_twin["duplicates"].ok, with_twin["duplicates"].value) == (False, "1 rule, 24 decisions")
    assert "as tools.local-first does" in with_twin["duplicates"].detail


def test_a_rule_that_goes_is_no_duplicate_of_the_one_it_goes_into() -> None:
    twin = rule("tools.local-first", text="Other words.", **WEB_RULE)
    checks = check_draft(merge(GOOD, GOOD, twin), replace(SEEN, rules=(GOOD, twin)), PATH)
    assert [item for item in checks if not item.ok] == []


def test_a_draft_that_leaves_nothing_to_do_is_refused() -> None:
    web_only = rule("tools.web-only", when="!state.retrieval.queried", require='action.name == "web_browser"')
    checks = {item.name: item for item in check_draft(drafted(GOOD), replace(SEEN, rules=(web_only,)), PATH)}
    assert not checks["conflicts"].ok
    assert "tools.retrieve-before-web and tools.web-only together forbid all" in checks["conflicts"].detail
    assert checks["conflicts"].value.startswith("2 of 2 recorded states, ")
