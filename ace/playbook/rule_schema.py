"""JSON Schema of rule files and rule tests, made from the models that read them: editors complete and check by it."""

import json
from collections.abc import Mapping
from typing import Literal, TypeAlias, get_args

from runtime.contracts.json_types import JsonObject, as_object
from runtime.contracts.rule import Rule, RuleTest

SchemaKind: TypeAlias = Literal["rule", "rule-test"]
KINDS: tuple[SchemaKind, ...] = get_args(SchemaKind)
# Where `ace init` writes the schemas, from the top of a repository.
FOLDER = ".ace/schema"
# What an editor shows of each field of a rule.
FIELD_DOCS: Mapping[str, str] = {
    "schema": "Version of this format; always 1.",
    "id": "<area>.<slug>, as the path says. Never changed, and never used again after the rule is deleted.",
    "title": "The rule in one line, for people.",
    "status": "experimental and active rules are injected, deprecated ones are not.",
    "agent": "The agent this rule is for.",
    "audience": "Whose prompt it goes into: that of the controller, which decides, or of the solver, which answers.",
    "text": "What the model reads, as one bullet.",
    "when": "CEL: the decisions this rule speaks about. `ace fields` lists what it may use.",
    "require": "CEL: what must hold then. A decision violates the rule when `when` holds and `require` does not.",
    "otherwise": "What a gate does instead of a violating action.",
    "enforce": "prompt: the model is told. gate: a violating action is stopped as well; needs `when` and `require`.",
    "safety": "True: only people change it, and no proposal deletes it.",
    "priority": "Order in the prompt: priority, then id.",
    "rationale": "Why the rule is there, for people.",
    "evidence": "The failures the rule answers. Written by ace, checked by ace lint.",
    "effect": "What the rule did to the score when it was proposed. Written by ace.",
    "related": "Links to other rules.",
    "authors": "Who wrote it.",
    "created": "The day it was written: year-month-day.",
    "modified": "The day it was last changed: year-month-day.",
}
_BOTH_CONDITIONS: JsonObject = {
    "properties": {"when": {"type": "string"}, "require": {"type": "string"}},
    "required": ["when", "require"],
}


def rule_schema(kind: SchemaKind) -> JsonObject:
    """Return the JSON Schema (draft 2020-12) of rule files, or of the tests beside them.

    What it accepts may still be refused on reading: conditions, characters, and the id's match with the path are not
    within its reach.
    """
    model = Rule if kind == "rule" else RuleTest
    schema = as_object(_without_titles(model.model_json_schema(by_alias=True)))
    if kind == "rule":
        fields = as_object(schema["properties"])
        schema["properties"] = {
            name: {"description": FIELD_DOCS[name], **as_object(field)} for name, field in fields.items()
        }
        schema["allOf"] = [
            _implies(
                {"require": {"type": "string"}}, {"properties": {"when": {"type": "string"}}, "required": ["when"]}
            ),
            _implies({"enforce": {"const": "gate"}}, _BOTH_CONDITIONS),
        ]
    title = "ACE rule" if kind == "rule" else "ACE rule test"
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": title, **schema}


def schema_text(kind: SchemaKind) -> str:
    """Return the schema as it is written to files: two blanks of indent, ASCII, a newline at the end."""
    return json.dumps(rule_schema(kind), indent=2, ensure_ascii=True) + "\n"


def schema_path(kind: SchemaKind) -> str:
    """Return where the schema is in a repository, from its top."""
    return f"{FOLDER}/{kind}.schema.json"


def _implies(properties: JsonObject, then: JsonObject) -> JsonObject:
    """A field that is left out satisfies `properties`; so the condition asks for it."""
    return {"if": {"properties": properties, "required": list(properties)}, "then": then}


def _without_titles(value: object) -> object:
    """Return the schema without the titles made from field names; a field called `title` stays."""
    if isinstance(value, list):
        return [_without_titles(item) for item in value]
    if not isinstance(value, dict):
        return value
    return {key: _without_titles(item) for key, item in value.items() if not (key == "title" and isinstance(item, str))}
