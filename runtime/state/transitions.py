"""Pure transitions: (state, event) -> state. Nothing here reads a clock or draws a number."""

from dataclasses import replace

from runtime.contracts.action import Action
from runtime.contracts.sample import TutorSample
from runtime.contracts.state import (
    AgentState,
    Budgets,
    CapturedError,
    Hit,
    Message,
    Performance,
    RetrievalState,
    Route,
    Spent,
    StudentState,
    Terminal,
)
from runtime.contracts.tool_call import ToolCall, ToolCard
from runtime.contracts.trace_event import Attempt, StudentTurn
from runtime.state.misconceptions import after_turn, opening_misconceptions

_ATTEMPTED = frozenset({"wrong", "partial", "correct"})
_PERFORMANCES: dict[str, Performance] = {"partial": "partial", "correct": "correct"}


def start(opening: str, image_ref: str, student: StudentState, budgets: Budgets) -> AgentState:
    """Return the state before the first decision: the student has spoken once."""
    return AgentState(
        messages=(Message("user", "student", opening, image_ref),),
        image_ref=image_ref,
        student=student,
        budgets=budgets,
    )


def with_opening_ideas(state: AgentState, sample: TutorSample) -> AgentState:
    """Return the state with the wrong ideas that the student's first message puts into words."""
    ideas = opening_misconceptions(state.messages[0].text, sample)
    return replace(state, student=replace(state.student, misconceptions=ideas))


def with_retrieval(state: AgentState, hits: tuple[Hit, ...], summary: str, confidence: float) -> AgentState:
    """Return the state after a search of the local index; hits already known are not added twice."""
    known = {hit.citation for hit in state.retrieval.hits}
    fresh = tuple(hit for hit in hits if hit.citation not in known)
    return replace(state, retrieval=RetrievalState(True, state.retrieval.hits + fresh, summary, confidence))


def with_attempts(state: AgentState, attempts: tuple[Attempt, ...]) -> AgentState:
    """Return the state after the model was asked: tokens, calls and cost are counted, failures are captured."""
    failed = tuple(
        CapturedError(state.spent.steps, attempt.error_kind, attempt.error) for attempt in attempts if attempt.error
    )
    return replace(state, spent=with_asked(state.spent, attempts), errors=state.errors + failed)


def with_asked(spent: Spent, attempts: tuple[Attempt, ...]) -> Spent:
    """Return what is spent after a model was asked: calls, tokens and cost of each attempt are added."""
    for attempt in attempts:
        spent = replace(
            spent,
            model_calls=spent.model_calls + 1,
            prompt_tokens=spent.prompt_tokens + attempt.prompt_tokens,
            completion_tokens=spent.completion_tokens + attempt.completion_tokens,
            cached_tokens=spent.cached_tokens + attempt.cached_tokens,
            cost_usd=spent.cost_usd + attempt.cost_usd,
        )
    return spent


def with_step(state: AgentState, route: Route) -> AgentState:
    """Return the state with one more decision counted and the next route set."""
    return replace(state, route=route, spent=replace(state.spent, steps=state.spent.steps + 1))


def with_notice(state: AgentState, text: str) -> AgentState:
    """Return the state with a notice to the controller (a gate's reason, a parse error) as its last message."""
    return replace(state, messages=(*state.messages, Message("user", "notice", text)))


def with_tool_call(state: AgentState, call: ToolCall, action: Action) -> AgentState:
    """Return the state with the call counted and the controller's request in the conversation."""
    message = Message("assistant", "tutor", f"{action.tool} {call.call_id}")
    spent = replace(state.spent, tool_calls=state.spent.tool_calls + 1)
    return replace(state, tool_calls=(*state.tool_calls, call), messages=(*state.messages, message), spent=spent)


def with_tool_result(state: AgentState, card: ToolCard, shown: str) -> AgentState:
    """Return the state with the result recorded, and what the controller is shown of it as a message."""
    errors = state.errors
    if not card.ok:
        errors = (*errors, CapturedError(state.spent.steps, str(card.error_class), card.summary))
    return replace(
        state,
        tool_results=(*state.tool_results, card),
        artifacts=state.artifacts + card.artifact_refs,
        errors=errors,
        messages=(*state.messages, Message("user", "tool", shown)),
    )


def with_response(state: AgentState, action: Action) -> AgentState:
    """Return the state after the tutor said something; a hint raises the hint level."""
    student = state.student
    if action.kind == "HINT":
        is_higher = action.hint_level > student.hint_level
        student = replace(
            student,
            hint_level=max(student.hint_level, action.hint_level),
            hints_at_level=1 if is_higher else student.hints_at_level + 1,
        )
    message = Message("assistant", "tutor", action.text)
    return replace(state, student=student, messages=(*state.messages, message))


def with_student_turn(state: AgentState, turn: StudentTurn, sample: TutorSample | None = None) -> AgentState:
    """Return the state after the student answered. A turn without a choice or a judged answer is not an attempt.

    `sample` says which wrong ideas to listen for; without it those known stay as they are.
    """
    student = _assessed(state.student, turn, sample)
    message = Message("user", "student", turn.text)
    return replace(state, student=student, student_turns=state.student_turns + 1, messages=(*state.messages, message))


def with_opening_turn(state: AgentState, turn: StudentTurn, sample: TutorSample) -> AgentState:
    """Return the first state with its opening message assessed as `turn`; it is no answer to the tutor, so no turn."""
    return replace(state, student=_assessed(state.student, turn, sample))


def _assessed(student: StudentState, turn: StudentTurn, sample: TutorSample | None) -> StudentState:
    if sample is not None:
        student = replace(student, misconceptions=after_turn(student.misconceptions, turn, sample))
    if turn.choice or turn.performance in _ATTEMPTED:
        is_wrong = turn.performance != "correct"
        student = replace(
            student,
            attempts=student.attempts + 1,
            performance=_PERFORMANCES.get(turn.performance, "wrong"),
            consecutive_wrong=student.consecutive_wrong + 1 if is_wrong else 0,
        )
    return student


def with_repair(state: AgentState, notice: str) -> AgentState:
    """Return the state sent back to gather more after the solver found the evidence insufficient."""
    return with_notice(replace(state, repairs=state.repairs + 1, route="decide"), notice)


def ended(state: AgentState, terminal: Terminal) -> AgentState:
    """Return the state at its named end."""
    return replace(state, terminal=terminal, route="end")


def with_seconds(state: AgentState, seconds: float) -> AgentState:
    """Return the state with the wall time used so far."""
    return replace(state, spent=replace(state.spent, seconds=seconds))


def exceeded_budget(spent: Spent, budgets: Budgets) -> str:
    """Return the name of the first budget that is used up, or an empty string."""
    if spent.steps >= budgets.steps:
        return f"steps ({budgets.steps})"
    if budgets.seconds is not None and spent.seconds >= budgets.seconds:
        return f"seconds ({budgets.seconds:g})"
    if budgets.cost_usd is not None and spent.cost_usd >= budgets.cost_usd:
        return f"cost ({budgets.cost_usd:g} USD)"
    return ""
