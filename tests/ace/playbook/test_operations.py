"""Operations on a playbook's files: all or none, and the same list twice changes nothing."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ace.playbook.operations import Operation, apply_operations, file_hash
from ace.playbook.write_rule import dump_rule, dump_rule_test
from runtime.contracts.errors import RuleError
from runtime.contracts.rule import Evidence, Related, Rule, RuleCase, RuleTest
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
    f"{FOLDER}/a/gate.yaml": dump_rule(rule("a.gate").model_copy(update={"enforce": "gate"})),
    f"{FOLDER}/a/words.yaml": dump_rule(rule("a.words").model_copy(update={"when": None, "require": None})),
    f"{FOLDER}/s/safe.yaml": dump_rule(rule("s.safe", safety=True)),
}
BASE = file_hash(FILES[f"{FOLDER}/a/one.yaml"])
ADD = Operation("add", "b.new", rule=rule("b.new"), test=TEST)
EDIT = Operation("edit", "a.two", changes={"text": "Do it.\n", "rationale": "Why."}, test=TEST)
DELETE = Operation("delete", "a.one", base=BASE)


TWO_BASE = file_hash(FILES[f"{FOLDER}/a/two.yaml"])
PROMOTE = Operation("promote", "a.one", base=BASE)
DEMOTE = Operation("demote", "a.gate")
MERGE = Operation("merge", "a.two", base=TWO_BASE, merged={"a.one": BASE}, changes={"title": "One of two"})


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
    assert [item.id for item in playbook.rules] == ["a.gate", "a.two", "a.words", "b.new", "s.safe"]
    assert playbook.rules[1].text == "Do it.\n"
    assert playbook.files[1].test == TEST


@pytest.mark.parametrize(
    "operations",
    [[ADD], [EDIT], [DELETE], [PROMOTE], [DEMOTE], [MERGE], [ADD, EDIT, DELETE, DEMOTE], [ADD, MERGE, DEMOTE]],
    ids=["add", "edit", "delete", "promote", "demote", "merge", "all", "all with merge"],
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


def test_promote_and_demote_change_the_one_field_and_undo_each_other() -> None:
    path = f"{FOLDER}/a/one.yaml"
    promoted = apply_operations(FILES, [PROMOTE], FOLDER)
    assert promoted == {path: FILES[path].replace(b"enforce: prompt", b"enforce: gate")}
    after = applied(FILES, promoted)
    back = apply_operations(after, [Operation("demote", "a.one", base=file_hash(after[path]))], FOLDER)
    assert back == {path: FILES[path]}


def test_promote_writes_a_field_that_was_not_there_and_keeps_comments() -> None:
    path = f"{FOLDER}/a/one.yaml"
    source = FILES[path].replace(b"enforce: prompt\n", b"# a person's words\r\n")
    after = apply_operations({path: source}, [Operation("promote", "a.one", base=file_hash(source))], FOLDER)[path]
    assert after is not None
    assert after.replace(b"enforce: gate\r\n", b"").replace(b"enforce: gate\n", b"") == source


def test_a_merge_edits_one_deletes_the_others_and_unites_their_evidence() -> None:
    evidence = [Evidence(cluster=f"c-{n}", failures=n, samples=n) for n in (1, 2)]
    one, two = (
        rule(f"a.{name}").model_copy(update={"evidence": (evidence[n],)}) for n, name in enumerate(["one", "two"])
    )
    files = {**FILES, f"{FOLDER}/a/one.yaml": dump_rule(one), f"{FOLDER}/a/two.yaml": dump_rule(two)}
    bases = {name: file_hash(files[f"{FOLDER}/a/{name}.yaml"]) for name in ("one", "two")}
    merge = Operation("merge", "a.two", base=bases["two"], merged={"a.one": bases["one"]}, test=TEST)
    changes = apply_operations(files, [merge], FOLDER)
    assert {path for path, data in changes.items() if data is None} == {
        f"{FOLDER}/a/one.yaml",
        f"{FOLDER}/a/one.test.yaml",
    }
    merged = parse_playbook(applied(files, changes), FOLDER).find("a.two")
    assert merged is not None
    assert merged.rule.evidence == (evidence[1], evidence[0])
    assert merged.rule.related == (Related(id="a.one", type="replaces"),)
    assert merged.test == TEST
    assert apply_operations(applied(files, changes), [merge], FOLDER) == {}


GATE, SAFE = (file_hash(FILES[f"{FOLDER}/{name}.yaml"]) for name in ("a/gate", "s/safe"))
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
    "safety rule promoted": (Operation("promote", "s.safe"), "only a person changes a safety"),
    "safety rule merged away": (Operation("merge", "a.two", merged={"s.safe": SAFE}), "only a person changes a safety"),
    "safety rule merged into": (
        Operation("merge", "s.safe", merged={"a.two": TWO_BASE}),
        "only a person changes a safe",
    ),
    "unknown id on promote": (Operation("promote", "a.too"), "promote of a.too: there is no such rule; did you mean"),
    "stale base on promote": (
        Operation("promote", "a.two", base=BASE),
        "promote of a.two: playbooks/tutor/a/two.yaml has",
    ),
    "stale base on demote": (Operation("demote", "a.gate", base=BASE), "demote of a.gate"),
    "promoted without a condition": (
        Operation("promote", "a.words"),
        "`enforce: gate` needs both `when` and `require`",
    ),
    "stale kept on merge": (
        Operation("merge", "a.two", base=BASE, merged={"a.one": BASE}),
        "two.yaml has changed since",
    ),
    "stale other on merge": (Operation("merge", "a.two", merged={"a.one": TWO_BASE}), "one.yaml has changed since"),
    "unknown other on merge": (Operation("merge", "a.two", merged={"a.too": BASE}), "a.too: there is no such rule"),
    "unknown kept on merge": (Operation("merge", "a.too", merged={"a.one": BASE}), "merge of a.too: there is no such"),
    "merged with itself": (Operation("merge", "a.two", merged={"a.two": TWO_BASE}), "two operations on rule a.two"),
    "merge of one": (Operation("merge", "a.two"), "give `merged`"),
    "merge with its own evidence": (
        Operation("merge", "a.two", merged={"a.one": BASE}, changes={"evidence": []}),
        "`evidence` is made of both rules'",
    ),
    "a gate merged away": (Operation("merge", "a.two", merged={"a.gate": GATE}), "promote a.two first"),
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


def test_what_an_operation_would_pass_over_in_silence_is_refused() -> None:
    with pytest.raises(RuleError, match=r"promote of a\.one: takes no `changes`"):
        Operation("promote", "a.one", changes={"enforce": "prompt"})
    with pytest.raises(RuleError, match=r"edit of a\.one: takes no `merged`"):
        Operation("edit", "a.one", merged={"a.two": TWO_BASE})


OPERATIONS = st.sampled_from([ADD, EDIT, DELETE, PROMOTE, DEMOTE, MERGE, *(one for one, _ in REFUSED.values())])


@settings(deadline=None)
@given(st.lists(OPERATIONS, max_size=4))
def test_any_list_is_applied_whole_or_refused_and_twice_is_once(operations: list[Operation]) -> None:
    before = dict(FILES)
    try:
        changes = apply_operations(FILES, operations, FOLDER)
    except RuleError:
        changes = None
    assert before == FILES
    if changes is not None:
        after = applied(FILES, changes)
        parse_playbook(after, FOLDER)
        again = [one for one in operations if one.op != "delete" or one.base is not None]
        assert apply_operations(after, again, FOLDER) == {}
