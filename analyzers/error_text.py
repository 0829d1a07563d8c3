"""An error as one text, where a system gives it as nested lists and objects."""

import re
from collections.abc import Iterator

from analyzers.masking import MAX_MASKED, mask

MAX_DEPTH = 20
# Words in a key whose value says what went wrong; other values are data.
_TELLING = re.compile(
    r"err|msg|message|detail|reason|cause|code|status|type|kind|exception|fail|warn|hint|title|description|problem|issue",
    re.IGNORECASE,
)

_ANY = re.compile("")


def error_text(value: object) -> str:
    """Return an error value as text: a string as it is, of a list its items, of an object what tells of the error.

    Of an object the keys and the values under keys such as "error" or "message" are kept; other values become a
    placeholder, unless there is no such key at all. Clauses that differ only in what is masked are said once, so that
    five equal errors in a list read as one. Cut at 2,000 characters and a depth of 20.
    """
    if isinstance(value, str):
        return value
    seen: set[str] = set()
    kept: list[str] = []
    length = 0
    telling = _TELLING if _tells(value, 0) else _ANY
    for clause in _clauses(value, "", 0, telling):
        if (masked := mask(clause)) in seen:
            continue
        seen.add(masked)
        kept.append(clause)
        length += len(clause) + 1
        if length > MAX_MASKED:
            break
    return " ".join(kept)


def _clauses(value: object, key: str, depth: int, telling: re.Pattern[str]) -> Iterator[str]:
    before = f"{key}: " if key else ""
    is_kept = not key or telling.search(key) is not None
    if isinstance(value, dict | list):
        # At the top, in a list of the top, or with something in it that tells: gone into. All else is data.
        if value and depth < MAX_DEPTH and (not key or (is_kept and isinstance(value, list)) or _tells(value, depth)):
            yield from _inside(value, key, depth, telling)
        else:
            yield f"{before}<{'dict' if isinstance(value, dict) else 'list'}>"
    elif isinstance(value, str):
        yield f"{before}{value if is_kept else '<text>'}"
    else:
        yield f"{before}{value}"


def _inside(value: dict[str, object] | list[object], key: str, depth: int, telling: re.Pattern[str]) -> Iterator[str]:
    if isinstance(value, list):
        for item in value:
            yield from _clauses(item, key, depth + 1, telling)
        return
    if key:
        yield f"{key}:"
    for name, item in value.items():
        yield from _clauses(item, name, depth + 1, telling)


def _tells(value: object, depth: int) -> bool:
    """Whether a key in it, at any depth, says what went wrong."""
    if depth >= MAX_DEPTH:
        return False
    if isinstance(value, dict):
        return any(_TELLING.search(name) or _tells(item, depth + 1) for name, item in value.items())
    return isinstance(value, list) and any(_tells(item, depth + 1) for item in value)
