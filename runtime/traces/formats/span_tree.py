"""Spans put in the order things happened: parents before children, siblings by time, doubts reported."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from runtime.traces.formats.otlp_spans import Span

Report = Callable[[Span, str], None]
# No sound trace nests so deep, and reading one takes time by depth x spans.
MAX_LEVELS = 1_000


def ordered(spans: Iterable[Span], report: Report) -> list[Span]:
    """Return one trace's spans, each after its parent; siblings by start, as recorded where a clock is in doubt.

    A span that is read as a root has no parent id any more.

    Reported, once a span: an id that comes twice (the first span counts), a parent that is not in the file (read as a
    root), parents in a circle (cut at the span recorded first), nesting beyond 1,000 levels (laid flat), a start before
    the parent's, an end before the start.
    """
    by_id: dict[str, Span] = {}
    for span in spans:
        if span.span_id in by_id:
            report(span, f"comes twice in trace {span.trace_id}; the first one counts")
        else:
            by_id[span.span_id] = span
    parents = {span.span_id: _parent(span, by_id, report) for span in by_id.values()}
    _cut_circles(by_id, parents, report)
    _lay_flat(by_id, parents, report)
    skewed = {span.span_id for span in by_id.values() if _is_skewed(span, by_id.get(parents[span.span_id]), report)}
    children: dict[str, list[Span]] = defaultdict(list)
    for span in by_id.values():
        parent = parents[span.span_id]
        children[parent].append(span if span.parent_id == parent else replace(span, parent_id=parent))
    return _walk({parent: _siblings(group, skewed) for parent, group in children.items()})


def subtree_ends(spans: Sequence[Span]) -> dict[str, int]:
    """Return, by span id, the index after the last span below it; `spans` come as `ordered` gives them."""
    ends = {span.span_id: len(spans) for span in spans}
    open_: list[str] = []
    for index, span in enumerate(spans):
        while open_ and open_[-1] != span.parent_id:
            ends[open_.pop()] = index
        open_.append(span.span_id)
    return ends


def ancestors(span: Span, known: Mapping[str, Span]) -> list[Span]:
    """Return the spans above `span`, nearest first; `known` holds those that `ordered` gave, by id."""
    out: list[Span] = []
    above = known.get(span.parent_id)
    while above is not None:
        out.append(above)
        above = known.get(above.parent_id)
    return out


def _parent(span: Span, by_id: dict[str, Span], report: Report) -> str:
    if span.parent_id and span.parent_id not in by_id:
        report(span, f"its parent {span.parent_id} is not in the file; read as a root")
        return ""
    return span.parent_id


def _cut_circles(by_id: dict[str, Span], parents: dict[str, str], report: Report) -> None:
    sound: set[str] = set()
    for start in by_id:
        path: list[str] = []
        on_path: set[str] = set()
        here = start
        while here and here not in sound and here not in on_path:
            path.append(here)
            on_path.add(here)
            here = parents[here]
        if here in on_path:
            first = min(path[path.index(here) :], key=lambda key: by_id[key].order)
            report(by_id[first], "its parents lead round in a circle; read as a root")
            parents[first] = ""
        sound |= on_path


def _lay_flat(by_id: dict[str, Span], parents: dict[str, str], report: Report) -> None:
    """Make every span below MAX_LEVELS a child of its ancestor on the last level but one; the first is reported."""
    below: dict[str, list[str]] = defaultdict(list)
    for span_id, parent in parents.items():
        below[parent].append(span_id)
    is_told = False
    waiting = [(root, 1) for root in below[""]]
    while waiting:
        here, level = waiting.pop()
        for span_id in below.get(here, ()):
            waiting.append((span_id, min(level + 1, MAX_LEVELS)))
            if level == MAX_LEVELS:
                parents[span_id] = parents[here]
                if not is_told:
                    report(by_id[span_id], f"lies more than {MAX_LEVELS} levels deep; laid flat with all below it")
                    is_told = True


def _is_skewed(span: Span, parent: Span | None, report: Report) -> bool:
    if span.start is None:
        return True
    if span.end is not None and span.end < span.start:
        report(span, "ends before it starts; ordered as recorded")
        return True
    if parent is not None and parent.start is not None and span.start < parent.start:
        report(span, f"starts {(parent.start - span.start) / 1e6:g} ms before its parent; ordered as recorded")
        return True
    return False


def _siblings(group: list[Span], skewed: set[str]) -> list[Span]:
    if any(span.span_id in skewed for span in group):
        return sorted(group, key=lambda span: span.order)
    return sorted(group, key=lambda span: (span.start or 0, span.order))


def _walk(children: dict[str, list[Span]]) -> list[Span]:
    out: list[Span] = []
    waiting = list(reversed(children.get("", [])))
    while waiting:
        span = waiting.pop()
        out.append(span)
        waiting.extend(reversed(children.get(span.span_id, [])))
    return out
