"""Tool cards on disk and back, checked."""

from collections.abc import Mapping
from dataclasses import asdict
from functools import cache
from typing import TYPE_CHECKING

from runtime.contracts.errors import ControlError
from runtime.contracts.json_types import JsonObject
from runtime.contracts.tool_call import ToolCard

if TYPE_CHECKING:
    from pydantic import TypeAdapter


def card_to_json(card: ToolCard) -> JsonObject:
    """Return `card` as a JSON object, tuples as lists."""
    return {**asdict(card), "artifact_refs": list(card.artifact_refs)}


def card_from_json(value: Mapping[str, object]) -> ToolCard:
    """Return the card that `value` describes. Raises: ControlError for missing, unknown or ill-typed fields."""
    from pydantic import ValidationError

    try:
        return _adapter().validate_python(dict(value), extra="forbid")
    except ValidationError as exc:
        first = exc.errors(include_url=False, include_input=False, include_context=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise ControlError(f"a kept tool card cannot be read: {where}: {first['msg']}; restore the file") from exc


@cache
def _adapter() -> "TypeAdapter[ToolCard]":
    from pydantic import TypeAdapter

    return TypeAdapter(ToolCard)
