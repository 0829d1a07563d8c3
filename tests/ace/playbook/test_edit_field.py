"""Span edits: the intended field changes, every other byte stays."""

import re

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from ace.playbook.edit_field import edit_field
from ace.playbook.write_rule import FIELD_ORDER
from runtime.contracts.errors import RuleError
from runtime.contracts.rule import Otherwise
from runtime.rules.read_yaml import read_yaml, read_yaml_with_marks
from tests.ace.playbook.rule_layouts import Placed, rule_files

SOURCE = """\
# yaml-language-server: $schema=x
schema:   1
id: tools.a        # never changes

title: 'Ask  first' # ein Titel – ü
status: active
agent: "tutor"
text: |   # for the model
  Call `retrieve`.

# about the condition
when: action.name ==
  "web_browser"
otherwise: {action: retrieve,   # inner
   } # after
priority: 40
evidence:   # written by ace
- {cluster: c-1, failures: 1, samples: 1} # one
-   cluster: c-2
    failures: 2
    samples: 2
# before authors
authors: [a,
  b]
# the end
"""


def edited(field: str, value: object, source: str = SOURCE) -> str:
    return edit_field(source.encode(), field, value).decode()


EDITS: dict[str, tuple[str, object, str, str]] = {
    "inline keeps its comment": ("id", "tools.b", "id: tools.a  ", "id: tools.b  "),
    "spacing before the value stays": ("schema", 2, "schema:   1", "schema:   2"),
    "quoted": ("title", "no", "'Ask  first' #", '"no" #'),
    "inline to lines": (
        "title",
        "a\nb\n",
        "title: 'Ask  first' # ein Titel – ü\n",
        "title: | # ein Titel – ü\n  a\n  b\n",
    ),
    "literal keeps its comment": (
        "text",
        "X.\nY",
        "|   # for the model\n  Call `retrieve`.\n",
        "|-   # for the model\n  X.\n  Y\n",
    ),
    "plain over two lines": ("when", "true", 'action.name ==\n  "web_browser"', '"true"'),
    "flow over two lines": (
        "otherwise",
        Otherwise(action="block"),
        "{action: retrieve,   # inner\n   }",
        "{action: block}",
    ),
    "number": ("priority", 5, "priority: 40", "priority: 5"),
    "flow list": ("authors", ("c",), "[a,\n  b]", "[c]"),
    "block list to flow": (
        "evidence",
        [],
        "evidence:   # written by ace\n- {cluster: c-1, failures: 1, samples: 1} # one\n"
        "-   cluster: c-2\n    failures: 2\n    samples: 2\n",
        "evidence: []   # written by ace\n",
    ),
    "added between": ("rationale", "why", "priority: 40\n", "priority: 40\nrationale: why\n"),
    "added after a literal": ("audience", "solver", 'agent: "tutor"\n', 'agent: "tutor"\naudience: solver\n'),
    "added lines": ("require", "a\nb", '  "web_browser"\n', '  "web_browser"\nrequire: |-\n  a\n  b\n'),
    "added last": ("created", "2026-11-29", "  b]\n", "  b]\ncreated: 2026-11-29\n"),
    "removed": ("priority", None, "priority: 40\n", ""),
    "removed with its lines": ("text", None, "text: |   # for the model\n  Call `retrieve`.\n", ""),
    "nothing to change": ("status", "active", "", ""),
    "nothing to remove": ("effect", None, "", ""),
}


@pytest.mark.parametrize("newline", ["\n", "\r\n"], ids=["lf", "crlf"])
@pytest.mark.parametrize(("field", "value", "old", "new"), EDITS.values(), ids=EDITS)
def test_only_the_field_changes(field: str, value: object, old: str, new: str, newline: str) -> None:
    assert old in SOURCE
    expected = SOURCE.replace(old, new, 1).replace("\n", newline)
    assert edited(field, value, SOURCE.replace("\n", newline)) == expected


ENDS = {
    "a comment that lines would swallow": (
        "id: a.b\ntitle: x\n    # deep comment\nagent: c\n",
        "title",
        "a\nb",
        'id: a.b\ntitle: "a\\nb"\n    # deep comment\nagent: c\n',
    ),
    "both comments of a value on its own line": (
        "id: a.b\ntitle: # one\n  x # two\n",
        "title",
        "z",
        "id: a.b\ntitle: # one\n  z # two\n",
    ),
    "removed after kept blank lines": (
        "text: |+\n  x\nagent: c\n\nid: a.b\n",
        "agent",
        None,
        "text: |+\n  x\nid: a.b\n",
    ),
    "added before lines that end with the file": ("id: |\n  x", "title", "z", "title: z\nid: |\n  x"),
    "removed with a comment that lines would swallow": (
        "id: |\n  x\nagent: c\n    # deep\ntitle: z\n",
        "agent",
        None,
        "id: |\n  x\ntitle: z\n",
    ),
    "a comment right behind quotes": ("id: 'a'#b\nagent: c\n", "id", "a.c", 'id: "a.c"#b\nagent: c\n'),
    "inline": ("id: a.b\npriority: 1", "priority", 2, "id: a.b\npriority: 2"),
    "inline to lines": ("id: a.b\ntitle: x", "title", "a\nb", "id: a.b\ntitle: |-\n  a\n  b\n"),
    "literal": ("id: a.b\ntext: |\n  x", "text", "y\n", "id: a.b\ntext: |\n  y\n"),
    "added": ("id: a.b", "title", "x", "id: a.b\ntitle: x\n"),
    "removed": ("id: a.b\ntitle: x", "title", None, "id: a.b\n"),
    "indented file": ("  id: a.b\n  agent: c\n", "title", "x\ny", "  id: a.b\n  title: |-\n    x\n    y\n  agent: c\n"),
    "added first": ("# c\nid: a.b\n", "schema", 1, "# c\nschema: 1\nid: a.b\n"),
    "kept blank lines": ("text: |+\n  x\n\n\nagent: c\n", "text", "y", "text: |-\n  y\nagent: c\n"),
    "blank lines after": ("text: |\n  x\n\n\nagent: c\n", "text", "y", "text: |-\n  y\n\n\nagent: c\n"),
    "document marks": ("---\nid: a.b\n...\n", "title", "x", "---\nid: a.b\ntitle: x\n...\n"),
    "astral characters": ("id: a.b # 🙂\nagent: 🙂 # 🙂\n", "agent", "x", "id: a.b # 🙂\nagent: x # 🙂\n"),
}


