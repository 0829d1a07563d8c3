"""What a step changed in the state, in words: `retrieval.hits +3`, `student.attempts 0 -> 1`. Pure."""

from collections.abc import Iterable, Mapping

from runtime.contracts.json_types import JsonObject, canonical_json

SHORT = 60
# Counted elsewhere on the same page.
_COUNTERS = "spent."


def changes(before: JsonObject, patch: Iterable[Mapping[str, object]], with_counters: bool = True) -> tuple[str, ...]:
    """Return one phrase a changed place, in the patch's order; items added to one list are one phrase.

    `before` may be empty: then only what a place became is told. Without `with_counters` what was spent is left out.
    """
    added: dict[str, int] = {}
    phrases: dict[str, str] = {}
    for operation in patch:
        path, op = str(operation.get("path", "")), operation.get("op")
        is_item = op == "add" and path.endswith("/-")
        name = _name(path.removesuffix("/-") if is_item else path)
        if not with_counters and name.startswith(_COUNTERS):
            continue
        if is_item:
            added[name] = added.get(name, 0) + 1
            phrases[name] = f"{name} +{added[name]}"
        elif op == "remove":
            phrases[name] = f"{name} removed"
        else:
            phrases[name] = _changed(name, _found(before, path), operation.get("value"))
    return tuple(phrases.values())


def _name(pointer: str) -> str:
    return ".".join(part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:])


_NOTHING = object()


def _found(document: object, pointer: str) -> object:
    for part in pointer.split("/")[1:]:
        key = part.replace("~1", "/").replace("~0", "~")
        if isinstance(document, Mapping) and key in document:
            document = document[key]
        elif isinstance(document, list | tuple) and key.isdigit() and int(key) < len(document):
            document = document[int(key)]
        else:
            return _NOTHING
    return document


def _changed(name: str, was: object, now: object) -> str:
    if isinstance(now, list | tuple):
        old = f"{len(was)} -> " if isinstance(was, list | tuple) else ""
        return f"{name} {old}{len(now)} items"
    if was is _NOTHING:
        return f"{name} = {_short(now)}"
    return f"{name} {_short(was)} -> {_short(now)}"


def _short(value: object) -> str:
    if isinstance(value, str):
        if value and len(value) <= SHORT and not any(char.isspace() for char in value):
            return value
        return '""' if not value else f"text of {len(value)} characters"
    text = canonical_json(value)
    return text if len(text) <= SHORT else f"{text[:SHORT]}..."
