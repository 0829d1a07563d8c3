"""RFC 6902 JSON-Patch: what a step changed in the state, and the state again from it.

Source: RFC 6902 (add, remove, replace) and RFC 6901 (pointers).
"""

from collections.abc import Iterable, Iterator, Mapping

import orjson

from runtime.contracts.errors import TraceError
from runtime.contracts.json_types import JsonObject

_LIST = (list, tuple)


def diff(before: JsonObject, after: JsonObject) -> tuple[JsonObject, ...]:
    """Return the operations that turn `before` into `after`; none when they are equal.

    A list that only grew gives one `add` at `/-` an item; a list that changed otherwise is replaced whole. Values of
    another JSON type differ even where Python calls them equal (1, 1.0, true); tuples are lists.
    """
    return tuple(_object_changes(before, after, ""))


def apply(document: JsonObject, patch: Iterable[Mapping[str, object]]) -> JsonObject:
    """Return a changed copy of `document`, tuples as lists; the argument stays as it is.

    Raises: TraceError for an unknown operation or a path that is not there.
    """
    root: JsonObject = {"": _copy(document)}
    for operation in patch:
        _apply_one(root, operation)
    out = root[""]
    if not isinstance(out, dict):
        raise TraceError(f"the patch leaves a {type(out).__name__} where an object was")
    return out


def _copy_object(value: JsonObject) -> JsonObject:
    return {key: _copy(item) for key, item in value.items()}


def _copy(value: object) -> object:
    """Return JSON that shares nothing with `value`; tuples, which dataclasses are full of, become lists."""
    if isinstance(value, dict):
        return _copy_object(value)
    return [_copy(item) for item in value] if isinstance(value, list | tuple) else value


def _object_changes(before: JsonObject, after: JsonObject, path: str) -> Iterator[JsonObject]:
    for key in before:
        if key not in after:
            yield {"op": "remove", "path": f"{path}/{_escaped(key)}"}
    for key, value in after.items():
        where = f"{path}/{_escaped(key)}"
        if key not in before:
            yield {"op": "add", "path": where, "value": _copy(value)}
        else:
            yield from _value_changes(before[key], value, where)


def _value_changes(before: object, after: object, path: str) -> Iterator[JsonObject]:
    if _is_same(before, after):
        return
    if isinstance(before, dict) and isinstance(after, dict):
        yield from _object_changes(before, after, path)
    elif isinstance(before, _LIST) and isinstance(after, _LIST) and _is_same(before, after[: len(before)]):
        for item in after[len(before) :]:
            yield {"op": "add", "path": f"{path}/-", "value": _copy(item)}
    else:
        yield {"op": "replace", "path": path, "value": _copy(after)}


def _bytes(value: object) -> bytes | None:
    """JSON text, which tells 1, 1.0 and true apart; None for what orjson cannot write."""
    try:
        return orjson.dumps(value)
    except TypeError:
        return None


def _is_same(one: object, other: object) -> bool:
    if isinstance(one, (dict, *_LIST)) and (data := _bytes(one)) is not None and data == _bytes(other):
        return True
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_is_same(value, other[key]) for key, value in one.items())
    if isinstance(one, _LIST) and isinstance(other, _LIST):
        return len(one) == len(other) and all(map(_is_same, one, other))
    return type(one) is type(other) and one == other


def _apply_one(root: JsonObject, operation: Mapping[str, object]) -> None:
    op, path = operation.get("op"), operation.get("path")
    if (
        op not in ("add", "remove", "replace")
        or not isinstance(path, str)
        or (op != "remove" and "value" not in operation)
    ):
        raise TraceError(f"not a JSON-Patch operation this program writes (add, remove, replace): {dict(operation)!r}")
    *parents, leaf = [_unescaped(part) for part in path.split("/")]
    node: object = root
    for part in parents:
        node = _child(node, part, path)
    value = _copy(operation.get("value"))
    if isinstance(node, dict):
        _change_object(node, leaf, str(op), value, path)
    elif isinstance(node, list):
        _change_list(node, leaf, str(op), value, path)
    else:
        raise _no_such(path)


def _change_object(node: JsonObject, key: str, op: str, value: object, path: str) -> None:
    if op != "add" and key not in node:
        raise _no_such(path)
    if op == "remove":
        del node[key]
    else:
        node[key] = value


def _change_list(node: list[object], key: str, op: str, value: object, path: str) -> None:
    if op == "add" and key == "-":
        node.append(value)
        return
    index = _index(key, len(node) + (op == "add"), path)
    if op == "add":
        node.insert(index, value)
    elif op == "remove":
        del node[index]
    else:
        node[index] = value


def _child(node: object, part: str, path: str) -> object:
    if isinstance(node, dict) and part in node:
        return node[part]
    if isinstance(node, list):
        return node[_index(part, len(node), path)]
    raise _no_such(path)


def _index(part: str, limit: int, path: str) -> int:
    if not (part.isascii() and part.isdigit() and int(part) < limit):
        raise _no_such(path)
    return int(part)


def _no_such(path: str) -> TraceError:
    return TraceError(f"the patch names {path!r}, which the document does not have; it belongs to another state")


def _escaped(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")


def _unescaped(part: str) -> str:
    return part.replace("~1", "/").replace("~0", "~")
