"""Values as YAML text."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ace.playbook.yaml_text import field_text, flow, quote
from runtime.contracts.errors import RuleError
from runtime.contracts.json_types import JsonObject
from runtime.rules.read_yaml import read_yaml

SCALARS = {
    "retrieve": "retrieve",
    'action.kind == "HINT"': """'action.kind == "HINT"'""",
    "no": '"no"',
    "010": '"010"',
    "1.10": '"1.10"',
    "2026-11-29": '"2026-11-29"',
    "": '""',
    "a: b": '"a: b"',
    "é ü": "é ü",
    "- a": '"- a"',
    "it's": "it's",
    "a\nb": r'"a\nb"',
    'say "no"\n': r'"say \"no\"\n"',
}


@pytest.mark.parametrize(("text", "written"), SCALARS.items())
def test_texts_are_plain_only_where_nothing_misreads_them(text: str, written: str) -> None:
    assert quote(text) == written or quote(text, in_flow=False) == text
    assert read_yaml(f"a: {quote(text, in_flow=False)}\nb: [{quote(text)}]\n".encode(), "f") == {"a": text, "b": [text]}


def test_a_condition_at_the_top_level_stays_plain() -> None:
    assert quote('action.kind == "HINT"', in_flow=False) == 'action.kind == "HINT"'


ALLOWED = st.characters(
    min_codepoint=32, max_codepoint=0x2FF, exclude_characters="\u007f\u00ad", exclude_categories=["Cc"]
)
TEXTS = st.text(st.one_of(ALLOWED, st.sampled_from(" \n\n\t:#'\"\\-|>{}[],&*!%@`?=~0n")), max_size=30)
VALUES = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-(10**17), 10**17),
        st.floats(allow_nan=False, allow_infinity=False),
        TEXTS,
    ),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(TEXTS, inner, max_size=3)),
    max_leaves=6,
)


@settings(deadline=None)
@given(VALUES, st.sampled_from(["text", "created", "title"]))
def test_every_value_reads_back_as_it_was(value: object, name: str) -> None:
    head, body = field_text(name, value)
    data = "\n".join([f"{name}: {head}".rstrip(), *body, "b: 1", ""]).encode()
    wanted: JsonObject = {name: value, "b": 1}
    assert read_yaml(data, "f", max_depth=30) == wanted


def test_long_mappings_get_a_line_a_field_and_short_ones_stay_on_theirs() -> None:
    short = {"id": "a.b", "type": "refines"}
    long = {"cluster": "c-1", "traces": ["e-" + "0" * 60], "quote": "1" * 64}
    assert field_text("related", [short, long]).body == (
        "  - {id: a.b, type: refines}",
        "  - cluster: c-1",
        f"    traces: [e-{'0' * 60}]",
        f'    quote: "{"1" * 64}"',
    )


@pytest.mark.parametrize("value", [float("inf"), float("nan"), object(), b"x"])
def test_what_yaml_cannot_hold_is_an_error(value: object) -> None:
    with pytest.raises(RuleError, match="cannot hold"):
        flow(value)
