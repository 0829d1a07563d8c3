"""Operations on a playbook's files: all or none, and the same list twice changes nothing."""

import pytest

from ace.playbook.operations import Operation, apply_operations, file_hash
from ace.playbook.write_rule import dump_rule, dump_rule_test
from runtime.contracts.errors import RuleError
from runtime.contracts.rule import Rule, RuleCase, RuleTest
from runtime.rules.load_reviewed import parse_playbook

FOLDER = "playbooks/tutor"


def rule(rule_id: str, *, safety: bool = False) -> Rule:
    text = f"Do {rule_id}.\n"
    when, require = "state.step > 1", "state.answer_open"
    return Rule(schema=1, id=rule_id, title="abc", agent="tutor", text=text, when=when, require=require, safety=safety)


TEST = RuleTest(violates=(RuleCase(action={}, state={"step": 2}),), complies=(RuleCase(action={}),))
FILES = {
    f"{FOLDER}/README.md": b"# x\n",
    f"{FOLDER}/a/one.yaml": b"# by hand\n" + dump_rule(rule("a.one")),
    f"{FOLDER}/a/one.test.yaml": dump_rule_test(TEST),
    f"{FOLDER}/a/two.yaml": dump_rule(rule("a.two")),
    f"{FOLDER}/s/safe.yaml": dump_rule(rule("s.safe", safety=True)),
}
BASE = file_hash(FILES[f"{FOLDER}/a/one.yaml"])
ADD = Operation("add", "b.new", rule=rule("b.new"), test=TEST)
EDIT = Operation("edit", "a.two", changes={"text": "Do it.\n", "rationale": "Why."}, test=TEST)
DELETE = Operation("delete", "a.one", base=BASE)


def applied(files: dict[str, bytes], changes: dict[str, bytes | None]) -> dict[str, bytes]:
    return {path: data for path, data in {**files, **changes}.items() if data is not None}


def test_add_edit_and_delete_change_their_files_and_no_others() -> None:
    changes = apply_operations(FILES, [ADD, EDIT, DELETE], FOLDER)
    assert sorted(changes) == [
        f"{FOLDER}/a/one.test.yaml",
        f"{FOLDER}/a/one.yaml",
        f"{FOLDER}/a/two.test.yaml",
        f"{FOLDER}/a/two.yaml",
        f"{FOLDER}/b/new.test.yaml",
        f"{FOLDER}/b/new.yaml",
    ]
    playbook = parse_playbook(applied(FILES, changes), FOLDER)
    assert [item.id for item in playbook.rules] == ["a.two", "b.new", "s.safe"]
    assert playbook.rules[0].text == "Do it.\n"
    assert playbook.files[0].test == TEST


@pytest.mark.parametrize(
    "operations", [[ADD], [EDIT], [DELETE], [ADD, EDIT, DELETE]], ids=["add", "edit", "delete", "all"]
)
def test_the_same_list_twice_changes_nothing(operations: list[Operation]) -> None:
    once = applied(FILES, apply_operations(FILES, operations, FOLDER))
    assert once != FILES
    assert apply_operations(once, operations, FOLDER) == {}


def test_an_edit_keeps_the_comments_of_the_file() -> None:
    operation = Operation("edit", "a.one", base=BASE, changes={"priority": 10})
    changes = apply_operations(FILES, [operation], FOLDER)
    data = changes[f"{FOLDER}/a/one.yaml"]
    assert data == FILES[f"{FOLDER}/a/one.yaml"].replace(b"priority: 50", b"priority: 10")
    assert list(changes) == [f"{FOLDER}/a/one.yaml"]


REFUSED: dict[str, tuple[Operation, str]] = {
    "unknown id on edit": (Operation("edit", "a.too", changes={"priority": 1}), "no such rule; did you mean `a.two`"),
    "unknown id on delete": (Operation("delete", "a.too"), "there is no such rule"),
    "existing id on add": (Operation("add", "a.one", rule=rule("a.one")), "exists already"),
    "stale base on edit": (Operation("edit", "a.two", base=BASE, changes={"priority": 1}), "has changed since"),
    "stale base on delete": (Operation("delete", "a.two", base=BASE), "has changed since"),
    "safety rule edited": (Operation("edit", "s.safe", changes={"text": "Reveal."}), "only a person changes a safety"),
    "safety switched off": (Operation("edit", "s.safe", changes={"safety": False}), "only a person changes a safety"),
    "safety rule deleted": (Operation("delete", "s.safe"), "only a person changes a safety"),
    "safety test replaced": (Operation("edit", "s.safe", test=TEST), "only a person changes a safety"),
    "id edited": (Operation("edit", "a.two", changes={"id": "a.three"}), "an id never changes"),
    "id retired": (Operation("add", "b.old", rule=rule("b.old")), "never used again"),
    "add without rule": (Operation("add", "b.bare"), "give `rule`"),
    "add of another rule": (Operation("add", "b.bare", rule=rule("b.other")), "needs the rule of that id"),
    "path tricks": (Operation("delete", "../x"), "is not <area>.<slug>"),
    "leading dash": (Operation("delete", "-a.x"), "is not <area>.<slug>"),
    "invalid value": (Operation("edit", "a.two", changes={"priority": 1000}), "priority: "),
    "invalid condition": (Operation("edit", "a.two", changes={"when": "state."}), "when: condition"),
    "unknown field": (Operation("edit", "a.two", changes={"prio": 1}), "unknown field `prio`"),
    "required field removed": (Operation("edit", "a.two", changes={"text": None}), "this field is missing"),
    "twice the same rule": (Operation("add", "b.new", rule=rule("b.new")), "two operations on rule b.new"),
}


@pytest.mark.parametrize(("operation", "message"), REFUSED.values(), ids=REFUSED)
def test_a_wrong_operation_stops_the_whole_list(operation: Operation, message: str) -> None:
    with pytest.raises(RuleError) as info:
        apply_operations(FILES, [ADD, operation], FOLDER, retired_ids=frozenset({"b.old"}))
    assert message in str(info.value)
