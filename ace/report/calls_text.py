"""Pending calls as text and JSON; whatever a model or a person wrote is escaped."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from ace.calls.resume import Resumed
from ace.calls.standing import Standing
from ace.text.table import table
from ace.text.visible_text import escape_text
from runtime.contracts.json_types import JsonObject, canonical_json
from runtime.control.pending_call import Decision, PendingCall
from runtime.traces.event_json import visible_text
from runtime.traces.redaction import redact

MAX_ARGUMENTS_CHARS = 60
FEWEST_CHARS = 12


def state_of(found: Standing) -> str:
    """Return where a call stands, in a word."""
    if found.why_not:
        return "stale"
    if found.call.status == "resuming":
        return "interrupted"
    return "waiting: did it act?" if _is_doubtful(found.call) else found.call.status


def _is_doubtful(call: PendingCall) -> bool:
    return call.question == "did_it_act" and call.decision is None


def is_open(found: Standing) -> bool:
    """True when the call still stands, nothing is known to keep it from going on, and its episode has not gone on."""
    return not found.why_not and found.call.status != "done"


def calls_text(found: Sequence[Standing], now: str, hidden: int, width: int | None = None) -> str:
    """Return the list; `hidden` counts the calls that are left out.

    `width` (columns; None: a pipe) is kept to: side effect and run are left out first, then arguments and sample cut.
    """
    rest = f"{hidden} more are done or stale (--all)\n" if hidden else ""
    if not found:
        return f"no call waits for a person\n{rest}"
    columns = {head: [cell(one, now) for one in found] for head, cell in _COLUMNS.items()}
    rows = [[head, *cells] for head, cells in _fitted(columns, width).items()]
    stale = "".join(f"{one.call.id} is stale: {escape_text(one.why_not)}\n" for one in found if one.why_not)
    return table([list(row) for row in zip(*rows, strict=True)], "") + stale + rest + _next_step(found)


_COLUMNS: dict[str, Callable[[Standing, str], str]] = {
    "call": lambda one, _: one.call.id,
    "state": lambda one, _: state_of(one),
    "tool": lambda one, _: escape_text(one.call.tool),
    "side effect": lambda one, _: one.call.side_effect,
    "arguments": lambda one, _: _arguments(one.call.arguments),
    "sample": lambda one, _: escape_text(one.call.sample),
    "run": lambda one, _: escape_text(one.call.run),
    "age": lambda one, now: age_words(one.call.asked, now),
}


def _fitted(columns: Mapping[str, list[str]], width: int | None) -> Mapping[str, list[str]]:
    out = {**columns, "arguments": _cut(columns["arguments"], MAX_ARGUMENTS_CHARS)}
    for name in ("side effect", "run"):
        if width is not None and _wide({**out, "arguments": _cut(out["arguments"], FEWEST_CHARS)}) > width:
            del out[name]
    for name in ("arguments", "sample", "tool"):
        over = _wide(out) - width if width is not None else 0
        if over > 0:
            longest = max(map(len, out[name]))
            out[name] = _cut(out[name], max(longest - over, FEWEST_CHARS, len(name)))
    return out


def _wide(columns: Mapping[str, list[str]]) -> int:
    return sum(max(map(len, (head, *cells))) for head, cells in columns.items()) + 2 * (len(columns) - 1)


def _cut(cells: list[str], most: int) -> list[str]:
    return [cell if len(cell) <= most else f"{cell[: most - 1]}…" for cell in cells]


def _next_step(found: Sequence[Standing]) -> str:
    states = {state_of(one) for one in found}
    if any(state.startswith("waiting") for state in states):
        return "ace calls show ID says more; ace calls approve ID, or deny\n"
    decided = [one for one in found if state_of(one) in {"approved", "denied", "acted", "did_not_act", "interrupted"}]
    commands = dict.fromkeys(one.onward.removesuffix(f" {one.call.id}") for one in decided)
    return "".join(f"{escape_text(command)} goes on with what is decided\n" for command in commands)


def call_text(found: Standing, now: str) -> str:
    """Return one call in full: what runs, from where, what was decided, what became of it."""
    call = found.call
    rows = [
        ["state", state_of(found) + (f": {escape_text(found.why_not)}" if found.why_not else "")],
        ["tool", f"{escape_text(call.tool)} ({call.side_effect}, {escape_text(call.permission)})"],
        ["arguments", _arguments(call.arguments)],
        ["image", escape_text(call.image) or "none"],
        ["asked", f"{call.asked} ({age_words(call.asked, now)} ago)"],
        ["place", _place(call)],
        ["rules", f"{len(call.rules)} at {call.commit[:7] or 'no commit'}"],
        ["key", escape_text(call.key)],
    ]
    if call.doubt:
        rows.append(["in doubt", f"call {escape_text(call.doubt)} began and was cut off: did it act?"])
    rows += [["decision", _decision(decision)] for decision in call.decisions]
    rows += [
        ["resumed", f"by {escape_text(one.by)} at {one.at} as {one.episode}: {one.ended or 'not finished'}"]
        for one in call.resumptions
    ]
    return f"{call.id}\n" + table(rows)


def _place(call: PendingCall) -> str:
    where = f"run {escape_text(call.run)}, sample {escape_text(call.sample)}, trial {call.trial}"
    return f"{where}, episode {call.episode}, step {call.step}, {escape_text(call.call_id)}"


def _decision(decision: Decision) -> str:
    reason = f": {escape_text(decision.reason)}" if decision.reason else ""
    changed = f"; arguments changed to {_arguments(decision.arguments)}" if decision.arguments is not None else ""
    return f"{decision.verdict} by {escape_text(decision.by)} at {decision.at}{reason}{changed}"


def _arguments(arguments: JsonObject) -> str:
    return escape_text(visible_text(canonical_json(redact(arguments))))


def age_words(asked: str, now: str) -> str:
    """Return the time between two moments in ISO 8601 in its largest unit: 5 s, 3 min, 2 h, 4 d."""
    seconds = max(0, int((datetime.fromisoformat(now) - datetime.fromisoformat(asked)).total_seconds()))
    for unit, size in (("d", 86_400), ("h", 3_600), ("min", 60)):
        if seconds >= size:
            return f"{seconds // size} {unit}"
    return f"{seconds} s"


def call_json(found: Standing) -> JsonObject:
    """Return one call as JSON: all that is kept, its state, and why it is stale if it is. Secrets are left out."""
    kept = found.call.model_dump(mode="json", by_alias=True)
    out = redact({**kept, "state": state_of(found), "stale": found.why_not})
    assert isinstance(out, dict)
    return out


def resumed_text(done: Sequence[Resumed]) -> str:
    """Return what became of each call."""
    if not done:
        return "no decided call waits to be resumed\n"
    lines = [f"{one.call.id}: {escape_text(one.message)}" for one in done]
    runs = sorted({one.call.run for one in done if one.episode and not one.is_failure})
    lines += [f"ace analyze {run} counts the episodes that went on" for run in runs]
    return "\n".join(lines) + "\n"


def resumed_json(done: Sequence[Resumed]) -> JsonObject:
    """Return what became of each call, as JSON."""
    return {
        "resumed": [
            {
                "id": one.call.id,
                "run": one.call.run,
                "episode": one.episode,
                "terminal": one.terminal,
                "failed": one.is_failure,
                "message": one.message,
            }
            for one in done
        ]
    }
