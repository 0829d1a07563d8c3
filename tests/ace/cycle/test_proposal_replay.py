"""A proposal's change done again on another base."""

import pytest

from ace.cycle.proposal_replay import (
    CannotReplayError,
    InForceError,
    Proposed,
    RuleGoneError,
    Sides,
    replay,
)
from ace.review.fingerprint import fingerprint, proposal_id
from runtime.rules.read_rule import parse_rule, parse_rule_test
from tests.ace.review.playbook_repository import (
    ADDED,
    ADDED_PATH,
    GREETING,
    GREETING_PATH,
    MERGED,
    NEW_RULE,
    OLD_RULE,
    RULE_ID,
    RULE_PATH,
    make_evidence,
)
from tests.git_matrix.write_path import TEST, TEST_PATH

BASE = "a" * 40
RETITLED = OLD_RULE.replace(b"Query the", b"Ask the")
OTHER_TEST = TEST.replace(b"queried: true", b"queried: true, calls: 2")


def _proposed(op: str, files: dict[str, tuple[bytes | None, bytes | None]], now: dict[str, bytes]) -> Proposed:
    """`files`: where it began and as proposed, by path; `now`: all files of the playbook on the new base."""
    sides = {path: Sides(*both, now.get(path)) for path, both in files.items()}
    return Proposed(make_evidence(BASE, op), sides, now)


def test_an_untouched_rule_file_is_taken_byte_for_byte() -> None:
    odd = NEW_RULE + b"\n# the end"
    done = replay(_proposed("edit", {RULE_PATH: (OLD_RULE, odd)}, {RULE_PATH: OLD_RULE}))
    assert done.changes == {RULE_PATH: odd}
    assert (done.before is not None, done.after is not None) == (True, True)


def test_only_the_proposals_fields_are_written_into_a_changed_file() -> None:
    now = b"# theirs\n" + RETITLED
    done = replay(_proposed("edit", {RULE_PATH: (OLD_RULE, NEW_RULE)}, {RULE_PATH: now}))
    assert done.changes == {RULE_PATH: b"# theirs\n" + NEW_RULE.replace(b"Query the", b"Ask the")}


def test_cases_of_both_tests_are_kept() -> None:
    files: dict[str, tuple[bytes | None, bytes | None]] = {
        RULE_PATH: (OLD_RULE, NEW_RULE),
        TEST_PATH: (None, TEST),
    }
    done = replay(_proposed("edit", files, {RULE_PATH: OLD_RULE, TEST_PATH: OTHER_TEST}))
    data = done.changes[TEST_PATH]
    assert data is not None
    merged = parse_rule_test(data, TEST_PATH)
    assert (len(merged.violates), len(merged.complies)) == (1, 2)
    assert done.test == merged


@pytest.mark.parametrize(
    ("now", "changes"),
    [
        pytest.param({}, {RULE_PATH: NEW_RULE, TEST_PATH: TEST}, id="none there"),
        pytest.param({TEST_PATH: TEST}, {RULE_PATH: NEW_RULE}, id="the same there"),
    ],
)
def test_a_test_that_only_one_side_has(now: dict[str, bytes], changes: dict[str, bytes]) -> None:
    files: dict[str, tuple[bytes | None, bytes | None]] = {RULE_PATH: (OLD_RULE, NEW_RULE), TEST_PATH: (None, TEST)}
    assert replay(_proposed("edit", files, {RULE_PATH: OLD_RULE, **now})).changes == changes


def test_a_deleted_rule_takes_its_new_test_along() -> None:
    test = GREETING_PATH.replace(".yaml", ".test.yaml")
    done = replay(_proposed("delete", {GREETING_PATH: (GREETING, None)}, {GREETING_PATH: GREETING, test: TEST}))
    assert done.changes == {GREETING_PATH: None, test: None}


def test_a_merge_is_done_again_with_what_both_rules_say_now() -> None:
    files: dict[str, tuple[bytes | None, bytes | None]] = {
        RULE_PATH: (OLD_RULE, MERGED),
        GREETING_PATH: (GREETING, None),
    }
    done = replay(_proposed("merge", files, {RULE_PATH: RETITLED, GREETING_PATH: GREETING}))
    assert done.changes[GREETING_PATH] is None
    assert [rule.id for rule in done.merged] == ["misc.old-greeting"]
    after = done.after
    assert after is not None
    assert (after.title[:7], after.related[0].id) == ("Ask the", "misc.old-greeting")


