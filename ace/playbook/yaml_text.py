"""Values as YAML text: what a person would write, and nothing a reader could take for another type."""

import json
import math
import re
from collections.abc import Mapping
from typing import NamedTuple

from runtime.contracts.errors import RuleError
from runtime.rules.read_yaml import DATE_KEYS
from runtime.rules.yaml_scalars import is_ambiguous, read_plain

MAX_FLOW_CHARS = 100
PROSE_FIELD = "text"
_PLAIN = re.compile(r"[^\W_]|[(/_]")
_PLAIN_STOPS = re.compile(r":(?:\s|$)|\s#|[\n\r\t]|\s$")
_FLOW_STOPS = re.compile(r"[,\[\]{}:?#]")


class FieldText(NamedTuple):
    """A field's value: what follows `name:` on its line, and the lines below it, indented by two."""

    head: str
    body: tuple[str, ...] = ()


def field_text(name: str, value: object) -> FieldText:
    """Return the value of the top-level field `name`: block literals for lines, `{...}` and `[...]` where they fit.

    The rule's `text` is a block literal even when it is one line, so that later edits make small diffs.
    Raises: RuleError for what YAML cannot hold (infinity, an object of another type).
    """
    if isinstance(value, str) and (name == PROSE_FIELD or "\n" in value) and _fits_literal(value):
        return _literal(value)
    if isinstance(value, str) and name in DATE_KEYS and read_plain(value).kind == "date":
        return FieldText(value)
    if isinstance(value, Mapping) and len(flow(value)) > MAX_FLOW_CHARS:
        return FieldText("", tuple(f"  {line}" for line in _block_mapping(value)))
    if isinstance(value, list | tuple) and any(isinstance(item, Mapping) for item in value):
        return FieldText("", tuple(line for item in value for line in _item_lines(item)))
    return FieldText(flow(value, in_flow=False))


def flow(value: object, *, in_flow: bool = True) -> str:
    """Return `value` on one line. Raises: RuleError as `field_text`."""
    if isinstance(value, str):
        return quote(value, in_flow=in_flow)
    if value is None or isinstance(value, bool | int):
        return json.dumps(value)
    if isinstance(value, float):
        return _float(value)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_key(str(key))}: {flow(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(flow(item) for item in value) + "]"
    raise RuleError(f"a rule file cannot hold a {type(value).__name__}; use text, numbers, lists and mappings")


def quote(text: str, *, in_flow: bool = True) -> str:
    """Return a text as a scalar: plain where nothing can misread it, else in the quotes that need fewest escapes."""
    is_plain = _PLAIN.match(text) and not _PLAIN_STOPS.search(text) and not is_ambiguous(text)
    if is_plain and text.isprintable() and not (in_flow and _FLOW_STOPS.search(text)):
        return text
    if text.isprintable() and ('"' in text or "\\" in text):
        return "'" + text.replace("'", "''") + "'"
    return json.dumps(text, ensure_ascii=False)


def _key(text: str) -> str:
    # The reader takes these two as names: `n` is a number of samples in every rule's effect.
    return text if text in {"n", "y"} else quote(text)


def _float(value: float) -> str:
    if not math.isfinite(value):
        raise RuleError(f"a rule file cannot hold the number {value}; leave the field out")
    mantissa, letter, exponent = repr(value).partition("e")
    # YAML 1.1 needs the point: 1e-07 alone is text to some readers.
    return f"{mantissa}{'' if '.' in mantissa else '.0'}{letter}{exponent}"


def _fits_literal(text: str) -> bool:
    lines = text.split("\n")
    has_blank = any(line and not line.strip() for line in lines)
    is_printable = all(line.isprintable() for line in lines)
    return bool(lines[0].strip()) and is_printable and not has_blank and not text.endswith("\n\n")


def _literal(text: str) -> FieldText:
    indent = "2" if text.startswith(" ") else ""
    chomp = "" if text.endswith("\n") else "-"
    lines = text.removesuffix("\n").split("\n")
    return FieldText(f"|{indent}{chomp}", tuple(f"  {line}" if line else "" for line in lines))


def _block_mapping(value: Mapping[str, object]) -> list[str]:
    return [f"{_key(str(key))}: {flow(item, in_flow=False)}" for key, item in value.items()]


def _item_lines(item: object) -> list[str]:
    one_line = flow(item)
    if not isinstance(item, Mapping) or len(one_line) <= MAX_FLOW_CHARS:
        return [f"  - {one_line}"]
    first, *rest = _block_mapping(item)
    return [f"  - {first}", *(f"    {line}" for line in rest)]
