"""A trace as one JSON object."""

from pathlib import Path

from ace.report.trace_model import StepView, TraceView
from runtime.contracts.json_types import JsonObject
from runtime.traces.event_json import event_to_json


def trace_json(view: TraceView, only: int | None = None) -> JsonObject:
    """Return the episode with each step's prompts, changes, judged rules and artifacts; `only`: that step alone."""
    steps = view.steps if only is None else (view.steps[only],)
    outcome = view.episode.outcome
    return {
        "header": event_to_json(view.episode.header),
        "log": str(view.found.path),
        "line": view.found.line,
        "record": view.found.integrity,
        "notes": list(view.notes),
        "rules_from": view.origin.rules_from,
        "steps": [_step(step) for step in steps],
        "outcome": event_to_json(outcome) if outcome is not None else None,
    }


def _step(view: StepView) -> JsonObject:
    return {
        **event_to_json(view.step),
        "prompts": [
            {
                "purpose": prompt.attempt.purpose,
                "verified": prompt.is_verified,
                "messages": [{"role": message.role, "content": message.content} for message in prompt.messages],
            }
            for prompt in view.prompts
        ],
        "prompts_verified": view.is_verified,
        "why_unverified": view.why_unseen,
        "rules": [{"id": one.rule.id, "verdict": one.verdict, "error": one.error} for one in view.judged],
        "changes": list(view.changes),
        "counters": list(view.counters),
        "seconds": round(view.seconds, 4),
        "artifacts": [
            {
                "ref": one.ref,
                "media_type": one.media_type,
                "bytes": one.size,
                "path": str(one.path) if isinstance(one.path, Path) else None,
                "problem": one.problem,
            }
            for one in view.artifacts
        ],
    }
