"""The documented context: every field once, defaults that nobody shares, overlays that change nothing."""

import re
from pathlib import Path

from runtime.contracts.condition_context import (
    MODALITIES,
    TUTOR_CONTEXT,
    ContextField,
    default_context,
    merge_context,
)
from runtime.contracts.json_types import canonical_json


def test_every_field_is_documented_once_under_one_of_three_variables() -> None:
    paths = [field.path for field in TUTOR_CONTEXT]
    assert len(set(paths)) == len(paths)
    assert {path.split(".")[0] for path in paths} == {"action", "state", "episode"}
    assert all(field.doc for field in TUTOR_CONTEXT)


def test_fields_of_fixed_values_are_texts_and_say_them_all() -> None:
    limited = {field.path: field for field in TUTOR_CONTEXT if field.choices}
    assert {"action.kind", "action.name", "state.tools.called", "state.student.level"} <= set(limited)
    assert all(isinstance(field.default, str | list) for field in limited.values())
    # Only an action always has a kind and a name; every other field can be what it is by default.
    decided = {"action.kind", "action.name"}
    assert all(field.default in ([], *field.choices) for path, field in limited.items() if path not in decided)


def test_the_modalities_are_those_of_the_samples() -> None:
    folder = Path(__file__).parents[3] / "samples" / "tutor"
    files = [path.read_text(encoding="utf-8") for path in folder.glob("*.yaml")]
    found = {name for text in files for name in re.findall(r"^modality: (\S+)", text, re.MULTILINE)}
    assert len(found) > 3
    assert found <= set(MODALITIES)


def test_the_default_context_holds_every_default_at_its_path() -> None:
    context = default_context(TUTOR_CONTEXT)
    for field in TUTOR_CONTEXT:
        value: object = context
        for part in field.path.split("."):
            assert isinstance(value, dict)
            value = value[part]
        assert value == field.default


def test_contexts_do_not_share_lists() -> None:
    fields = (ContextField("state.names", [], "a list"),)
    first = default_context(fields)
    names = first["state"]["names"]
    assert isinstance(names, list)
    names.append("changed")
    assert default_context(fields) == {"state": {"names": []}}


def test_an_overlay_changes_only_what_it_names() -> None:
    base = default_context(TUTOR_CONTEXT)
    before = canonical_json(base)
    merged = merge_context(base, {"state": {"student": {"attempts": 2}}}, {"state": {"step": 4}})
    expected = default_context(TUTOR_CONTEXT)
    expected["state"]["step"] = 4
    student = expected["state"]["student"]
    assert isinstance(student, dict)
    student["attempts"] = 2
    assert merged == expected
    assert canonical_json(base) == before


def test_arguments_are_replaced_whole_and_unknown_fields_added() -> None:
    base = default_context(TUTOR_CONTEXT)
    merged = merge_context(base, {"action": {"arguments": {"query": "x"}, "extra": 1}})
    assert merged["action"]["arguments"] == {"query": "x"}
    assert merged["action"]["extra"] == 1
    assert merged["action"]["kind"] == ""
