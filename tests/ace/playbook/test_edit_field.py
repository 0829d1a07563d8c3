"""Span edits: the intended field changes, every other byte stays."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ace.playbook.edit_field import edit_field
from ace.playbook.write_rule import FIELD_ORDER
from runtime.contracts.errors import RuleError
from runtime.contracts.rule import Otherwise
from runtime.rules.read_yaml import read_yaml

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
    "swallowed comment": (
        "id: a.b\ntitle: x\n    # deep comment\nagent: c\n",
        "title",
        "a\nb",
        "would change other fields",
    ),
    "broken file": ("id: [\n", "id", "a.c", "not valid YAML"),
    "infinity": ("id: a.b\n", "priority", float("inf"), "cannot hold"),
    "bidi": ("id: a.b\n", "title", "\u202e", "bidirectional"),
    "last field": ("id: a.b\n", "id", None, "no content"),
}


@pytest.mark.parametrize(("source", "field", "value", "message"), REFUSED.values(), ids=REFUSED)
def test_an_edit_that_cannot_be_sure_is_refused(source: str, field: str, value: object, message: str) -> None:
    with pytest.raises(RuleError, match=message):
        edited(field, value, source)


TEXTS = st.text(st.sampled_from("ab é\n\n:#'\"-|>{}[],&*!0n"), max_size=20)
SCALARS = [
    "x",
    "'q # q'  # c",
    '"d"',
    "|\n  l1\n\n  l2\n",
    "|-\n  k",
    ">\n  f\n  g\n\n",
    "|+\n  k\n\n",
    "p\n  goes on",
    "7   ",
]
LISTS = ["{a: [1,\n  2]} # c", "\n  - a\n  - {b: c} # d", "\n- a\n-   b: c\n    d: e", "\n  k: v\n  l: [1]"]
SHAPES = st.sampled_from([*SCALARS, *LISTS])
FILES = st.dictionaries(st.sampled_from(FIELD_ORDER), SHAPES, min_size=2, max_size=7)
VALUES = st.one_of(
    st.none(),
    st.integers(0, 9),
    TEXTS,
    st.lists(TEXTS, max_size=3),
    st.lists(st.fixed_dictionaries({"a": TEXTS}), max_size=2),
)


def is_insertion(old: bytes, new: bytes) -> bool:
    return any(new.startswith(old[:cut]) and new.endswith(old[cut:]) for cut in range(len(old) + 1))


@settings(deadline=None)
@given(FILES, st.sampled_from(FIELD_ORDER), VALUES, st.sampled_from(["\n", "\r\n"]))
def test_any_edit_changes_one_field_and_keeps_all_other_chunks(
    fields: dict[str, str], field: str, value: object, newline: str
) -> None:
    parts = (f"# chunk {name}\n{name}: {shape}".rstrip(" ") + "\n" for name, shape in fields.items())
    source = "".join(parts).replace("\n", newline).encode()
    result = edit_field(source, field, value)
    before, after = read_yaml(source, "f"), read_yaml(result, "f")
    assert after.pop(field, None) == value
    assert after == {name: item for name, item in before.items() if name != field}
    chunks = [re.split(rb"(?m)^# chunk ", data)[1:] for data in (source, result)]
    changed = [(old, new) for old, new in zip(*chunks, strict=True) if old != new]
    assert len(changed) <= 1
    for old, new in changed:
        assert old.startswith(field.encode()) if field in fields else is_insertion(old, new)
