import pytest

from runtime.contracts.json_types import JsonObject
from runtime.models.response_format import MODES, OutputMode, is_mode_refusal, is_strict_schema, response_format

CLOSED: JsonObject = {
    "type": "object",
    "properties": {"a": {"type": "string"}},
    "required": ["a"],
    "additionalProperties": False,
}


def test_each_mode_asks_in_its_own_way() -> None:
    assert [response_format(mode, CLOSED) for mode in MODES] == [
        {"type": "json_schema", "json_schema": {"name": "answer", "schema": CLOSED, "strict": True}},
        {"type": "json_object", "schema": CLOSED},
        {"type": "json_object"},
        None,
    ]


@pytest.mark.parametrize(
    ("schema", "is_strict"),
    [
        (CLOSED, True),
        ({**CLOSED, "additionalProperties": True}, False),
        ({**CLOSED, "required": []}, False),
        ({"anyOf": [CLOSED, {"type": "object"}]}, False),
        ({"type": "array", "items": CLOSED}, True),
        ({**CLOSED, "properties": {"a": {"type": "object"}}}, False),
    ],
    ids=["closed", "open", "optional property", "open branch", "array of closed", "open inside"],
)
def test_strict_is_asked_only_of_closed_schemas_that_require_everything(schema: JsonObject, is_strict: bool) -> None:
    assert is_strict_schema(schema) is is_strict


@pytest.mark.parametrize(
    ("mode", "status", "body", "expected"),
    [
        ("json_schema", 400, "", True),
        ("json_object", 422, "", True),
        ("json_schema", 500, "Failed to parse grammar", True),
        ("json_schema", 500, "out of memory", False),
        ("json_schema", 503, "response_format", False),
        ("json_schema", 401, "response_format", False),
        ("none", 400, "response_format", False),
    ],
)
def test_which_answers_mean_that_the_mode_is_not_taken(
    mode: OutputMode, status: int, body: str, expected: bool
) -> None:
    assert is_mode_refusal(mode, status, body) is expected
