"""One step of the inspector: gates, then one tool, or the report's check and the decisions it is made of."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from runtime.agents.inspector.gate_report import Decision, gate_proposal, gate_report
from runtime.agents.inspector.parts import InspectorParts
from runtime.agents.inspector.report_check import MAX_REJECTIONS, check_report
from runtime.agents.inspector.sample import CastingSample
from runtime.agents.inspector.transitions import ended, with_card, with_notice, with_rejection, with_said, with_step
from runtime.contracts.errors import ApprovalNeededError
from runtime.contracts.json_types import JsonObject
from runtime.contracts.ports import ToolContext
from runtime.contracts.rule import Rule
from runtime.contracts.tool_call import CallPlace, ToolCall, ToolCard
from runtime.contracts.trace_event import GateRecord
from runtime.inspection.actions import Look, Proposal, Report, as_written
from runtime.inspection.state import InspectorState
from runtime.inspection.view import proposal_context
from runtime.loop.use_tool import show
from runtime.traces.recordable import recordable_card


@dataclass(frozen=True)
class StepResult:
    """What a step did. `state` is the state after it, `report` the one that was taken, with its `decisions`.

    `pending` is the id of a tool call that waits for a person; the episode ends there.
    """

    state: InspectorState
    taken: JsonObject | None
    gates: tuple[GateRecord, ...]
    card: ToolCard | None = None
    shown: str = ""
    report: Report | None = None
    decisions: tuple[Decision, ...] = ()
    pending: str = ""


@dataclass(frozen=True)
class Scene:
    """What stays the same over an episode."""

    parts: InspectorParts
    sample: CastingSample
    rules: tuple[Rule, ...]
    place: CallPlace


async def take_step(scene: Scene, state: InspectorState, proposal: Proposal, context: JsonObject) -> StepResult:
    """Return what happens when `proposal` is made in `state`."""
    said = with_said(state, as_written(proposal))
    gates, instead = gate_proposal(scene.rules, context, state)
    if instead is not None:
        # What takes its place has to pass the gates as well; nothing takes the place of that.
        again = gate_proposal(scene.rules, proposal_context(instead, state, scene.sample), state).records
        gates = (*gates, *(replace(one, decision="block") for one in again if one.decision != "allow"))
    gates = (*gates, *_over_budget(instead or proposal, state))
    blocked = [record for record in gates if record.decision == "block"]
    if blocked:
        shown = f"not done: {blocked[0].reason}"
        return StepResult(with_step(with_notice(said, shown)), None, gates, shown=shown)
    if instead is not None:
        reason = next(record.reason for record in gates if record.decision == "convert")
        return await _use_tool(scene, said, instead, gates, f"not done: {reason}\n{instead.tool} was called instead.\n")
    if isinstance(proposal, Look):
        return await _use_tool(scene, said, proposal, gates)
    return _take_report(scene, said, proposal, gates)


def _over_budget(proposal: Proposal, state: InspectorState) -> Sequence[GateRecord]:
    limit = state.budgets.tool_calls
    if not isinstance(proposal, Look) or state.spent.tool_calls < limit:
        return ()
    return (GateRecord("tool_budget", "block", f"all {limit} tool calls are used; submit the report now"),)


async def _use_tool(
    scene: Scene, state: InspectorState, look: Look, gates: tuple[GateRecord, ...], why: str = ""
) -> StepResult:
    """`why`: what the model is told before the result, where it did not ask for this call."""
    number, step = len(state.calls) + 1, state.spent.steps
    key = f"{scene.place.episode}:{step}:{number}"
    call = ToolCall(f"call-{number}", look.tool, look.arguments, key)
    where = ToolContext(state.image_ref, scene.parts.artifacts, None, key, replace(scene.place, step=step))
    try:
        card = recordable_card(await scene.parts.caller.call(call, where))
    except ApprovalNeededError as exc:
        waiting = ended(with_step(state), "awaiting_approval")
        return StepResult(waiting, look.to_json(), gates, shown=str(exc), pending=exc.pending)
    shown = why + show(card)
    after = with_step(with_card(state, call, card, shown))
    return StepResult(after, look.to_json(), gates, card, shown)


def _take_report(scene: Scene, state: InspectorState, report: Report, gates: tuple[GateRecord, ...]) -> StepResult:
    problems = "; ".join(check_report(report, state))
    may_refuse = scene.parts.gates.is_enforced("report_check") and state.rejections < MAX_REJECTIONS
    if problems and may_refuse:
        checked = (*gates, GateRecord("report_check", "block", problems))
        shown = f"the report was sent back: {problems}"
        return StepResult(with_step(with_rejection(state, shown)), None, checked, shown=shown)
    checked = (*gates, GateRecord("report_check", "observe" if problems else "allow", problems or "nothing is amiss"))
    gated = gate_report(report, scene.rules, state, scene.sample)
    done = ended(with_step(state), "answered")
    return StepResult(done, gated.report.to_json(), checked, report=gated.report, decisions=gated.decisions)
