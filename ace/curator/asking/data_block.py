"""Facts as one block of quoted JSON between two lines that carry its hash, cut to a size."""

import json
import re
from collections.abc import Sequence
from typing import NamedTuple

from runtime.contracts.json_types import content_hash
from runtime.models.shown_text import encodable

HASH_DIGITS = 16
# What chat templates take for the start of a role. Servers turn the whole prompt into tokens, so that such a tag in a
# quoted text would be a real one; as a JSON escape it is none. Conditions ("a < 2", "x <= y") stay readable.
_TAG_START = re.compile(r"<(?=[^\s=\d(-])|\[(?=/?[A-Z])")


class Fact(NamedTuple):
    """One named list of facts. What is worth least is left out first, its last item first; `keep` items stay."""

    name: str
    items: tuple[object, ...]
    worth: int
    keep: int = 0


class DataBlock(NamedTuple):
    """The block as it is sent, and what had no room: "bands (2 of 3)"."""

    text: str
    left_out: tuple[str, ...]


def data_block(facts: Sequence[Fact], max_chars: int) -> DataBlock:
    """Return `facts` in their order as a block of at most `max_chars` characters, unless what must stay is longer.

    A list without items is left out; one that only ever has one item (`keep` 1 of 1) is written as that item.
    """
    shown = [fact for fact in facts if fact.items]
    text = _block(shown)
    while len(text) > max_chars:
        least = min((fact for fact in shown if len(fact.items) > fact.keep), key=lambda fact: fact.worth, default=None)
        if least is None:
            break
        place = shown.index(least)
        shorter = least._replace(items=least.items[:-1])
        shown = [*shown[:place], *([shorter] if shorter.items else []), *shown[place + 1 :]]
        text = _block(shown)
    return DataBlock(text, _left_out(facts, shown))


def _left_out(facts: Sequence[Fact], shown: Sequence[Fact]) -> tuple[str, ...]:
    left = {fact.name: len(fact.items) for fact in shown}
    lost = [(fact, len(fact.items) - left.get(fact.name, 0)) for fact in facts]
    return tuple(f"{fact.name} ({count} of {len(fact.items)})" for fact, count in lost if count)


def _block(facts: Sequence[Fact]) -> str:
    data = "{\n" + ",\n".join(f"{quoted_json(fact.name)}: {_value(fact)}" for fact in facts) + "\n}"
    mark = content_hash(data, HASH_DIGITS)
    return f"BEGIN DATA {mark}\n{data}\nEND DATA {mark}"


def _value(fact: Fact) -> str:
    if fact.keep == len(fact.items) == 1:
        return quoted_json(fact.items[0])
    return "[\n" + ",\n".join(quoted_json(item) for item in fact.items) + "\n]"


def quoted_json(value: object) -> str:
    """Return `value` as ASCII JSON on one line in which nothing is a role tag of a chat template."""
    text = json.dumps(value, ensure_ascii=True, allow_nan=False)
    return _TAG_START.sub(lambda match: f"\\u{ord(match.group()):04x}", text)


def cut(text: str, limit: int) -> str:
    """Return `text` on one line, at most `limit` characters; a lone surrogate becomes "?"."""
    line = " ".join(encodable(text).split())
    return line if len(line) <= limit else line[: limit - 3] + "..."
