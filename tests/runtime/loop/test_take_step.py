"""One step: the gates, then exactly one thing happens."""

import json
from dataclasses import replace

from runtime.contracts.action import Action
from runtime.contracts.json_types import JsonObject
from runtime.contracts.rule import Rule
from runtime.contracts.state import AgentState, Budgets, Message, StudentState
from runtime.contracts.tool_call import CallPlace
from runtime.contracts.trace_event import GateRecord, StudentTurn
from runtime.loop.parts import EpisodeParts
from runtime.loop.take_step import Scene, StepResult, take_step
from runtime.state.condition_view import condition_context
from runtime.state.transitions import with_retrieval
from runtime.students.simulated_student import SimulatedStudent
from tests.runtime.builders import HITS, INSUFFICIENT, SAMPLE, UNSAFE, answer, gate, parts, state, tool_request

RIGHT = StudentState(attempts=1, performance="correct")
REVEAL = Action("REVEAL_ANSWER")
PROBE = Action("ASK_PROBE", text="What is the meniscus at the chest wall?")


async def _step(
    action: Action, now: AgentState | None = None, made: EpisodeParts | None = None, *rules: Rule, unsafe: bool = False
) -> StepResult:
    now = now or state()
    if unsafe:
        now = replace(now, messages=(*now.messages, Message("user", "student", UNSAFE)))
    scene = Scene(made or parts(()), SAMPLE, SimulatedStudent(SAMPLE, 0), rules, (), 7, CallPlace(episode="e-1"))
    return await take_step(scene, now, action, condition_context(action, now, SAMPLE))


def _read_up() -> AgentState:
    """The student has it, and a passage was read."""
    return with_retrieval(state(RIGHT), HITS, "one", 0.5)


async def test_a_blocked_proposal_becomes_a_notice_and_costs_a_step() -> None:
    result = await _step(REVEAL)
    assert result.taken is None
    assert result.state.messages[-1].speaker == "notice"
    assert result.state.messages[-1].text == f"not done: {result.shown}"
    assert (result.state.spent.steps, result.state.terminal, result.state.route) == (1, None, "decide")
    assert [record.decision for record in result.gates] == ["block"]


async def test_a_response_is_answered_by_the_student() -> None:
    result = await _step(PROBE)
    assert result.taken == PROBE
    assert result.student is not None
    assert [message.text for message in result.state.messages[-2:]] == [PROBE.text, result.student.text]
    assert result.state.student.attempts == 1
    assert result.shown == result.student.text


async def test_the_last_student_turn_ends_the_episode() -> None:
    result = await _step(PROBE, state(budgets=Budgets(student_turns=1)))
    assert result.state.terminal == "responded"
    assert result.state.spent.steps == 1


async def test_a_tool_is_called_once_and_the_loop_goes_on() -> None:
    result = await _step(tool_request("look"))
    assert result.card is not None
    assert result.student is None
    assert (result.state.spent.tool_calls, result.state.spent.steps, result.state.terminal) == (1, 1, None)


async def test_a_converted_proposal_is_what_happens() -> None:
    looking = gate("action.kind == 'ASK_PROBE'", "state.image.observed", "look")
    result = await _step(PROBE, None, None, looking)
    assert result.taken is not None
    assert result.taken.tool == "look"
    assert result.card is not None


async def test_a_refusal_ends_it_with_its_words() -> None:
    result = await _step(PROBE, unsafe=True)
    assert result.state.terminal == "refused"
    assert result.taken is not None
    assert result.state.messages[-1].text == result.taken.text == result.shown


async def test_an_open_answer_is_written_by_the_solver() -> None:
    result = await _step(REVEAL, _read_up(), parts((), (answer("B", "card-meniscus", text="It is fluid."),)))
    assert result.state.terminal == "answered"
    assert result.state.messages[-1].text == "It is fluid."
    assert result.answer is not None
    assert result.answer["answer"] == "B"
    assert result.state.spent.model_calls == 1


async def test_insufficient_evidence_goes_back_once_and_then_ends() -> None:
    made = parts((), (INSUFFICIENT, INSUFFICIENT))
    first = await _step(REVEAL, state(RIGHT), made)
    assert (first.state.terminal, first.state.repairs, first.state.route) == (None, 1, "decide")
    assert "Nothing was read." in first.state.messages[-1].text
    second = await _step(REVEAL, first.state, made)
    assert second.state.terminal == "insufficient_evidence"
    assert second.answer is not None
    assert second.state.spent.steps == 2


async def test_no_repair_is_made_where_none_is_allowed() -> None:
    result = await _step(REVEAL, state(RIGHT), parts((), (INSUFFICIENT,), max_repairs=0))
    assert result.state.terminal == "insufficient_evidence"


async def test_an_unusable_solver_ends_in_a_parse_failure() -> None:
    result = await _step(REVEAL, state(RIGHT), parts((), ("prose",) * 3))
    assert result.state.terminal == "parse_failure"
    assert [attempt.purpose for attempt in result.attempts] == ["solve"] * 3
    assert [error.kind for error in result.state.errors] == ["malformed"] * 3


async def test_a_hint_raises_the_hint_level_and_a_blocked_one_does_not() -> None:
    given = await _step(Action("HINT", text="Look at the angle.", hint_level=1))
    assert given.state.student.hint_level == 1
    skipped = await _step(Action("HINT", text="Look at the angle.", hint_level=3))
    assert skipped.state.student.hint_level == 1
    blocked = await _step(Action("HINT", text="The answer is B.", hint_level=2))
    assert blocked.state.student.hint_level == 0
    assert blocked.student is None


async def test_the_answers_text_is_what_the_student_reads_even_when_the_model_wrote_one() -> None:
    proposal = replace(REVEAL, text="Well done, it is B.")
    result = await _step(proposal, _read_up(), parts((), (answer("B", "card-meniscus", text="Fluid."),)))
    assert result.taken is not None
    assert result.state.messages[-1].text == "Fluid."
    assert json.dumps(result.taken.to_json())


class Leaving:
    """A student who ends the session."""

    def open(self) -> str:
        """Say something."""
        return "Why?"

    def reply(self, action: JsonObject, state: AgentState, step: int) -> StudentTurn:
        """Leave."""
        return StudentTurn("(left)", "", "none", simulated=False, left=True)


async def test_a_student_who_leaves_ends_the_episode() -> None:
    scene = Scene(parts(()), SAMPLE, Leaving(), (), (), 0, CallPlace(episode="e-1"))
    result = await take_step(scene, state(), PROBE, condition_context(PROBE, state(), SAMPLE))
    assert result.state.terminal == "responded"
    assert result.state.student.attempts == 0
    assert result.student is not None
    assert result.student.left


async def test_a_watcher_is_told_of_what_happens_and_not_of_what_is_blocked() -> None:
    seen: list[tuple[str, str]] = []

    def watch(action: Action, gates: tuple[GateRecord, ...]) -> None:
        seen.append((action.name, gates[-1].decision))

    watched = parts((), watch=watch)
    await _step(PROBE, state(), watched)
    await _step(REVEAL, state(), watched)
    assert seen == [("ASK_PROBE", "allow")]


async def test_a_students_wrong_ideas_are_kept_with_the_turn() -> None:
    result = await _step(PROBE)
    assert result.state.student.misconceptions == (SAMPLE.student.belief, "chose A: Lobar pneumonia")
