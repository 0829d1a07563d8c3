"""One step of the tutor: gates, then one tool, one response, the answer, or a refusal."""

from dataclasses import dataclass, replace
from typing import assert_never

from runtime.contracts.action import RESPONSES, Action
from runtime.contracts.errors import ApprovalNeededError
from runtime.contracts.json_types import JsonObject
from runtime.contracts.ports import Student
from runtime.contracts.rule import Rule
from runtime.contracts.sample import TutorSample
from runtime.contracts.state import AgentState
from runtime.contracts.tool_call import CallPlace, ToolCard
from runtime.contracts.trace_event import Attempt, GateRecord, StudentTurn
from runtime.gates.decide import decide
from runtime.gates.pedagogy import GateView
from runtime.loop.parts import EpisodeParts
from runtime.loop.solve import solve
from runtime.loop.use_tool import use_tool
from runtime.state.condition_view import is_unsafe_now, leak_in, said_so_far
from runtime.state.transitions import (
    ended,
    with_attempts,
    with_notice,
    with_repair,
    with_response,
    with_step,
    with_student_turn,
)
from runtime.traces.recordable import recordable_turn


@dataclass(frozen=True)
class StepResult:
    """What a step did. `state` is the state after it; `attempts` are the solver's, when it was asked.

    `pending` is the id of a tool call that waits for a person; the episode ends there and can be resumed.
    """

    state: AgentState
    taken: Action | None
    gates: tuple[GateRecord, ...]
    card: ToolCard | None = None
    shown: str = ""
    student: StudentTurn | None = None
    attempts: tuple[Attempt, ...] = ()
    answer: JsonObject | None = None
    pending: str = ""


@dataclass(frozen=True)
class Scene:
    """What stays the same over an episode."""

    parts: EpisodeParts
    sample: TutorSample
    student: Student
    rules: tuple[Rule, ...]
    solver_rules: tuple[Rule, ...]
    seed: int
    place: CallPlace


async def take_step(scene: Scene, state: AgentState, proposal: Action, context: JsonObject) -> StepResult:
    """Return what happens when `proposal` is made in `state`. Raises: ModelError from the solver only."""
    view = GateView(
        state=state,
        sample=scene.sample,
        repeats=_repeats(context),
        leak=leak_in(proposal, scene.sample, said_so_far(state, scene.sample)),
        is_unsafe=is_unsafe_now(state),
        modes=scene.parts.gates,
    )
    gated = decide(proposal, scene.rules, context, view)
    if gated.action is None:
        blocked = with_step(with_notice(state, f"not done: {gated.reason}"), "decide")
        return StepResult(blocked, None, gated.records, shown=gated.reason)
    return await _perform(scene, state, gated.action, gated.records)


def _repeats(context: JsonObject) -> int:
    action = context.get("action")
    value = action.get("repeats", 0) if isinstance(action, dict) else 0
    return value if isinstance(value, int) else 0


async def _perform(scene: Scene, state: AgentState, action: Action, gates: tuple[GateRecord, ...]) -> StepResult:
    if scene.parts.watch is not None:
        scene.parts.watch(action, gates)
    if action.kind == "REQUEST_TOOL":
        try:
            used = await use_tool(scene.parts, state, action, scene.sample, scene.place)
        except ApprovalNeededError as exc:
            waiting = ended(with_step(state, "end"), "awaiting_approval")
            return StepResult(waiting, action, gates, shown=str(exc), pending=exc.pending)
        return StepResult(with_step(used.state, "decide"), action, gates, used.card, used.shown)
    if action.kind in RESPONSES:
        return _respond(scene, state, action, gates)
    if action.kind == "SAFETY_REFUSE":
        done = ended(with_step(with_response(state, action), "end"), "refused")
        return StepResult(done, action, gates, shown=action.text)
    if action.kind == "REVEAL_ANSWER":
        return await _answer(scene, state, action, gates)
    assert_never(action.kind)  # type: ignore[arg-type]


def _respond(scene: Scene, state: AgentState, action: Action, gates: tuple[GateRecord, ...]) -> StepResult:
    after = with_response(state, action)
    turn = recordable_turn(scene.student.reply(action.to_json(), after, state.spent.steps))
    after = with_step(with_student_turn(after, turn, scene.sample), "decide")
    if turn.left or after.student_turns >= after.budgets.student_turns:
        after = ended(after, "responded")
    return StepResult(after, action, gates, shown=turn.text, student=turn)


async def _answer(scene: Scene, state: AgentState, action: Action, gates: tuple[GateRecord, ...]) -> StepResult:
    solved = await solve(scene.parts, scene.solver_rules, state, scene.sample, scene.seed)
    state = with_attempts(state, solved.attempts)
    if solved.answer is None:
        done = ended(with_step(state, "end"), "parse_failure")
        return StepResult(done, action, gates, attempts=solved.attempts)
    if solved.answer["status"] == "answer":
        text = str(solved.answer["text"])
        done = ended(with_step(with_response(state, replace(action, text=text)), "end"), "answered")
        return StepResult(done, action, gates, shown=text, attempts=solved.attempts, answer=solved.answer)
    if state.repairs < scene.parts.max_repairs:
        notice = f"the evidence does not support an answer yet: {solved.answer['text']} Gather more, then try again."
        again = with_step(with_repair(state, notice), "decide")
        return StepResult(again, action, gates, shown=notice, attempts=solved.attempts, answer=solved.answer)
    done = ended(with_step(state, "end"), "insufficient_evidence")
    return StepResult(done, action, gates, attempts=solved.attempts, answer=solved.answer)
