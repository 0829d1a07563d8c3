"""The ACE text format: `[id] text` or `[id] helpful=3 harmful=0 :: text` under `## HEADINGS`."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ace.playbook.exchange.entry import Entry, NotImported, ReadPlaybook

_HEADING = re.compile(r"#{2,6}\s+(?P<title>.*\S)\s*")
_BULLET = re.compile(r"(?:[-*•]\s+)?\[(?P<id>[^\]\n]{0,200})\](?:\s+(?P<rest>.*))?")
# A list of a programming language may begin a line of code; an id holds neither spaces nor quotes nor commas.
_NO_ID = re.compile(r"[\s,'\"]|^\d*$")
_COUNTERS = re.compile(r"(?P<counts>(?:[a-z_]+=\S*\s+)+)::\s*(?P<text>.*)", re.DOTALL)
_COUNTERS_AFTER = re.compile(r"(?P<text>.*?)\s*\((?P<counts>helpful=[^()]*)\)\s*", re.DOTALL)
_COUNT = re.compile(r"(?P<name>[a-z_]+)=(?P<value>[^\s,]*)")
_DIGITS = re.compile(r"[0-9]{1,9}")


class _Block(NamedTuple):
    """The lines of one bullet, or lines under no bullet (`source_id` None)."""

    line: int
    heading: str
    source_id: str | None
    lines: list[str]


def read_ace_text(text: str) -> ReadPlaybook:
    """Return the bullets of an ACE text; lines below a bullet belong to it, lines below none are listed."""
    entries: list[Entry] = []
    refused: list[NotImported] = []
    for block in _blocks(text.splitlines()):
        body = "\n".join(block.lines).strip()
        if block.source_id is None:
            if body:
                refused.append(NotImported(f"line {block.line}", "", "this text belongs to no `[id]`"))
        else:
            entries.append(_entry(block, block.source_id, body))
    return ReadPlaybook("ace-text", tuple(entries), tuple(refused))


def _blocks(lines: Sequence[str]) -> Iterator[_Block]:
    block = _Block(1, "", None, [])
    for number, line in enumerate(lines, start=1):
        heading, bullet = _HEADING.fullmatch(line), _BULLET.fullmatch(line)
        if heading:
            yield block
            block = _Block(number + 1, heading["title"], None, [])
        elif bullet and not _NO_ID.search(bullet["id"]):
            yield block
            block = _Block(number, block.heading, bullet["id"], [bullet["rest"] or ""])
        elif block.source_id is None and not block.lines and not line.strip():
            block = block._replace(line=number + 1)
        else:
            block.lines.append(line)
    yield block


def _entry(block: _Block, source_id: str, body: str) -> Entry:
    match = _COUNTERS.fullmatch(body) or _COUNTERS_AFTER.fullmatch(body)
    if match is None:
        return Entry(f"line {block.line}", source_id, block.heading, body)
    counts = {found["name"]: found["value"] for found in _COUNT.finditer(match["counts"])}
    is_sound = all(_DIGITS.fullmatch(value) for value in counts.values())
    return Entry(
        f"line {block.line}",
        source_id,
        block.heading,
        match["text"].strip(),
        _count(counts.get("helpful", "")),
        _count(counts.get("harmful", "")),
        ("counters",) if is_sound else ("counters", "counters that are no counts"),
    )


def _count(value: str) -> int | None:
    return int(value) if _DIGITS.fullmatch(value) else None
