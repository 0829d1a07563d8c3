"""Inspections as the loop records them, from one line a decision."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import pytest

from runtime.contracts.json_types import JsonObject
from runtime.contracts.state import Terminal
from runtime.contracts.tool_call import ErrorClass, ToolCard
from runtime.contracts.trace_event import Attempt, ControllerInfo, Episode, GateRecord, Header, Outcome, Step

_HEADER = Header(
    run="r1",
    episode="e1",
    sample="casting-000001",
    case="casting-000001",
    split="dev",
    trial=0,
    seed=0,
    agent="inspector",
    controller=ControllerInfo("scripted", "fixed", simulated=True),
    playbook_commit="",
    rules={},
    rules_dropped=(),
    context={},
)
_TOOLS = {"find": "find_candidates", "measure": "measure_candidate", "view": "view_candidate"}


class _Inspection:
    """What was found and measured so far, and the steps that record it."""

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self.found: tuple[int, ...] | None = None
        self.measured: set[int] = set()
        self.calls: list[tuple[str, str]] = []

    def context(self, **action: object) -> JsonObject:
        found = self.found or ()
        state = {
            "searched": self.found is not None,
            "candidates": len(found),
            "unmeasured": len([one for one in found if one not in self.measured]),
        }
        return {"action": {"repeats": 0, **action}, "state": state}

    def add(self, proposed: JsonObject | None, context: JsonObject, raw: str | None = "", **more: object) -> None:
        attempts = () if raw is None else (Attempt(raw or str(proposed)),)
        step = Step("r1", "e1", len(self.steps), attempts, "", "", proposed=proposed, taken=proposed, context=context)
        self.steps.append(replace(step, **more))  # type: ignore[arg-type]

    def look(self, kind: str, given: object, error: ErrorClass | None) -> None:
        ids = [one for one in given if isinstance(one, int)] if isinstance(given, list) else [int(str(given))]
        arguments: JsonObject = {"ids": ids} if isinstance(given, list) else {} if kind == "find" else {"id": given}
        call = (kind, str(arguments))
        context = self.context(repeats=self.calls.count(call))
        self.calls.append(call)
        data: JsonObject = {}
        if kind == "find" and error is None:
            self.found = tuple(range(1, int(str(given)) + 1))
            data = {"candidates": [{"id": one, "box": [0, 0, 9, 9]} for one in self.found]}
        elif kind == "measure" and error is None:
            self.measured.update(ids)
            data = {"measures": [{"id": one, "contrast": 0.1} for one in ids]}
        card = ToolCard("c", _TOOLS[kind], arguments, "", "", error is None, "s", error, (), data)
        self.add({"action": "REQUEST_TOOL", "tool": _TOOLS[kind], "arguments": arguments}, context, card=card)

    def report(self, kept: Sequence[int], verdict: str, objection: str, gate: str) -> None:
        proposed: JsonObject = {"action": "SUBMIT_REPORT", "kept_ids": list(kept), "verdict": verdict, "reasons": "so"}
        context = self.context(kept=len(kept))
        if objection and gate != "observe":
            gates = (GateRecord(gate, "block", objection),)
            self.add(proposed, context, gates=gates, taken=None)
            return
        self.add(proposed, context, gates=(GateRecord("report_check", "observe", objection),) if objection else ())
        for one in (*kept, *(one for one in self.found or () if one not in kept)):
            kind = "KEEP" if one in kept else "DROP"
            decided = self.context(kind=kind, measured=one in self.measured)
            self.add({"action": kind, "candidate": one}, decided, None)


def _lines(inspection: _Inspection, lines: Sequence[tuple[object, ...]]) -> Iterator[Step]:
    for kind, *rest in lines:
        if kind in _TOOLS:
            error = rest[1] if len(rest) > 1 else None
            inspection.look(str(kind), rest[0] if rest else None, error)  # type: ignore[arg-type]
        elif kind == "report":
            kept, words = rest[0], [*rest[1:], *("", "report_check")[len(rest) - 2 :]]
            inspection.report(kept, *map(str, words))  # type: ignore[arg-type]
        else:
            unusable = Attempt(str(rest[0]), error="not JSON", error_kind="malformed")
            inspection.add(None, {}, attempts=(unusable, *(Attempt(str(one)) for one in rest[1:])))
    yield from inspection.steps


def _inspection(
    *lines: tuple[object, ...], terminal: Terminal = "answered", message: str = "", **answer: object
) -> Episode:
    """Return an episode of lines; `answer` is the outcome's.

    ("find", how many), ("measure" | "view", id or ids, error class or nothing), ("say", words, words that could be
    read), ("report", kept ids, verdict, what was objected to or nothing, the gate: "observe" lets it pass).
    """
    steps = tuple(_lines(_Inspection(), lines))
    outcome = Outcome("r1", "e1", terminal, message, {}, dict(answer))
    return Episode(_HEADER, steps, outcome)


@pytest.fixture
def inspection() -> Callable[..., Episode]:
    """Return a builder of inspections: (*lines, terminal, message, **answer)."""
    return _inspection


@pytest.fixture
def without_results() -> Callable[[Episode], Episode]:
    """Return what takes the data of the tools' results out, as another record of the same episode may lack it."""

    def bare(episode: Episode) -> Episode:
        steps = [replace(one, card=replace(one.card, data={})) if one.card else one for one in episode.steps]
        return replace(episode, steps=tuple(steps))

    return bare
