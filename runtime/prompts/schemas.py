"""JSON Schemas of what models must write."""

from collections.abc import Sequence

from runtime.contracts.action import ACTION_KINDS, MAX_HINT_LEVEL
from runtime.contracts.json_types import JsonObject

# Ids are shorter; a model that copies the whole passage here would run into the length limit.
MAX_CITATION = 90


def action_schema(tools: Sequence[str]) -> JsonObject:
    """Return the schema of one action: a choice between the shapes each kind needs."""
    text: JsonObject = {"type": "string", "minLength": 1, "maxLength": 500}
    variants: list[object] = [
        _variant("ASK_PROBE", {"text": text}),
        _variant("HINT", {"hint_level": {"enum": list(range(1, MAX_HINT_LEVEL + 1))}, "text": text}),
        _variant("MICROLESSON", {"text": text}),
        _variant("QUIZ", {"text": text}),
        _variant("REQUEST_TOOL", {"tool": {"enum": list(tools)}, "arguments": {"type": "object"}}),
        _variant("REVEAL_ANSWER", {}),
        _variant("SAFETY_REFUSE", {"text": text}),
    ]
    # The root says `object` too: some servers take no schema whose root is a bare choice.
    return {"type": "object", "anyOf": variants}


def _variant(kind: str, properties: JsonObject) -> JsonObject:
    return {
        "type": "object",
        "properties": {"action": {"enum": [kind]}, **properties},
        "required": ["action", *properties],
        "additionalProperties": False,
    }


def simple_action_schema() -> JsonObject:
    """Return the last-resort schema: an action and a text, no tools."""
    kinds = [kind for kind in ACTION_KINDS if kind != "REQUEST_TOOL"]
    return {
        "type": "object",
        "properties": {"action": {"enum": kinds}, "text": {"type": "string", "minLength": 1, "maxLength": 300}},
        "required": ["action", "text"],
        "additionalProperties": False,
    }


def answer_schema(letters: Sequence[str], citations: Sequence[str] = ()) -> JsonObject:
    """Return the schema of a solver's answer; where `citations` are given, it may cite nothing else."""
    cited: JsonObject = {"enum": list(citations)} if citations else {"type": "string", "maxLength": MAX_CITATION}
    return {
        "type": "object",
        "properties": {
            "status": {"enum": ["answer", "insufficient_evidence"]},
            "answer": {"enum": [*letters, ""]} if letters else {"type": "string", "maxLength": 200},
            "text": {"type": "string", "minLength": 1, "maxLength": 600},
            "confidence": {"type": "number", "minimum": 0, "maximum": 1},
            "citations": {"type": "array", "items": cited, "maxItems": 6},
        },
        "required": ["status", "answer", "text", "confidence", "citations"],
        "additionalProperties": False,
    }
