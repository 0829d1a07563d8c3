"""Which images of a folder belong together, so that no half chooses on what the other is reported on."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from runtime.contracts.json_types import content_hash

Naming: TypeAlias = Callable[[str], str]
_SHOWN = 4


class Grouped(NamedTuple):
    """`chooses`: image name -> whether it is in the half that chooses. `groups`: the names of each group of several."""

    chooses: Mapping[str, bool]
    groups: tuple[str, ...]


def part_naming(how: str) -> Naming:
    """Return how an image's name tells which part it shows: its first N characters, or what a regex finds in it.

    `how` is N or the regex; of a regex with a group, the group counts. A name that it finds nothing in is a part of its
    own, and with an empty `how` each name is. Raises: ValueError for a length of 0 or no regex.
    """
    if not how:
        return lambda name: name
    if how.isdecimal():
        length = int(how)
        if not length:
            raise ValueError("0 characters: give the length of a part's name, at least 1")
        return lambda name: name[:length]
    try:
        pattern = re.compile(how)
    except re.error as exc:
        raise ValueError(f"{how!r} is no regular expression ({exc}); give one, or a number of characters") from exc
    return lambda name: _found(pattern, name)


def _found(pattern: re.Pattern[str], name: str) -> str:
    found = pattern.search(name)
    return (found.group(1 if pattern.groups else 0) if found else "") or name


def group_images(digests: Mapping[str, str], part: Naming) -> Grouped:
    """Return the half of each image, by a hash of its group's name: views of one part and equal files are one group.

    `digests` is image name -> the hash of its bytes. An image that is alone keeps its half whatever else there is.
    """
    tops = {name: name for name in digests}
    for by in (part, digests.__getitem__):
        firsts: dict[str, str] = {}
        for name in sorted(digests):
            _join(tops, firsts.setdefault(by(name), name), name)
    members: dict[str, list[str]] = {}
    for name in sorted(digests):
        members.setdefault(_top(tops, name), []).append(name)
    chooses = {name: _hash(min(map(part, names))) for names in members.values() for name in names}
    return Grouped(chooses, tuple(_said(names, digests) for names in members.values() if len(names) > 1))


def _top(tops: Mapping[str, str], name: str) -> str:
    while tops[name] != name:
        name = tops[name]
    return name


def _join(tops: dict[str, str], one: str, other: str) -> None:
    tops[_top(tops, other)] = _top(tops, one)


def _hash(group: str) -> bool:
    return int(content_hash(group, 8), 16) % 2 == 0


def _said(names: Sequence[str], digests: Mapping[str, str]) -> str:
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    repeated = len(names) - len({digests[name] for name in names})
    why = "views of one part" if not repeated else "the same file" if repeated == len(names) - 1 else "linked by both"
    return f"{', '.join(names[:_SHOWN])}{more}: {why}"
