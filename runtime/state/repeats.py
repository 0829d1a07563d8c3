"""When two tool requests ask the same thing: equal arguments, alike queries, or boxes that overlap nearly whole."""

import re
from collections.abc import Sequence

from runtime.contracts.json_types import JsonObject
from runtime.contracts.tool_call import ToolCall

BOX_IOU = 0.9
QUERY_JACCARD = 0.8
_WORD = re.compile(r"\w+")
_LARGEST = 1e12  # beyond any image; a model can write a whole number that no float holds


def count_repeats(tool: str, arguments: JsonObject, earlier: Sequence[ToolCall]) -> int:
    """Return how many of the earlier calls asked the same or nearly the same."""
    return sum(call.name == tool and is_alike(arguments, call.arguments) for call in earlier)


def is_alike(one: JsonObject, other: JsonObject) -> bool:
    """True when the arguments are equal, or equal but for alike queries, nearly equal boxes and how many to return."""
    if one == other:
        return True
    keys = one.keys() - {"k"}
    if keys != other.keys() - {"k"} or not keys & {"query", "box"}:
        return False
    return all(_alike_value(key, one[key], other[key]) for key in keys)


def _alike_value(key: str, one: object, other: object) -> bool:
    if key == "query" and isinstance(one, str) and isinstance(other, str):
        return query_similarity(one, other) >= QUERY_JACCARD
    if key == "box" and isinstance(one, list) and isinstance(other, list):
        return box_iou(one, other) > BOX_IOU
    return one == other


def query_similarity(one: str, other: str) -> float:
    """Return the Jaccard similarity of the two queries' words, 0-1."""
    a, b = set(_WORD.findall(one.lower())), set(_WORD.findall(other.lower()))
    return len(a & b) / len(a | b) if a | b else 1.0


def box_iou(one: Sequence[object], other: Sequence[object]) -> float:
    """Return intersection over union of two [x0, y0, x1, y1] boxes, 0-1; 0 for what is not a box."""
    a, b = _numbers(one), _numbers(other)
    if a is None or b is None:
        return 0.0
    width = min(a[2], b[2]) - max(a[0], b[0])
    height = min(a[3], b[3]) - max(a[1], b[1])
    inter = max(width, 0.0) * max(height, 0.0)
    union = (a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1]) - inter
    return inter / union if union > 0 else 0.0


def _numbers(box: Sequence[object]) -> list[float] | None:
    values = [float(item) for item in box if _is_coordinate(item)]  # type: ignore[arg-type]
    return values if len(values) == len(box) == 4 else None


def _is_coordinate(item: object) -> bool:
    is_number = isinstance(item, int | float) and not isinstance(item, bool)
    return is_number and -_LARGEST < item < _LARGEST  # type: ignore[operator]
