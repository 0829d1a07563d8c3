"""A trace as one self-contained page: no script, nothing loaded, every foreign word escaped."""

import base64
import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from ace.report.trace_artifacts import SeenArtifact
from ace.report.trace_model import JudgedRule, StepView, TraceView
from ace.report.trace_words import (
    action_words,
    cost_words,
    gist_words,
    record_words,
    said_label,
    score_words,
    spent_words,
    took_words,
)
from ace.text.visible_text import escape_text
from runtime.agents.registry import AGENTS
from runtime.contracts.json_types import JsonObject
from runtime.contracts.ports import ChatMessage
from runtime.contracts.trace_event import GateRecord, Said

if TYPE_CHECKING:
    from jinja2 import Template

EMBEDDED_IMAGES = {"image/png", "image/jpeg"}
MOST_EMBEDDED_BYTES = 400_000
MOST_TEXT_BYTES = 20_000
_GATE_STYLES = {"allow": "soft", "observe": "warn", "block": "bad", "convert": "warn"}
_RULE_STYLES = {"complies": "ok", "violates": "bad", "error": "bad"}


def trace_html(view: TraceView, picture: bytes | None = None) -> str:
    """Return the page. `picture` is the case's image as PNG; without it the page only names the image."""
    steps: list[JsonObject] = []
    earlier: Sequence[ChatMessage] = ()
    agent = view.episode.header.agent
    for step in view.steps:
        steps.append(_step(step, earlier))
        earlier = step.prompts[0].messages if step.prompts else earlier
    return _template().render(
        head=_head(view),
        end=_end(view),
        notes=view.notes,
        notice=AGENTS[agent].notice if agent in AGENTS else "",
        steps=steps,
        picture=_data_url("image/png", picture) if picture is not None else "",
    )


def visible(value: object) -> str:
    """Return foreign text line by line with what cannot be seen written out; Jinja escapes the rest."""
    return "\n".join(escape_text(line) for line in str(value).split("\n"))


@cache
def _template() -> "Template":
    from jinja2 import Environment, StrictUndefined

    environment = Environment(undefined=StrictUndefined, autoescape=True)
    environment.filters["seen"] = visible
    return environment.from_string((Path(__file__).parent / "html" / "trace.html.j2").read_text(encoding="utf-8"))


def _head(view: TraceView) -> JsonObject:
    header = view.episode.header
    return {
        "episode": header.episode,
        "sample": header.sample,
        "trial": header.trial,
        "run": header.run,
        "by": header.controller.label,
        "simulated": header.controller.simulated,
        "started": header.started,
        "rules": list(header.rules),
        "commit": header.playbook_commit[:7],
        "dropped": ", ".join(header.rules_dropped),
        "question": header.question,
        "image": header.image,
        "record": view.found.integrity,
        "seal": record_words(view),
        "is_imported": view.is_imported,
        "opening": [_said(said) for said in header.opening],
    }


def _end(view: TraceView) -> JsonObject:
    outcome = view.episode.outcome
    if outcome is None:
        return {"terminal": "cut off", "scores": "", "message": "", "error": "", "spent": "", "answer": ""}
    return {
        "terminal": outcome.terminal,
        "scores": score_words(outcome),
        "message": outcome.message,
        "error": outcome.error,
        "spent": spent_words(outcome),
        "answer": _pretty(outcome.answer) if outcome.answer else "",
    }


def _step(view: StepView, earlier: Sequence[ChatMessage]) -> JsonObject:
    step = view.step
    did = "" if step.taken == step.proposed else "nothing: the proposal was blocked"
    if step.taken is not None and step.taken != step.proposed:
        did = action_words(step.taken)
    return {
        "number": step.step,
        "name": gist_words(view)[0],
        "gist": gist_words(view)[1],
        "tags": _tags(view),
        "cost": cost_words(view),
        "why_unseen": view.why_unseen,
        "fresh": [_message(one) for one in _fresh(view, earlier)],
        "prompts": [_prompt(view, index) for index in range(len(view.prompts))],
        "unusable": [{"error": one.error, "raw": one.raw} for one in step.attempts if one.error],
        "proposed": action_words(step.proposed) if step.proposed else "",
        "reason": str((step.proposed or {}).get("reason", "")),
        "gates": [_gate(gate) for gate in step.gates],
        "rules": [_rule(judged) for judged in view.judged],
        "did": did if step.proposed else "",
        "card": _card(view),
        "artifacts": [_artifact(one) for one in view.artifacts],
        "student": _student(view),
        "shown": step.shown if step.student is None and (step.card is None or step.source_id) else "",
        "speaker": step.speaker,
        "said": str((step.proposed or {}).get("text", "")) if (step.proposed or {}).get("tool") else "",
        "heard": [_said(said) for said in step.heard],
        "changes": "; ".join(view.changes),
        "fields": "; ".join(view.fields),
        "counters": "; ".join(view.counters),
        "patch": "\n".join(json.dumps(operation, ensure_ascii=False) for operation in step.patch),
        "states": f"{step.state_before} -> {step.state_after}",
    }