DONE = [
    pytest.param("edit", {RULE_PATH: (OLD_RULE, NEW_RULE)}, {RULE_PATH: NEW_RULE}, id="edit"),
    pytest.param("add", {ADDED_PATH: (None, ADDED)}, {ADDED_PATH: ADDED + b"rationale: ours\n"}, id="add"),
    pytest.param("delete", {GREETING_PATH: (GREETING, None)}, {RULE_PATH: OLD_RULE}, id="delete"),
    pytest.param(
        "merge", {RULE_PATH: (OLD_RULE, MERGED), GREETING_PATH: (GREETING, None)}, {RULE_PATH: MERGED}, id="merge"
    ),
]


@pytest.mark.parametrize(("op", "files", "now"), DONE)
def test_what_is_in_force_needs_nothing(
    op: str, files: dict[str, tuple[bytes | None, bytes | None]], now: dict[str, bytes]
) -> None:
    with pytest.raises(InForceError):
        replay(_proposed(op, files, now))


def test_a_rule_that_is_gone_cannot_be_changed() -> None:
    with pytest.raises(RuleGoneError, match="nothing left to change"):
        replay(_proposed("edit", {RULE_PATH: (OLD_RULE, NEW_RULE)}, {GREETING_PATH: GREETING}))


def test_a_title_is_a_change_too() -> None:
    """It makes no other rule, so the fingerprint alone would say that nothing is left to do."""
    now = OLD_RULE + b"rationale: ours\n"
    files: dict[str, tuple[bytes | None, bytes | None]] = {RULE_PATH: (OLD_RULE, RETITLED)}
    sides = {path: Sides(*both, now) for path, both in files.items()}
    record = make_evidence(BASE, proposal=proposal_id(fingerprint("edit", RULE_ID, parse_rule(OLD_RULE, RULE_PATH))))
    done = replay(Proposed(record, sides, {RULE_PATH: now}))
    assert done.changes == {RULE_PATH: RETITLED + b"rationale: ours\n"}


REFUSED = [
    pytest.param(
        "add", {ADDED_PATH: (None, ADDED)}, {ADDED_PATH: ADDED.replace(b"every", b"any")},
        "another rule has the id safety.refer-dosing", id="an id that is taken",
    ),
    pytest.param(
        "delete", {GREETING_PATH: (GREETING, None)}, {GREETING_PATH: GREETING.replace(b"by name", b"with a smile")},
        "says something else by now than what was to be deleted", id="another rule to delete",
    ),
    pytest.param(
        "merge", {RULE_PATH: (OLD_RULE, MERGED), GREETING_PATH: (GREETING, None)},
        {RULE_PATH: OLD_RULE, GREETING_PATH: GREETING.replace(b"by name", b"with a smile")},
        "rule misc.old-greeting, which was to be merged, is gone or says something else", id="one of a merge moved",
    ),
    pytest.param(
        "edit", {RULE_PATH: (OLD_RULE, NEW_RULE)}, {RULE_PATH: OLD_RULE.replace(b"priority: 40", b"priority: 41")},
        "`priority` of rule tools.retrieve-before-web was changed meanwhile", id="another rule than was measured",
    ),
    pytest.param("edit", {}, {RULE_PATH: OLD_RULE}, "the branch does not change", id="no change of the rule"),
    pytest.param(
        "edit", {RULE_PATH: (OLD_RULE, NEW_RULE), "x": (b"1", b"2")}, {RULE_PATH: OLD_RULE, "x": b"3"},
        "both changed x", id="another file",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("op", "files", "now", "reason"), REFUSED)
def test_what_contradicts_is_refused(
    op: str, files: dict[str, tuple[bytes | None, bytes | None]], now: dict[str, bytes], reason: str
) -> None:
    with pytest.raises(CannotReplayError, match=reason):
        replay(_proposed(op, files, now))
