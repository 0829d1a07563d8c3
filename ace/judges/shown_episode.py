"""What a judge is shown of an episode: the text it judges, what came before, and which words can be quoted."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from ace.judges.rubric import Shows
from runtime.contracts.json_types import as_object, canonical_json, content_hash
from runtime.contracts.trace_event import Episode, Said, Step
from runtime.traces.event_json import plain
from runtime.traces.recordable import recordable_text

_REQUEST = "REQUEST_TOOL"
_PLAIN = ("", "RESPOND", _REQUEST)


class Line(NamedTuple):
    """One thing that was said or done at a step (0 when before the first): who, how it reads, and whether its words
    can be quoted as they stand in the trace."""

    step: int
    who: str
    text: str
    is_quotable: bool = True


class Shown(NamedTuple):
    """`lines` are judged, `before` is what came before them. Secrets are redacted as in the event log."""

    before: tuple[Line, ...]
    lines: tuple[Line, ...]

    @property
    def item(self) -> str:
        """16 hex digits that tell one item from another, whatever it is asked."""
        return content_hash([[[line.who, line.text] for line in part] for part in self], 16)


def shown_text(text: str, context: str = "") -> Shown:
    """Return a text that is judged by itself, with what came before it if anything did."""
    before = (Line(0, "", recordable_text(context)),) if context else ()
    return Shown(before, (Line(0, "", recordable_text(text)),))


def shown_episode(episode: Episode, shows: Shows) -> Shown | None:
    """Return what of `episode` is judged, None when the agent said nothing that could be."""
    opening = tuple(_opening(episode))
    lines = tuple(line for step in episode.steps for line in _lines(step))
    if shows == "whole":
        return Shown(opening, lines) if lines else None
    responses = [place for place, line in enumerate(lines) if line.who.startswith("agent") and line.is_quotable]
    if not responses:
        return None
    if shows == "last_response":
        last = responses[-1]
        return Shown((*opening, *lines[:last]), (lines[last],))
    return Shown(opening, tuple(lines[place] for place in responses))


def find_quote(quote: str, shown: Shown) -> tuple[str, int] | None:
    """Return the trace's own words for `quote` and their step, None when no one message has them.

    White space may differ, and quotation marks or dots around the quote are taken off; every other character counts.
    """
    for wanted in dict.fromkeys((quote, quote.strip().strip("\"'“”‘’").strip(".… "))):
        words = wanted.split()
        if not words:
            continue
        pattern = re.compile(r"\s+".join(map(re.escape, words)))
        for line in shown.lines:
            match = pattern.search(line.text) if line.is_quotable else None
            if match:
                return match.group(), line.step
    return None


def _opening(episode: Episode) -> Iterator[Line]:
    said = episode.header.opening
    yield from (_said(one, 0) for one in said)
    if not said and episode.header.question:
        yield Line(0, "user", recordable_text(episode.header.question))


def _lines(step: Step) -> Iterator[Line]:
    action = as_object(step.taken)
    who = f"agent {recordable_text(step.speaker)}" if step.speaker else "agent"
    kind = str(action.get("action", ""))
    text = str(action.get("text") or "")
    if text:
        # The kind tells a closing explanation from a hint; RESPOND and a request say nothing of the kind.
        yield Line(step.step, who if kind in _PLAIN else f"{who} ({kind})", recordable_text(text))
    if kind == _REQUEST:
        arguments = canonical_json(plain(action.get("arguments")))
        call = f"calls {action.get('tool')}({arguments})"
        yield Line(step.step, who, recordable_text(call), is_quotable=False)
        result = step.shown or (step.card.summary if step.card else "")
        if result:
            yield Line(step.step, "tool result", recordable_text(result))
    if step.student is not None and step.student.text:
        yield Line(step.step, "user", recordable_text(step.student.text))
    yield from (_said(one, step.step) for one in step.heard)


def _said(one: Said, step: int) -> Line:
    name = f" {recordable_text(one.name)}" if one.name else ""
    return Line(step, f"{one.role}{name}", recordable_text(one.text))
