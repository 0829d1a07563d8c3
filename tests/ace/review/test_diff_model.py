"""What counts as a change, and how it is matched."""

import pytest

from ace.review.diff_model import FieldChange, compare_files, compare_playbooks, compare_rules
from runtime.contracts.playbook import Playbook, RuleFile
from runtime.contracts.rule import Rule
from runtime.rules.read_rule import parse_rule
from tests.ace.review.playbook_repository import GATED, MERGED, NEW_RULE, OLD_RULE, RULE_PATH


def _rule(**changes: object) -> Rule:
    fields = {"schema": 1, "id": "a.one", "title": "Title", "agent": "tutor", "text": "Look twice.", "when": "true"}
    return Rule.model_validate(fields | changes)


def _playbook(*rules: Rule, folder: str = "p") -> Playbook:
    files = (RuleFile(f"{folder}/{rule.area}/{rule.id.split('.')[1]}.yaml", rule, b"") for rule in rules)
    return Playbook(folder, "", tuple(files))


def test_rules_are_matched_by_id_not_by_position() -> None:
    one, two = _rule(), _rule(id="a.two")
    assert compare_playbooks(_playbook(one, two), _playbook(two, one)) == ()


def test_added_deleted_and_edited_by_id() -> None:
    before = _playbook(_rule(), _rule(id="a.gone", title="Gone", text="Say goodbye."))
    after = _playbook(_rule(text="Look once."), _rule(id="a.new", title="New", text="Ask about pain first."))
    changes = compare_playbooks(before, after)
    assert [(change.kind, change.rule_id) for change in changes] == [
        ("deleted", "a.gone"),
        ("added", "a.new"),
        ("edited", "a.one"),
    ]


@pytest.mark.parametrize(
    ("name", "value", "shown"),
    [
        ("title", "Other", "Other"),
        ("text", "Look.", "Look."),
        ("when", "false", "false"),
        ("require", "state.x", "state.x"),
        ("otherwise", {"action": "retrieve"}, "retrieve"),
        ("status", "active", "active"),
        ("safety", True, "true"),
        ("audience", "solver", "solver"),
        ("agent", "inspector", "inspector"),
        ("rationale", "Because.", "Because."),
    ],
)
def test_every_compared_field(name: str, value: object, shown: str) -> None:
    (field,) = compare_rules(_rule(), _rule(**{name: value}))
    assert (field.name, field.after) == (name, shown)


def test_evidence_effect_and_dates_are_no_changes() -> None:
    evidence = [{"cluster": "c", "failures": 1, "samples": 1}]
    assert compare_rules(_rule(), _rule(evidence=evidence, modified="2026-01-01", authors=["x"])) == ()


def test_white_space_at_the_ends_is_no_change() -> None:
    assert compare_rules(_rule(), _rule(text="Look twice.\n")) == ()


@pytest.mark.parametrize(
    ("before", "after", "folder", "kind"),
    [
        pytest.param(_rule(), _rule(), "q", "moved", id="another file"),
        pytest.param(_rule(), _rule(priority=3), "p", "reordered", id="another place in the order"),
        pytest.param(_rule(), _rule(priority=3), "q", "moved", id="another file and place"),
        pytest.param(_rule(), _rule(priority=3, text="Look."), "p", "edited", id="other words too"),
    ],
)
def test_a_move_and_a_reorder_are_kinds_of_their_own(before: Rule, after: Rule, folder: str, kind: str) -> None:
    (change,) = compare_playbooks(_playbook(before), _playbook(after, folder=folder))
    assert change.kind == kind


@pytest.mark.parametrize(
    ("before", "after", "fields"),
    [
        pytest.param(_rule(), _rule(id="b.one"), [], id="the same words"),
        pytest.param(_rule(), _rule(id="b.other", title="Other"), ["title"], id="another title too"),
    ],
)
def test_the_same_words_under_another_id_are_a_rename(before: Rule, after: Rule, fields: list[str]) -> None:
    (change,) = compare_playbooks(_playbook(before), _playbook(after))
    assert (change.kind, change.rule_id, change.id_before) == ("renamed", after.id, "a.one")
    assert [field.name for field in change.fields] == fields
    assert (change.before, change.after) == (before, after)


def test_a_rule_that_another_replaces_is_deleted_not_renamed() -> None:
    kept = _rule(id="a.kept", text="Something else.", related=[{"id": "a.one", "type": "replaces"}])
    before = _playbook(_rule(), _rule(id="a.kept", text="Something else."))
    changes = compare_playbooks(before, _playbook(kept, _rule(id="b.one")))
    assert [(change.kind, change.rule_id) for change in changes] == [
        ("edited", "a.kept"),
        ("deleted", "a.one"),
        ("added", "b.one"),
    ]


def test_the_line_is_that_of_the_first_field_that_differs() -> None:
    old, new = (RuleFile(RULE_PATH, parse_rule(data, RULE_PATH), data) for data in (OLD_RULE, NEW_RULE))
    assert [change.line for change in compare_files([old], [new])] == [5]
    assert [change.line for change in compare_files([], [new])] == [1]


def test_a_moved_and_edited_rule_is_edited_and_says_from_where() -> None:
    (change,) = compare_playbooks(_playbook(_rule()), _playbook(_rule(text="Look."), folder="q"))
    assert (change.kind, change.path_before, change.path) == ("edited", "p/a/one.yaml", "q/a/one.yaml")


def test_one_id_in_two_playbooks_is_two_rules() -> None:
    before = [*_playbook(_rule()).files, *_playbook(_rule(), folder="q").files]
    after = [*_playbook(_rule(text="Look.")).files, *_playbook(_rule(text="See."), folder="q").files]
    changes = compare_files(before, after)
    assert [(change.kind, change.path) for change in changes] == [
        ("edited", "p/a/one.yaml"),
        ("edited", "q/a/one.yaml"),
    ]
    assert [change.path for change in compare_files(before, after[:1])] == ["p/a/one.yaml", "q/a/one.yaml"]


def test_a_new_rule_lists_what_is_not_default() -> None:
    fields = compare_rules(None, _rule(enforce="gate", require="true", priority=50))
    assert [field.name for field in fields] == ["title", "text", "when", "require", "enforce", "agent"]
    assert fields[0] == FieldChange("title", None, "Title")


@pytest.mark.parametrize(
    ("before", "after", "kind"),
    [
        pytest.param(NEW_RULE, GATED, "promoted", id="to a gate"),
        pytest.param(GATED, NEW_RULE, "demoted", id="to the prompt"),
        pytest.param(NEW_RULE, GATED.replace(b"and read", b"and use"), "edited", id="other words too"),
    ],
)
def test_a_gate_is_a_kind_of_its_own(before: bytes, after: bytes, kind: str) -> None:
    old, new = (RuleFile(RULE_PATH, parse_rule(data, RULE_PATH), data) for data in (before, after))
    (change,) = compare_files([old], [new])
    assert change.kind == kind


def test_what_a_rule_replaces_is_a_change_to_review() -> None:
    before, after = parse_rule(OLD_RULE, RULE_PATH), parse_rule(MERGED, RULE_PATH)
    assert compare_rules(before, after) == (FieldChange("related", None, "replaces misc.old-greeting"),)
