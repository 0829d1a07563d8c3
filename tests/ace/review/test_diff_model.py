"""What counts as a change, and how it is matched."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ace.review.diff_model import FieldChange, compare_files, compare_playbooks, compare_rules, word_diff
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
    before = _playbook(_rule(), _rule(id="a.gone"))
    after = _playbook(_rule(text="Look once."), _rule(id="a.new"))
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
    ("before", "after", "folder"),
    [(_rule(), _rule(), "q"), (_rule(), _rule(priority=3), "p")],
    ids=["another file", "another place in the order"],
)
def test_a_rename_or_reorder_is_a_move(before: Rule, after: Rule, folder: str) -> None:
    (change,) = compare_playbooks(_playbook(before), _playbook(after, folder=folder))
    assert change.kind == "moved"


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
    ("before", "after", "expected"),
    [
        ("a b c", "a x c", "a [-b-]{+x+} c"),
        ("Do not give X", "Give X", "[-Do not give-]{+Give+} X"),
        ("give 10 mg", "give 100 mg", "give [-10-]{+100+} mg"),
        ("the first thing now", "a second item now", "[-the first thing-]{+a second item+} now"),
        ("x", "x y", "x{+ y+}"),
        ("", "", ""),
    ],
)
def test_words_are_the_unit(before: str, after: str, expected: str) -> None:
    marks = {"equal": "{}", "delete": "[-{}-]", "insert": "{{+{}+}}"}
    assert "".join(marks[change.op].format(change.text) for change in word_diff(before, after)) == expected


@settings(deadline=None)
@given(st.text("ab .\n", max_size=30), st.text("ab .\n", max_size=30))
def test_a_word_diff_holds_both_texts_whole(before: str, after: str) -> None:
    changes = word_diff(before, after)
    assert "".join(change.text for change in changes if change.op != "insert") == before
    assert "".join(change.text for change in changes if change.op != "delete") == after


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
