"""Structured output: the ways a server can be asked for JSON, strongest first, and how it says that it cannot."""

import re
from collections.abc import Mapping
from typing import Literal, TypeAlias, assert_never

from runtime.contracts.json_types import JsonObject, as_object

OutputMode: TypeAlias = Literal["json_schema", "json_object_schema", "json_object", "none"]
StructuredOutput: TypeAlias = Literal["auto", "json_schema", "json_object_schema", "json_object", "none"]

MODES: tuple[OutputMode, ...] = ("json_schema", "json_object_schema", "json_object", "none")
"""Tried in this order by `auto`: OpenAI and vLLM, llama.cpp, older servers, servers that know nothing of it."""

_ABOUT_FORMAT = re.compile(r"response_format|json_schema|literal_error|validation|grammar", re.IGNORECASE)


def response_format(mode: OutputMode, schema: Mapping[str, object]) -> JsonObject | None:
    """Return the request's `response_format`, None when the mode sends none.

    `json_schema` asks for strict decoding only where the schema is one that strict decoding accepts.
    """
    match mode:
        case "json_schema":
            answer: JsonObject = {"name": "answer", "schema": dict(schema), "strict": is_strict_schema(schema)}
            return {"type": "json_schema", "json_schema": answer}
        case "json_object_schema":
            return {"type": "json_object", "schema": dict(schema)}
        case "json_object":
            return {"type": "json_object"}
        case "none":
            return None
    assert_never(mode)


def is_strict_schema(schema: object) -> bool:
    """Return whether every object in `schema` is closed and requires all its properties (OpenAI's strict subset)."""
    if isinstance(schema, list | tuple):
        return all(is_strict_schema(item) for item in schema)
    if not isinstance(schema, Mapping):
        return True
    if schema.get("type") == "object":
        required = schema.get("required")
        names = set(required) if isinstance(required, list | tuple) else set()
        if schema.get("additionalProperties") is not False or names != set(as_object(schema.get("properties"))):
            return False
    return all(is_strict_schema(item) for item in schema.values())


def is_mode_refusal(mode: OutputMode, status: int, body: str) -> bool:
    """Return whether this answer means that the server does not take `mode`.

    That is 400 or 422, or a 500 whose body speaks of the response format (llama-cpp-python answers so).
    """
    if mode == "none":
        return False
    return status in (400, 422) or (status == 500 and _ABOUT_FORMAT.search(body) is not None)
