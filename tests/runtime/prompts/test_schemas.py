"""What a schema lets a model write can be parsed, and each kind has its shape."""

from collections.abc import Mapping
from typing import cast

import pytest

from runtime.contracts.action import ACTION_KINDS, Action
from runtime.contracts.json_types import JsonObject, canonical_json
from runtime.loop.solve import parse_answer
from runtime.prompts.schemas import action_schema, answer_schema, simple_action_schema
from runtime.state.parse_action import ParseProblem, parse_action

TOOLS = ("retrieve", "zoom")
VARIANTS = cast(list[JsonObject], action_schema(TOOLS)["anyOf"])


def _instance(schema: Mapping[str, object]) -> object:
    """The smallest value that fits `schema`."""
    enum = schema.get("enum")
    if isinstance(enum, list):
        return enum[0]
    kind = schema["type"]
    if kind == "object":
        properties = cast(Mapping[str, Mapping[str, object]], schema.get("properties", {}))
        return {name: _instance(part) for name, part in properties.items()}
    values: dict[object, object] = {"string": "x" * cast(int, schema.get("minLength", 0)), "number": 0, "array": []}
    return values[kind]


def _fits(schema: Mapping[str, object], value: JsonObject) -> bool:
    """True when the object has what `schema` requires, nothing else, and allowed values."""
    properties = cast(Mapping[str, Mapping[str, object]], schema["properties"])
    allowed = all(
        value[name] in cast(list[object], part.get("enum", [value[name]]))
        and len(str(value[name])) >= cast(int, part.get("minLength", 0))
        for name, part in properties.items()
        if name in value
    )
    return allowed and set(cast(list[str], schema["required"])) <= set(value) <= set(properties)


def test_there_is_one_variant_a_kind() -> None:
    kinds = [cast(JsonObject, _instance(variant))["action"] for variant in VARIANTS]
    assert kinds == list(ACTION_KINDS)


@pytest.mark.parametrize("variant", VARIANTS, ids=ACTION_KINDS)
def test_the_least_a_variant_allows_is_an_action(variant: JsonObject) -> None:
    value = _instance(variant)
    assert isinstance(parse_action(canonical_json(value), TOOLS), Action)
    assert variant["required"] == list(cast(JsonObject, variant["properties"]))
    assert variant["additionalProperties"] is False


@pytest.mark.parametrize("kind", [kind for kind in ACTION_KINDS if kind != "REQUEST_TOOL"])
def test_the_simple_format_gives_every_action_but_tools(kind: str) -> None:
    schema = simple_action_schema()
    value = {**cast(JsonObject, _instance(schema)), "action": kind}
    assert isinstance(parse_action(canonical_json(value), TOOLS), Action)
    assert _fits(schema, value)
    assert not _fits(schema, {"action": "REQUEST_TOOL", "text": "x"})
    assert not _fits(schema, {"action": kind, "text": ""})


@pytest.mark.parametrize("action", [Action("HINT", text="Look.", hint_level=2), Action("QUIZ", text="Which?")])
def test_what_an_action_writes_of_itself_fits_its_variant(action: Action) -> None:
    variant = VARIANTS[ACTION_KINDS.index(action.kind)]
    assert _fits(variant, action.to_json())


def test_the_least_answer_is_usable() -> None:
    schema = answer_schema(("A", "B"))
    value = _instance(schema)
    assert value == {"status": "answer", "answer": "A", "text": "x", "confidence": 0, "citations": []}
    assert not isinstance(parse_answer(canonical_json(value), ("A", "B"), frozenset()), ParseProblem)


def test_without_options_an_answer_is_any_text() -> None:
    properties = answer_schema(())["properties"]
    assert isinstance(properties, dict)
    assert properties["answer"] == {"type": "string", "maxLength": 200}


def test_where_ids_are_known_nothing_else_can_be_cited() -> None:
    def items(*citations: str) -> object:
        properties = cast(Mapping[str, Mapping[str, object]], answer_schema(("A", "B"), citations)["properties"])
        return properties["citations"]["items"]

    assert items("card-a", "call-1") == {"enum": ["card-a", "call-1"]}
    assert items() == {"type": "string", "maxLength": 90}
