"""Read a crontab line's five time fields as cron does (Vixie cron, cronie). Pure."""

import re
from dataclasses import dataclass
from typing import NamedTuple

from ace.errors import ConfigError

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
WEEKDAYS = ("sun", "mon", "tue", "wed", "thu", "fri", "sat")
_LONGEST = {2: 29, 4: 30, 6: 30, 9: 30, 11: 30}


class _Field(NamedTuple):
    name: str
    first: int
    last: int
    names: tuple[str, ...] = ()


_FIELDS = (
    _Field("minute", 0, 59),
    _Field("hour", 0, 23),
    _Field("day of the month", 1, 31),
    _Field("month", 1, 12, MONTHS),
    _Field("weekday", 0, 7, WEEKDAYS),
)
_SHORTHANDS = {
    "@hourly": "0 * * * *",
    "@daily": "0 0 * * *",
    "@midnight": "0 0 * * *",
    "@weekly": "0 0 * * 0",
    "@monthly": "0 0 1 * *",
    "@yearly": "0 0 1 1 *",
    "@annually": "0 0 1 1 *",
}
_ITEM = re.compile(r"(?P<range>\*|(?P<first>[0-9]+|[a-z]{3})(?:-(?P<last>[0-9]+|[a-z]{3}))?)(?:/(?P<step>[0-9]+))?")


@dataclass(frozen=True)
class CronLine:
    """When something is due, in UTC. `weekdays`: 0 is Sunday, 6 Saturday.

    `is_either_day`: days of the month and weekdays are both restricted, and a day that is either of them is due.
    """

    text: str
    minutes: tuple[int, ...]
    hours: tuple[int, ...]
    days: tuple[int, ...]
    months: tuple[int, ...]
    weekdays: tuple[int, ...]
    is_either_day: bool


def read_cron(text: str) -> CronLine:
    """Return what `text` means. Raises: ConfigError saying which field is wrong and what to write instead."""
    line = " ".join(text.split()).lower()
    if line == "@reboot":
        raise _wrong(text, "@reboot is no time; start the daemon at boot and give times here")
    if line.startswith("@") and line not in _SHORTHANDS:
        raise _wrong(text, f"no such word; use {', '.join(sorted(_SHORTHANDS))} or five fields")
    parts = _SHORTHANDS.get(line, line).split(" ")
    if len(parts) != 5:
        more = "; a command does not belong here, nor do seconds or years" if len(parts) > 5 else ""
        raise _wrong(
            text, f"has {len(parts) if line else 0} fields and needs five: minute hour day month weekday{more}"
        )
    minutes, hours, days, months, weekdays = (
        _values(text, field, part) for field, part in zip(_FIELDS, parts, strict=True)
    )
    weekdays = tuple(sorted({day % 7 for day in weekdays}))
    # Cron asks for the star itself: `*/2` counts as unrestricted here, though it names only some days.
    is_either = not parts[2].startswith("*") and not parts[4].startswith("*")
    if not is_either and min(days) > max(_LONGEST.get(month, 31) for month in months):
        raise _wrong(text, f"never comes: none of its months has a day {min(days)}")
    return CronLine(line, minutes, hours, days, months, weekdays, is_either)


def _values(text: str, field: _Field, part: str) -> tuple[int, ...]:
    found: set[int] = set()
    for item in part.split(","):
        found |= _item(text, field, item)
    return tuple(sorted(found))


def _item(text: str, field: _Field, item: str) -> set[int]:
    match = _ITEM.fullmatch(item)
    if match is None:
        raise _wrong(text, f"{field.name} {item!r}: {_not_cron(item)}")
    step = int(match["step"] or 1)
    if step == 0:
        raise _wrong(text, f"{field.name} {item!r}: a step of 0 never comes; use 1 or more")
    if match["range"] == "*":
        return set(range(field.first, field.last + 1, step))
    first = _number(text, field, match["first"])
    if match["last"] is None and match["step"]:
        raise _wrong(text, f"{field.name} {item!r}: cron programs disagree on it; write {first}-{field.last}/{step}")
    last = first if match["last"] is None else _number(text, field, match["last"])
    if first > last:
        hint = f"{first}-7" if field.names == WEEKDAYS and last == 0 else f"{first}-{field.last},{field.first}-{last}"
        raise _wrong(text, f"{field.name} {item!r}: ends before it begins; write {hint}")
    return set(range(first, last + 1, step))


def _number(text: str, field: _Field, word: str) -> int:
    if word.isdigit():
        value = int(word)
    elif word in field.names:
        value = field.names.index(word) + (1 if field.names == MONTHS else 0)
    else:
        names = f" or {', '.join(field.names)}" if field.names else ""
        raise _wrong(text, f"{field.name} {word!r}: use a number from {field.first} to {field.last}{names}")
    if not field.first <= value <= field.last:
        raise _wrong(text, f"{field.name} {value}: must be from {field.first} to {field.last}")
    return value


def _not_cron(item: str) -> str:
    if re.search(r"[?lw#]", item) and not re.fullmatch(r"[a-z]{4,}", item):
        return "`?`, `L`, `W` and `#` belong to Quartz, not to cron; use *, numbers, ranges, lists and steps"
    if "~" in item or item.startswith("h"):
        return "a random time is not kept over a restart; choose one"
    return "use *, numbers, names of three letters, ranges (1-5), lists (1,3) and steps (*/15)"


def _wrong(text: str, problem: str) -> ConfigError:
    return ConfigError(f"cron line {text!r}: {problem}")
