"""Flattened attributes made lists of objects again: `llm.input_messages.0.message.role` and the like."""

from collections.abc import Mapping

from runtime.contracts.json_types import JsonObject, as_object

MAX_DEPTH = 20


def nested(attributes: Mapping[str, object], prefix: str) -> list[object]:
    """Return the list that the attributes below `prefix` make, its items in the order of their numbers.

    Keys that are numbers throughout make a list, others an object. Keys deeper than 20 names are left whole.
    """
    tree: JsonObject = {}
    start = f"{prefix}."
    for key, value in attributes.items():
        if key.startswith(start):
            _put(tree, key[len(start) :].split(".", MAX_DEPTH), value)
    made = _made(tree)
    return made if isinstance(made, list) else [made] if made else []


def _put(tree: JsonObject, path: list[str], value: object) -> None:
    here = tree
    for name in path[:-1]:
        below = here.get(name)
        if not isinstance(below, dict):
            below = here[name] = {}
        here = below
    if not isinstance(here.get(path[-1]), dict):
        here[path[-1]] = value


def _made(value: object) -> object:
    if not isinstance(value, dict):
        return value
    inner = {name: _made(item) for name, item in as_object(value).items()}
    if inner and all(name.isascii() and name.isdigit() and len(name) < 10 for name in inner):
        return [inner[name] for name in sorted(inner, key=int)]
    return inner
