"""Two traces of one sample step by step, as text and as JSON; foreign words are escaped and shortened."""

from collections.abc import Sequence

from ace.report.cluster_columns import WIDE_COLUMNS, beside
from ace.report.cluster_pair import Pair, Parting, Trace, where_they_part
from ace.report.trace_words import action_words
from ace.text.visible_text import escape_text
from runtime.contracts.json_types import JsonObject
from runtime.contracts.trace_event import Step

SHOWN_CHARS = 280
SHOWN_STEPS = 12
_PARTS = {
    "action": "they part here: another action",
    "result": "they part here: the same call came out differently",
    "reply": "they part here: another answer of the student",
    "end": "they part here: one has ended",
}


def pair_text(pair: Pair, width: int | None) -> str:
    """Return best and worst in two columns where `width` is at least 100, else one under the other."""
    parting = where_they_part(pair.best.episode.steps, pair.worst.episode.steps)
    head = f"best and worst trace of {_safe(pair.sample)}"
    titles = ([_title("best", pair.best)], [_title("worst", pair.worst)])
    if width is not None and width >= WIDE_COLUMNS:
        return "\n".join([head, *_columns(pair, parting, titles, width)]) + "\n"
    lines = [head]
    for trace, title, failing in ((pair.best, titles[0], frozenset[int]()), (pair.worst, titles[1], pair.failing)):
        lines += [f"  {line}" for line in title]
        first = _first_shown(parting)
        lines += [f"    {_alike(first)}"] if first else []
        for place, step in enumerate(trace.episode.steps[first : first + SHOWN_STEPS], first):
            lines += [f"    -- {_PARTS[parting.by]} --"] if parting is not None and parting.step == place else []
            lines += [f"    {line}" for line in step_lines(step, step.step in failing)]
        lines += [f"    {line}" for line in _rest(trace, first + SHOWN_STEPS)]
    return "\n".join(lines) + "\n"


def _columns(pair: Pair, parting: Parting | None, titles: tuple[Sequence[str], Sequence[str]], width: int) -> list[str]:
    lines = beside(*titles, width)
    first = _first_shown(parting)
    lines += [_alike(first)] if first else []
    one, two = pair.best.episode.steps, pair.worst.episode.steps
    last = min(max(len(one), len(two)), first + SHOWN_STEPS)
    for place in range(first, last):
        lines += [f"-- {_PARTS[parting.by]} ".ljust(width, "-")] if parting and parting.step == place else []
        left = step_lines(one[place], False) if place < len(one) else []
        right = step_lines(two[place], two[place].step in pair.failing) if place < len(two) else []
        lines += beside(left, right, width)
    return [*lines, *beside(_rest(pair.best, last), _rest(pair.worst, last), width)]


def pair_json(pair: Pair) -> JsonObject:
    """Return the pair as a JSON object.

    Keys: sample; parts_at (step from 0, null where the traces are alike), parts_by (action, result, reply or end);
    best and worst: {run, episode, trial, score, failures, end, steps [{step, action, result, reply, fails}]}.
    """
    parting = where_they_part(pair.best.episode.steps, pair.worst.episode.steps)
    return {
        "sample": pair.sample,
        "parts_at": parting.step if parting else None,
        "parts_by": parting.by if parting else None,
        "best": _trace_json(pair.best, frozenset()),
        "worst": _trace_json(pair.worst, pair.failing),
    }


def _trace_json(trace: Trace, failing: frozenset[int]) -> JsonObject:
    header, outcome = trace.episode.header, trace.episode.outcome
    return {
        "run": trace.run,
        "episode": header.episode,
        "trial": header.trial,
        "score": trace.score,
        "failures": trace.failures,
        "end": outcome.terminal if outcome is not None else None,
        "steps": [
            {
                "step": step.step,
                "action": _short(_did(step)),
                "result": _short(_came(step)) or None,
                "reply": [_short(reply) for reply in _replies(step)],
                "fails": step.step in failing,
            }
            for step in trace.episode.steps
        ],
    }


def step_lines(step: Step, is_failing: bool) -> list[str]:
    """Return one step on a few lines, each safe to show: what was done, what came of it, what was replied."""
    mark = "!" if is_failing else " "
    lines = [f"{mark}{step.step:>2} {_safe(_did(step))}"]
    came = _came(step)
    lines += [f"     -> {_safe(came)}"] if came else []
    return [*lines, *(f"     {_safe(reply)}" for reply in _replies(step))]


def _did(step: Step) -> str:
    action = step.taken or step.proposed
    who = f"{step.speaker}: " if step.speaker else ""
    if action is None:
        error = next((attempt.error for attempt in reversed(step.attempts) if attempt.error), "")
        return f"{who}no usable answer: {error}" if error else f"{who}no usable answer"
    said = str(action.get("text") or "") if action.get("tool") else ""
    return f"{who}{action_words(action)}" + (f" ({said})" if said else "")


def _came(step: Step) -> str:
    if step.card is None:
        return ""
    state = "ok" if step.card.ok else str(step.card.error_class or "failed")
    return f"{state}: {step.card.summary}"


def _replies(step: Step) -> list[str]:
    out = [f"student ({step.student.performance}): {step.student.text}"] if step.student is not None else []
    return [*out, *(f"{said.name or said.role}: {said.text}" for said in step.heard)]


def _title(word: str, trace: Trace) -> str:
    header, outcome = trace.episode.header, trace.episode.outcome
    score = "" if trace.score is None else f", score {trace.score:g}"
    end = f", {outcome.terminal}" if outcome is not None else ""
    many = f"{trace.failures} of these failures" if trace.failures else "without this failure"
    return f"{word}: {escape_text(header.episode)} trial {header.trial} of {escape_text(trace.run)}{score}{end}; {many}"


def _first_shown(parting: Parting | None) -> int:
    """Return the step to begin with: the one before they part, so that a reader sees what they still shared."""
    return max(parting.step - 1, 0) if parting is not None else 0


def _alike(first: int) -> str:
    return "step 0 is alike" if first == 1 else f"steps 0 to {first - 1} are alike"


def _rest(trace: Trace, shown: int) -> list[str]:
    left = len(trace.episode.steps) - shown
    return [f"... {left} more: ace trace {escape_text(trace.episode.header.episode)}"] if left > 0 else []


def _safe(text: str) -> str:
    return escape_text(_short(text))


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= SHOWN_CHARS else f"{line[:SHOWN_CHARS]}..."