def _tags(view: StepView) -> list[dict[str, str]]:
    tags = [
        {"text": f"{gate.gate}: {gate.decision}", "style": _GATE_STYLES.get(gate.decision, "warn")}
        for gate in view.step.gates
        if gate.decision != "allow"
    ]
    tags += [{"text": f"{one.rule.id} violated", "style": "bad"} for one in view.judged if one.verdict == "violates"]
    if view.step.card is not None and not view.step.card.ok:
        tags.append({"text": str(view.step.card.error_class), "style": "bad"})
    if not view.is_verified and view.why_unseen:
        tags.append({"text": "prompt not confirmed", "style": "warn"})
    return tags


def _fresh(view: StepView, earlier: Sequence[ChatMessage]) -> list[ChatMessage]:
    if not view.prompts:
        return []
    return [message for message in view.prompts[0].messages[1:-1] if message not in earlier]


def _message(message: ChatMessage) -> JsonObject:
    return {"role": message.role, "text": message.content}


def _said(said: Said) -> JsonObject:
    return {"role": said_label(said), "text": said.text}


def _prompt(view: StepView, index: int) -> JsonObject:
    prompt = view.prompts[index]
    return {
        "purpose": prompt.attempt.purpose,
        "verified": prompt.is_verified,
        "messages": [_message(message) for message in prompt.messages],
        "size": sum(len(message.content) for message in prompt.messages),
        "raw": prompt.attempt.raw,
        "finish": prompt.attempt.finish_reason,
    }


def _gate(gate: GateRecord) -> JsonObject:
    style = _GATE_STYLES.get(gate.decision, "warn")
    return {"gate": gate.gate, "decision": gate.decision, "reason": gate.reason, "style": style}


def _rule(judged: JudgedRule) -> JsonObject:
    rule = judged.rule
    return {
        "id": rule.id,
        "verdict": judged.verdict,
        "style": _RULE_STYLES[judged.verdict],
        "when": rule.when or "",
        "require": rule.require or "",
        "error": judged.error,
    }


def _card(view: StepView) -> JsonObject | None:
    card = view.step.card
    if card is None:
        return None
    how = f"{card.name}: {'ok' if card.ok else card.error_class}{took_words(card.duration_ms)}."
    return {"ok": card.ok, "how": how, "summary": card.summary, "data": _pretty(card.data) if card.data else ""}


def _artifact(seen: SeenArtifact) -> JsonObject:
    out: JsonObject = {"problem": seen.problem, "url": "", "text": "", "path": str(seen.path or "")}
    out["what"] = f"{seen.media_type or 'unknown type'}, {seen.size:,} bytes"
    if seen.path is None:
        return out
    if seen.media_type in EMBEDDED_IMAGES and seen.size <= MOST_EMBEDDED_BYTES:
        out["url"] = _data_url(seen.media_type, seen.path.read_bytes())
    elif seen.media_type.startswith(("text/", "application/json")) and seen.size <= MOST_TEXT_BYTES:
        out["text"] = seen.path.read_bytes().decode("utf-8", "replace")
    return out


def _student(view: StepView) -> JsonObject | None:
    turn = view.step.student
    if turn is None:
        return None
    how = ", ".join([turn.performance, *(["told"] if turn.told else []), *(["simulated"] if turn.simulated else [])])
    return {"how": how, "text": turn.text}


def _data_url(media_type: str, data: bytes) -> str:
    return f"data:{media_type};base64,{base64.b64encode(data).decode('ascii')}"


def _pretty(value: object) -> str:
    return json.dumps(value, indent=1, ensure_ascii=False)
