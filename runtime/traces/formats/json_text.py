"""JSON inside texts: parsed with every doubt told, and values written back as text."""

import json
import math
import re
from typing import NamedTuple

from runtime.traces.formats.sound_json import UnsoundJsonError, read_json_text

TOO_DEEP = "[left out: nested too deep]"
# What a text ends with that was too long to be kept whole; its JSON is then read as far as it goes.
_CUT = re.compile(r" \[cut here: [0-9]+ more characters\]\Z")


class Parsed(NamedTuple):
    """A value and what was wrong with its text, empty where nothing was."""

    value: object
    problem: str


def parse_json(text: str) -> Parsed:
    """Return what `text` says as JSON, and what was changed to keep it.

    Text that is not JSON gives None and the reason; of one that was cut for its length, what came before the cut.
    """
    cut = _CUT.search(text)
    if cut is not None:
        return _before_the_cut(text[: cut.start()])
    try:
        sound = read_json_text(text.encode("utf-8", "surrogatepass"))
    except UnsoundJsonError as exc:
        return Parsed(None, str(exc))
    return Parsed(sound.value, "; ".join(sound.flaws))


def parsed_or_text(value: object) -> object:
    """Return what a text says as JSON where it holds an object or a list, else `value` as it is."""
    if isinstance(value, str) and value.lstrip()[:1] in ("{", "["):
        inner = parse_json(value)
        return value if inner.value is None else inner.value
    return value


def as_text(value: object) -> str:
    """Return a text as it is and any other value as JSON; numbers that JSON lacks become their names."""
    if isinstance(value, str):
        return value
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    try:
        return json.dumps(value, ensure_ascii=False)
    except RecursionError:
        return TOO_DEEP


def _before_the_cut(text: str) -> Parsed:
    from pydantic_core import from_json

    try:
        value = from_json(text.encode("utf-8", "surrogatepass"), allow_partial="trailing-strings")
    except ValueError as exc:
        return Parsed(None, f"not JSON: {exc}")
    return Parsed(value, "was cut for its length; read as far as it goes")
