"""What rule conditions see of the inspector's decisions, built from the state (documented in context.py)."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Literal, TypeAlias

from runtime.contracts.condition_context import default_context
from runtime.contracts.json_types import JsonObject, canonical_json
from runtime.contracts.sample import Sample
from runtime.contracts.tool_call import RETRYABLE, ToolCall
from runtime.inspection.actions import Look, Proposal, Report
from runtime.inspection.context import INSPECTOR_CONTEXT
from runtime.inspection.state import InspectorState
from runtime.inspection.types import Measures

DecisionKind: TypeAlias = Literal["KEEP", "DROP"]


def episode_view(sample: Sample) -> JsonObject:
    """Return the `episode` variable."""
    return {"sample": sample.id, "tags": list(sample.tags)}


def state_view(state: InspectorState) -> JsonObject:
    """Return the `state` variable: what had happened before the decision."""
    last = state.cards[-1] if state.cards else None
    return {
        "step": state.spent.steps,
        "candidates": len(state.ids),
        "unmeasured": len(state.unmeasured),
        "searched": state.candidates is not None,
        "rejections": state.rejections,
        "tools": {
            "called": [card.name for card in state.cards],
            "last": last.name if last else "",
            "last_ok": last.ok if last else True,
            "last_error": str(last.error_class or "") if last else "",
            "failed": sorted({card.name for card in state.cards if not card.ok}),
        },
    }


def proposal_context(proposal: Proposal, state: InspectorState, sample: Sample) -> JsonObject:
    """Return the whole context of a tool request or a report."""
    action = action_view(proposal, answered_calls(state))
    return {"action": action, "state": state_view(state), "episode": episode_view(sample)}


def decision_context(
    kind: DecisionKind, candidate: int, report: Report, state: InspectorState, sample: Sample
) -> JsonObject:
    """Return the whole context of keeping or dropping the candidate with this id in `report`."""
    action = decision_view(kind, state.measured.get(candidate), len(report.kept_ids))
    return {"action": action, "state": state_view(state), "episode": episode_view(sample)}


def action_view(proposal: Proposal, answered: Sequence[ToolCall] = ()) -> JsonObject:
    """Return the `action` variable of a tool request or a report; `answered` are the calls that it may repeat.

    A report's arguments are its verdict and the ids it keeps.
    """
    if isinstance(proposal, Look):
        told: JsonObject = {
            "kind": "REQUEST_TOOL",
            "name": proposal.tool,
            "arguments": dict(proposal.arguments),
            "repeats": sum(_is_same(proposal, call) for call in answered),
        }
    else:
        told = {
            "kind": "SUBMIT_REPORT",
            "name": "SUBMIT_REPORT",
            "arguments": {"kept_ids": list(proposal.kept_ids), "verdict": proposal.verdict},
            "text": proposal.reasons,
            "kept": len(proposal.kept_ids),
        }
    return {**_defaults(), **told}


def decision_view(kind: DecisionKind, measures: Measures | None, kept: int) -> JsonObject:
    """Return the `action` variable of keeping or dropping a candidate, with its measures where it was measured."""
    told: JsonObject = {"kind": kind, "name": kind, "arguments": {}, "kept": kept, "measured": measures is not None}
    if measures is not None:
        told |= {name: float(value) for name, value in measures._asdict().items()}
    return {**_defaults(), **told}


def answered_calls(state: InspectorState) -> tuple[ToolCall, ...]:
    """Return the calls that asking again would repeat: not those that timed out or met a failing server."""
    passing = {card.call_id for card in state.cards if card.error_class in RETRYABLE}
    return tuple(call for call in state.calls if call.call_id not in passing)


def request_context(state: InspectorState, sample: Sample, seed: int) -> JsonObject:
    """Return what a controller that is no language model decides by; nothing of it is beyond what prompts may say.

    `candidates` (None before they were looked for): each one's id, and the `action` variable of keeping and of
    dropping it, in a report that keeps nothing else. `seed` is the episode's.
    """
    found: list[object] | None = None
    if state.candidates is not None:
        found = [{"id": name, **_both(state.measured.get(name))} for name in state.ids]
    return {
        "state": state_view(state),
        "episode": episode_view(sample),
        "candidates": found,
        "calls": [{"tool": call.name, "arguments": dict(call.arguments)} for call in answered_calls(state)],
        "calls_left": max(state.budgets.tool_calls - state.spent.tool_calls, 0),
        "seed": seed,
    }


def _both(measures: Measures | None) -> JsonObject:
    return {"KEEP": decision_view("KEEP", measures, 1), "DROP": decision_view("DROP", measures, 0)}


def _is_same(look: Look, call: ToolCall) -> bool:
    return call.name == look.tool and _key(call.arguments) == _key(look.arguments)


def _key(arguments: Mapping[str, object]) -> str:
    """Ids asked for in another order are the same ids."""
    rows = {
        name: sorted(value, key=canonical_json) if isinstance(value, list) else value
        for name, value in arguments.items()
    }
    return canonical_json(rows)


@cache
def _defaults() -> Mapping[str, object]:
    return default_context(INSPECTOR_CONTEXT)["action"]
