"""The JSON Schema is that of the models: what it takes and refuses is what reading takes and refuses."""

import json
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from pydantic import ValidationError

from ace.playbook.rule_schema import FIELD_DOCS, KINDS, SchemaKind, rule_schema, schema_path, schema_text
from runtime.contracts.json_types import JsonObject
from runtime.contracts.rule import Rule, RuleTest
from runtime.rules.read_yaml import read_yaml

ROOT = Path(__file__).parents[3]
RULES = sorted(path for path in (ROOT / "playbooks").rglob("*.yaml"))
VALIDATORS = {kind: Draft202012Validator(rule_schema(kind)) for kind in KINDS}
PLAIN: JsonObject = {"schema": 1, "id": "a.x", "title": "abc", "agent": "tutor", "text": "Do it."}
CHECKED: JsonObject = {**PLAIN, "when": "true", "require": "true"}
EFFECT: JsonObject = {
    "metric": "success", "stage": "held-out", "n": 4, "before": 0.5, "after": 1, "verdict": "confirmed",
    "controller": "x",
}  # fmt: skip


def accepts(kind: SchemaKind, value: JsonObject) -> bool:
    return VALIDATORS[kind].is_valid(value)


def model_accepts(kind: SchemaKind, value: JsonObject) -> bool:
    try:
        (Rule if kind == "rule" else RuleTest).model_validate_json(json.dumps(value), strict=True)
    except ValidationError:
        return False
    return True


@pytest.mark.parametrize("kind", KINDS)
def test_the_committed_schema_is_the_present_one(kind: SchemaKind) -> None:
    committed = ROOT / f"docs/schema/{kind}.schema.json"
    assert committed.read_text(encoding="utf-8") == schema_text(kind), f"run: ace schema {kind} --output {committed}"
    assert schema_path(kind) == f".ace/schema/{committed.name}"
    Draft202012Validator.check_schema(rule_schema(kind))


@pytest.mark.parametrize("path", RULES, ids=[path.name for path in RULES])
def test_every_shipped_file_is_accepted(path: Path) -> None:
    kind: SchemaKind = "rule-test" if path.name.endswith(".test.yaml") else "rule"
    errors = [error.message for error in VALIDATORS[kind].iter_errors(read_yaml(path.read_bytes(), path.name))]
    assert errors == []


GOOD: dict[str, JsonObject] = {
    "plain": PLAIN,
    "checked": CHECKED,
    "gate": {**CHECKED, "enforce": "gate", "otherwise": {"action": "block"}},
    "when alone": {**PLAIN, "when": "true"},
    "no require": {**PLAIN, "require": None},
    "everything": {
        **CHECKED, "status": "active", "audience": "solver", "safety": True, "priority": 0, "rationale": "why",
        "evidence": [{"cluster": "c-1", "failures": 3, "samples": 2, "traces": ["e-1"], "quote_sha256": "ab"}],
        "effect": EFFECT, "related": [{"id": "a.y", "type": "refines"}], "authors": ["ace"],
        "created": "2026-11-29", "modified": "2026-11-29",
    },
}  # fmt: skip
BAD: dict[str, JsonObject] = {
    "unknown field": {**PLAIN, "titel": "abc"},
    "missing field": {"schema": 1, "id": "a.x"},
    "another schema": {**PLAIN, "schema": 2},
    "an id without an area": {**PLAIN, "id": "x"},
    "an id in capitals": {**PLAIN, "id": "a.X"},
    "a number for text": {**PLAIN, "title": 5},
    "a text for a number": {**PLAIN, "priority": "40"},
    "a text for a truth": {**PLAIN, "safety": "yes"},
    "priority over 100": {**PLAIN, "priority": 101},
    "a long text": {**PLAIN, "text": "x" * 1201},
    "a status there is not": {**PLAIN, "status": "draft"},
    "require without when": {**PLAIN, "require": "true"},
    "require without when, which is null": {**PLAIN, "require": "true", "when": None},
    "a gate without conditions": {**PLAIN, "enforce": "gate"},
    "a gate without require": {**PLAIN, "enforce": "gate", "when": "true"},
    "evidence without counts": {**PLAIN, "evidence": [{"cluster": "c-1"}]},
    "an effect with a field more": {**PLAIN, "effect": {**EFFECT, "x": 1}},
    "a link of no kind": {**PLAIN, "related": [{"id": "a.y", "type": "likes"}]},
    "a date that is none": {**PLAIN, "created": "29.11.2026"},
}


@pytest.mark.parametrize("value", GOOD.values(), ids=GOOD)
def test_what_the_model_takes_the_schema_takes(value: JsonObject) -> None:
    assert model_accepts("rule", value)
    assert accepts("rule", value)


@pytest.mark.parametrize("value", BAD.values(), ids=BAD)
def test_what_the_model_refuses_the_schema_refuses(value: JsonObject) -> None:
    assert not model_accepts("rule", value)
    assert not accepts("rule", value)


@pytest.mark.parametrize(
    ("value", "ok"),
    [
        pytest.param({"violates": [{"action": {"name": "x"}}], "complies": []}, True, id="a test"),
        pytest.param({}, True, id="empty"),
        pytest.param({"violates": [{"state": {}}]}, False, id="no action"),
        pytest.param({"violates": [{"action": {}, "stat": {}}]}, False, id="a misspelt part"),
        pytest.param({"violates": {"action": {}}}, False, id="no list"),
    ],
)
def test_rule_tests(value: JsonObject, ok: bool) -> None:
    assert model_accepts("rule-test", value) is ok
    assert accepts("rule-test", value) is ok


_VALUES = st.one_of(
    st.none(), st.booleans(), st.integers(-2, 200), st.text("ab .1-", max_size=12), st.lists(st.just({}), max_size=1),
    st.sampled_from(["gate", "prompt", "active", "solver", "a.x", "2026-11-29"]), st.dates().map(date.isoformat),
    st.just({"action": "block"}),
)  # fmt: skip


@settings(deadline=None)
@given(st.dictionaries(st.sampled_from([*sorted(FIELD_DOCS), "other"]), _VALUES, max_size=4))
def test_schema_and_model_agree_on_any_fields(changes: JsonObject) -> None:
    value = {**PLAIN, **changes}
    assert accepts("rule", value) == model_accepts("rule", value)


def test_every_field_is_described_and_shown() -> None:
    fields = {field.alias or name for name, field in Rule.model_fields.items()}
    assert FIELD_DOCS.keys() == fields
    properties = rule_schema("rule")["properties"]
    assert isinstance(properties, dict)
    assert all(shown["description"] == FIELD_DOCS[name] for name, shown in properties.items())