@pytest.mark.parametrize(("source", "field", "value", "expected"), ENDS.values(), ids=ENDS)
def test_edges_of_files(source: str, field: str, value: object, expected: str) -> None:
    assert edited(field, value, source) == expected


REFUSED: dict[str, tuple[str, str, object, str]] = {
    "unknown field": ("id: a.b\n", "prioritty", 1, "did you mean `priority`"),
    "flow file": ("{id: a.b}\n", "id", "a.c", "write a field a line"),
    "explicit key": ("? id\n: a.b\n", "id", "a.c", "is not written as `name: value`"),
    "broken file": ("id: [\n", "id", "a.c", "not valid YAML"),
    "infinity": ("id: a.b\n", "priority", float("inf"), "cannot hold"),
    "bidi": ("id: a.b\n", "title", "\u202e", "bidirectional"),
    "last field": ("id: a.b\n", "id", None, "no content"),
}


@pytest.mark.parametrize(("source", "field", "value", "message"), REFUSED.values(), ids=REFUSED)
def test_an_edit_that_cannot_be_sure_is_refused(source: str, field: str, value: object, message: str) -> None:
    with pytest.raises(RuleError, match=message):
        edited(field, value, source)


TEXTS = st.text(st.sampled_from("ab é🙂\n\n:#'\"-|>{}[],&*!0n\\\t"), max_size=20)
VALUES = st.one_of(
    st.none(),
    st.integers(0, 9),
    TEXTS,
    st.sampled_from(["x" * 300, "two\nlines\n", "no", "2026-11-29"]),
    st.lists(TEXTS, max_size=3),
    st.lists(st.fixed_dictionaries({"a": TEXTS, "b": st.floats(0, 1)}), max_size=2),
    st.fixed_dictionaries({"action": TEXTS}),
)


def is_insertion(old: str, new: str) -> bool:
    return any(new.startswith(old[:cut]) and new.endswith(old[cut:]) for cut in range(len(old) + 1))


def tried(source: str, field: str, value: object) -> str | None:
    """Return the edited file; None where the edit would leave no field at all."""
    try:
        return edited(field, value, source)
    except RuleError as exc:
        if value is None and "no content" in str(exc):
            return None
        raise


@settings(deadline=None, max_examples=100, suppress_health_check=[HealthCheck.filter_too_much])
@given(rule_files(), st.sampled_from(FIELD_ORDER), st.data())
def test_any_edit_of_any_file_changes_one_field_and_no_byte_outside_of_it(
    placed: Placed, other: str, data: st.DataObject
) -> None:
    source = placed.text
    before = readable(source)
    assume(before is not None and before.keys() == placed.fields.keys())
    assert before is not None
    field = data.draw(st.sampled_from([*placed.fields, other]))
    value = data.draw(VALUES | st.sampled_from(list(before.values())))
    result = tried(source, field, value)
    if result is None:
        return
    after = read_yaml(result.encode(), "f")
    assert after.pop(field, None) == value
    assert after == {name: item for name, item in before.items() if name != field}
    if field in before:
        start, end = placed.fields[field]
        head, tail = source[:start], source[end:]
        if value is None:
            # A field is removed with its indentation; after a text in lines, with what this would take for its own.
            head = head.rstrip(" ")
            tail = GAP.sub("", tail) if follows_lines(source, field) else tail
        assert result.startswith(head)
        assert result[len(head) :].endswith(tail)
    else:
        assert is_insertion(source, result)


GAP = re.compile(r"^([ \t]*(#[^\r\n]*)?\r?\n)+")


def follows_lines(source: str, field: str) -> bool:
    marks = read_yaml_with_marks(source.encode(), "f").marks
    names = [path[0] for path in marks if len(path) == 1]
    last = [mark for path, mark in marks.items() if path[:1] == (names[names.index(field) - 1],)][-1]
    return names[0] != field and last.style in {"|", ">"}


def readable(source: str) -> dict[str, object] | None:
    try:
        return read_yaml(source.encode(), "f")
    except RuleError:
        return None
