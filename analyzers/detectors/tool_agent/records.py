"""What results say of a thing: the records that hold an id, and the facts in them."""

import re
from collections.abc import Iterator

from analyzers.detectors.tool_agent.dialogue import Dialogue
from analyzers.detectors.tool_agent.mentions import MAX_DEPTH, leaves
from runtime.contracts.json_types import JsonObject

MIN_FACT = 3
_LETTERS = re.compile(r"[a-z]{3,}")


def objects(value: object, depth: int = 0) -> Iterator[JsonObject]:
    """Yield every JSON object in `value`, the outer before the inner."""
    if depth > MAX_DEPTH:
        return
    if isinstance(value, dict):
        yield value
    for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        if isinstance(item, dict | list):
            yield from objects(item, depth + 1)


def records_of(dialogue: Dialogue, value: str, before: int) -> Iterator[JsonObject]:
    """Yield the objects in results before turn `before` that hold `value` as a text or stand under it as their key."""
    for place, turn in enumerate(dialogue.turns[:before]):
        if turn.call is not None and value in turn.text:
            yield from _index_of(dialogue, place).get(value, ())


def _index_of(dialogue: Dialogue, place: int) -> dict[str, list[JsonObject]]:
    known = dialogue.kept(_indexes)
    if place not in known:
        call = dialogue.turns[place].call
        known[place] = _index(call.data) if call is not None else {}
    return known[place]


def _indexes(dialogue: Dialogue) -> dict[int, dict[str, list[JsonObject]]]:
    del dialogue  # filled as it is asked for
    return {}


def _index(data: JsonObject) -> dict[str, list[JsonObject]]:
    found: dict[str, list[JsonObject]] = {}
    for one in objects(data):
        for key, value in one.items():
            if isinstance(value, str):
                found.setdefault(value, []).append(one)
            elif isinstance(value, dict):
                found.setdefault(key, []).append(value)
    return found


def spoken_forms(dialogue: Dialogue, value: str, before: int) -> Iterator[str]:
    """Yield how a thing may be spoken of, in small letters: its id, the words in the id, the facts of its records."""
    low = value.lower()
    yield low.strip("#")
    yield low.replace("_", " ")
    words = " ".join(_LETTERS.findall(low))
    if len(words) >= MIN_FACT:
        yield words
    for record in records_of(dialogue, value, before):
        for _, fact in leaves(record):
            if isinstance(fact, str | int | float) and not isinstance(fact, bool):
                text = str(fact).lower().replace("_", " ")
                if len(text) >= MIN_FACT:
                    yield text
