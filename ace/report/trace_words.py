"""Words that a trace's text and page share. Pure; what comes back may hold foreign text and is escaped by its user."""

import json
from collections.abc import Sequence

from ace.report.trace_fields import OWN_PROMPTS
from ace.report.trace_model import StepView, TraceView
from runtime.contracts.json_types import JsonObject
from runtime.contracts.trace_event import GateRecord, Outcome, Said
from runtime.traces.event_digest import Integrity

# What decide() writes when every fixed gate was asked and let the action pass.
_NONE_OBJECTS = "asked, none objects: "
# What an action's line says in words, or leaves out.
_IN_WORDS = frozenset({"action", "hint_level", "text", "reason", "tool", "arguments"})
_LEAST_MS = 1.0
_LEAST_S = 0.005


def action_words(action: JsonObject) -> str:
    """Return an action on one line: `zoom {"box": [...]}`, `HINT 2 "Look again."`; its reason is left out.

    What else an agent's action holds follows as JSON: `APPROVE {"amount": 40}`.
    """
    kind = str(action.get("action", ""))
    if kind == "REQUEST_TOOL":
        return f"{action.get('tool', '')} {json.dumps(action.get('arguments', {}), ensure_ascii=False)}"
    level = f" {action['hint_level']}" if action.get("hint_level") else ""
    text = f" {json.dumps(action['text'], ensure_ascii=False)}" if action.get("text") else ""
    further = {name: value for name, value in action.items() if name not in _IN_WORDS and value not in ("", {}, None)}
    more = f" {json.dumps(further, ensure_ascii=False)}" if further else ""
    return f"{kind}{level}{text}{more}"


def gist_words(view: StepView) -> tuple[str, str]:
    """Return a step's name (what was done, or was to be) and what came of it, on one line."""
    step = view.step
    action = step.taken or step.proposed or {}
    name = str(action.get("tool") or action.get("action") or "no usable answer")
    if step.card is not None:
        return name, _short(step.card.summary)
    if step.student is not None:
        return name, _short(f"student ({step.student.performance}): {step.student.text}")
    return name, _short(step.shown)


def gate_words(gate: GateRecord, with_names: bool = True, earlier: Sequence[GateRecord] = ()) -> tuple[str, str]:
    """Return a gate's label and what it said; without names, those that let the action pass are only counted.

    `earlier`: the step's records before this one. After one that objected, the count is of gates that were asked about
    what was put in the action's place; after one that only watches, of the others.
    """
    if not with_names and gate.decision == "allow" and gate.reason.startswith(_NONE_OBJECTS):
        names = gate.reason.removeprefix(_NONE_OBJECTS).split(", ")
        said = {one.decision for one in earlier}
        about = " about what was put in its place" if said & {"convert", "block"} else ""
        others = "the other " if "observe" in said and not about else ""
        return "gates", f"{others}{len(names)} asked{about}, none objected"
    return "gate", f"{gate.gate} {gate.decision}: {gate.reason}"


def took_words(duration_ms: float) -> str:
    """Return `, 12 ms`; nothing for what took no time worth telling."""
    return f", {duration_ms:.0f} ms" if duration_ms >= _LEAST_MS else ""


def cost_words(view: StepView) -> str:
    """Return tokens in + out and seconds, where they were measured."""
    prompt = sum(attempt.prompt_tokens for attempt in view.step.attempts)
    written = sum(attempt.completion_tokens for attempt in view.step.attempts)
    cost = [f"{prompt}+{written} tokens"] if prompt or written else []
    cost += [f"{view.seconds:.2f} s"] if view.seconds >= _LEAST_S else []
    return ", ".join(cost)


def seal_words(integrity: Integrity) -> str:
    """Return what the record's own hash says of it."""
    if integrity == "intact":
        return "intact: its lines are those its hash was taken of"
    return "EDITED since it was written" if integrity == "edited" else "no hash of its lines was kept"


def record_words(view: TraceView) -> str:
    """Return how sure the record is, and how sure that it tells what the model saw."""
    header = view.episode.header
    seal = seal_words(view.found.integrity)
    if view.is_imported:
        return f"{seal}; imported from {header.imported}, {header.source}"
    if view.keeps_prompts:
        return f"{seal}; {OWN_PROMPTS}"
    return f"{seal}; {view.verified} of {len(view.steps)} steps' prompts made again and confirmed by their hash"


def said_label(said: Said) -> str:
    """Return who said it: the role, and the name where it tells more."""
    return said.role if said.name in ("", said.role) else f"{said.role} {said.name}"


def score_words(outcome: Outcome) -> str:
    """Return the scores on one line."""
    return ", ".join(f"{name.replace('_', ' ')} {value:g}" for name, value in outcome.scores.items())


def spent_words(outcome: Outcome) -> str:
    """Return what was used, without zeros."""
    return ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in outcome.spent.items() if value)


def _short(text: str, limit: int = 150) -> str:
    line = " ".join(text.split())
    return line if len(line) <= limit else f"{line[:limit]}..."
