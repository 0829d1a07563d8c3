"""Where in its file a part of a condition stands."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.contracts.condition_context import TUTOR_CONTEXT
from runtime.contracts.playbook import RuleFile
from runtime.rules.condition_place import place_in_file
from runtime.rules.load_reviewed import condition_problems
from runtime.rules.problem import RuleFileError
from runtime.rules.read_rule import parse_rule
from runtime.rules.read_yaml import Mark, read_yaml_with_marks

PATH = "playbooks/tutor/a/x.yaml"


def problems(written: str) -> list[tuple[str, str]]:
    """Return each problem of a `when` as what stands in the file at its place, and its message."""
    source = f"schema: 1\nid: a.x\ntitle: abc\nagent: tutor\ntext: Do it\nwhen: {written}\nrequire: state.answer_open\n"
    data = source.encode()
    try:
        file = RuleFile(PATH, parse_rule(data, PATH), data)
    except RuleFileError as exc:
        found = exc.problems
    else:
        found = tuple(condition_problems(file, {"tutor": TUTOR_CONTEXT}))
    lines = source.split("\n")
    return [(lines[one.line - 1][one.column - 1 :], one.message) for one in found]


@pytest.mark.parametrize(
    ("written", "at"),
    [
        ("state.step > 1 && stat.step < 3", "stat.step < 3"),
        ("state.step > 1 && state.stepp < 3", "state.stepp < 3"),
        ("'state.step > 1 && state.stepp < 3'", "state.stepp < 3'"),
        ('"action.name == \\"zoom\\" && state.stepp < 3"', 'state.stepp < 3"'),
        ("'action.text == \"it''s\" && state.stepp < 3'", "state.stepp < 3'"),
        (">-\n  state.step > 1\n  && state.stepp < 3", "state.stepp < 3"),
        ("state.step > 1\n  && state.stepp < 3", "state.stepp < 3"),
        ('action.kind == "HINT" || action.name == "zom"', '"zom"'),
        ('action.kind == "HINT" && lenn(action.text) > 3', "lenn(action.text) > 3"),
        ("state.step > 1 && state.step == \"two\"", 'state.step == "two"'),
        ("state.step > 1 & state.step < 3", "& state.step < 3"),
        (">-\n  state.step > 1\n  && (state.step < 3", "(state.step < 3"),
        ("state.step > 1 &&", ""),
        ("state.step > 1 state.answer_open", "state.answer_open"),
        ('action.name == "zoom" && action.text == "x', '"x'),
    ],
    ids=[
        "plain", "a field", "single quotes", "escaped quotes", "doubled quotes", "folded block",
        "lines of a plain text", "a text", "a function", "a comparison", "a sign", "a bracket in a block",
        "too short", "an operator missing",
        "an open quote",
    ],
)  # fmt: skip
def test_the_place_is_that_of_the_fault(written: str, at: str) -> None:
    (place, _), *_ = problems(written)
    assert place == at


def test_what_cannot_be_followed_is_placed_at_the_fields_start() -> None:
    mark = Mark(2, 7)
    assert place_in_file(b"a: 1\nwhen: other words\n", mark, "state.step", 6) == mark
    assert place_in_file(b"a: 1\nwhen: state.step\n", mark, "state.step", 0) == mark


@given(st.lists(st.sampled_from(["state.step", ">", "1", "&&", '"a b"', "size(x)", "(", ")"]), min_size=1, max_size=12))
def test_every_word_of_a_folded_condition_is_found_on_its_line(words: list[str]) -> None:
    data = ("when: >-\n" + "\n".join(f"  {word}" for word in words) + "\n").encode()
    document = read_yaml_with_marks(data, PATH)
    source, mark = str(document.value["when"]), document.marks[("when",)]
    offset = 0
    for number, word in enumerate(words):
        assert place_in_file(data, mark, source, offset) == (Mark(number + 2, 3) if offset else mark)
        offset += len(word) + 1
