"""One JSON text as a value that the event log can hold, and what had to be changed for that."""

import json
import math
import re
from collections import Counter
from typing import NamedTuple

from pydantic_core import from_json

from runtime.traces.event_json import visible_text

# Characters; a longer text is cut, with a note, and reported.
MAX_TEXT = 1_048_576
MAX_DEPTH = 200
_NOTE_ROOM = 100
_FLAWS_NAMED = 5
# A number this large may be beyond what a float holds: 1e400 would silently become infinity.
_HUGE_NUMBER = re.compile(rb"[0-9][eE]\+?[0-9]{3}|[0-9]{309}")
_BRACKETS = re.compile(rb'"(?:[^"\\]++|\\.)*+"?|[\[{]|[\]}]', re.DOTALL)


class SoundJson(NamedTuple):
    """A value without NaN, infinity, lone surrogates or overlong text; `flaws` says where there were any."""

    value: object
    flaws: tuple[str, ...]


class UnsoundJsonError(ValueError):
    """A text that is no JSON; str() says why, in words."""


def read_json_text(raw: bytes) -> SoundJson:
    """Return the value of a JSON text.

    NaN and infinity become the texts "nan", "inf", "-inf", lone surrogates `\\udXXX`; texts over MAX_TEXT characters
    are cut, and of a key given twice the last value is kept: each is told in `flaws`. Raises: UnsoundJsonError for
    anything else that is not JSON, for invalid UTF-8 and for more than MAX_DEPTH levels.
    """
    try:
        value: object = from_json(raw, allow_inf_nan=False)
    except ValueError as exc:
        return _sound(_leniently(raw, ended_early=str(exc).startswith("EOF")))
    again = _keys_given_again(raw)
    if len(raw) > MAX_TEXT or _HUGE_NUMBER.search(raw):
        sound = _sound(value)
        return sound._replace(flaws=(*sound.flaws, *again))
    return SoundJson(value, again)


def wide_text(raw: bytes) -> str:
    """Return what to do with text of two or four bytes a character; empty where `raw` is none."""
    if raw[:4] in (b"\xff\xfe\0\0", b"\0\0\xfe\xff") or raw[1:4] == b"\0\0\0" or raw[:3] == b"\0\0\0":
        return "UTF-32 text; save it as UTF-8" if raw.strip(b"\0") else ""
    is_wide = raw[:2] in (b"\xff\xfe", b"\xfe\xff") or raw[:2] in (b"{\0", b"[\0", b"\0{", b"\0[")
    return "UTF-16 text; save it as UTF-8" if is_wide else ""


def cut_text(text: str) -> str:
    """Return `text`, cut to MAX_TEXT characters with a note of how many were left out."""
    if len(text) <= MAX_TEXT:
        return text
    kept = MAX_TEXT - _NOTE_ROOM
    return f"{text[:kept]} [cut here: {len(text) - kept} more characters]"


def _keys_given_again(raw: bytes) -> tuple[str, ...]:
    """Return what to say of keys that stand twice in one object: parsers keep the last value and say nothing."""
    again: dict[str, None] = {}

    def note(pairs: list[tuple[str, object]]) -> int:
        if len({key for key, _ in pairs}) < len(pairs):
            again.update(dict.fromkeys(key for key, count in Counter(key for key, _ in pairs).items() if count > 1))
        return 0

    try:
        json.loads(raw, object_pairs_hook=note)
    except (ValueError, RecursionError):  # a number of thousands of digits
        return ()
    named = ", ".join(repr(visible_text(key[:60])) for key in [*again][:_FLAWS_NAMED])
    more = f" and {len(again) - _FLAWS_NAMED} more" if len(again) > _FLAWS_NAMED else ""
    return (f"{named}{more}: given more than once in one object; the last value counts",) if again else ()


def _leniently(raw: bytes, ended_early: bool) -> object:
    """Read what only the standard library reads: NaN, infinity, lone surrogates."""
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as exc:
        raise UnsoundJsonError(_not_utf8(raw, exc)) from exc
    if _depth(raw) > MAX_DEPTH:
        raise UnsoundJsonError(f"nested more than {MAX_DEPTH} levels deep")
    if not text.strip():
        raise UnsoundJsonError("empty")
    try:
        value: object = json.loads(text)
    except json.JSONDecodeError as exc:
        raise UnsoundJsonError(_why(text, exc, ended_early)) from exc
    except (ValueError, RecursionError) as exc:
        raise UnsoundJsonError("holds a number of more digits than can be read") from exc
    return value


def _not_utf8(raw: bytes, exc: UnicodeDecodeError) -> str:
    return wide_text(raw) or f"not UTF-8: byte 0x{raw[exc.start]:02x} at byte {exc.start + 1}"


def _why(text: str, exc: json.JSONDecodeError, ended_early: bool) -> str:
    is_cut_off = ended_early or exc.pos >= len(text.rstrip()) or exc.msg.startswith("Unterminated string")
    if is_cut_off:
        return f"truncated: the JSON text ends in the middle, after {len(text)} characters"
    return f"not JSON: {exc.msg} at character {exc.pos + 1}"


def _depth(raw: bytes) -> int:
    deepest = depth = 0
    for match in _BRACKETS.finditer(raw):
        first = match[0][:1]
        if first in b"[{":
            depth += 1
            deepest = max(deepest, depth)
        elif first in b"]}":
            depth -= 1
    return deepest


def _sound(value: object) -> SoundJson:
    found: list[str] = []
    made = _walk(value, "", found)
    more = [f"and {len(found) - _FLAWS_NAMED} more of the kind"] if len(found) > _FLAWS_NAMED else []
    return SoundJson(made, (*found[:_FLAWS_NAMED], *more))


def _walk(value: object, path: str, found: list[str]) -> object:
    if isinstance(value, str):
        return _walk_text(value, path, found)
    if isinstance(value, float) and not math.isfinite(value):
        found.append(f'{path or "the value"}: {value} is no JSON number; kept as the text "{value}"')
        return str(value)
    if isinstance(value, dict):
        return {
            _walk_text(key, f"a key of {path or 'the record'}", found): _walk(
                item, f"{path}.{key[:60]}" if path else key[:60], found
            )
            for key, item in value.items()
        }
    if isinstance(value, list):
        return [_walk(item, f"{path}[{index}]", found) for index, item in enumerate(value)]
    return value


def _walk_text(text: str, path: str, found: list[str]) -> str:
    seen = visible_text(text)
    if seen != text:
        found.append(f"{visible_text(path) or 'the value'}: a lone surrogate, which UTF-8 cannot hold, was written out")
    if len(seen) > MAX_TEXT:
        found.append(f"{visible_text(path) or 'the value'}: {len(seen)} characters; cut to {MAX_TEXT}")
    return cut_text(seen)
