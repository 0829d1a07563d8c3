"""The recorded answers are given out one by one, to what they answered and to nothing else."""

import pytest

from runtime.artifacts.store import MemoryArtifactStore
from runtime.contracts.errors import BudgetSpentError, CassetteMissError, RuntimeFault
from runtime.contracts.ports import ChatMessage, EpisodeJob, ModelRequest, ToolContext
from runtime.contracts.tool_call import ToolCall
from runtime.contracts.trace_event import Episode, Outcome
from runtime.loop.replay_record import Record, ReplayedCaller, ReplayedClock, ReplayedController, ReplayedStudent
from runtime.loop.run_episode import TutorAgent
from runtime.students.simulated_student import SimulatedStudent
from tests.runtime.builders import LOOK, PROBE, READ, REFUSE, SAMPLE, StepClock, parts, state

CONTEXT = ToolContext("", MemoryArtifactStore(), None)


@pytest.fixture
async def episode() -> Episode:
    """Two calls, a probe, a refusal; three seconds."""
    return await TutorAgent(parts([LOOK, READ, PROBE, REFUSE], clock=StepClock(0.75))).run(SAMPLE, EpisodeJob())


def ended(episode: Episode, terminal: str, message: str = "", error: str = "") -> Episode:
    outcome = Outcome("r", "e", terminal, message, {}, error=error)  # type: ignore[arg-type]
    return Episode(episode.header, (), outcome)


async def test_another_prompt_gets_no_answer_and_the_miss_is_kept(episode: Episode) -> None:
    record = Record(episode)
    controller = ReplayedController(record)
    with pytest.raises(CassetteMissError, match="step 0, attempt 0"):
        await controller.complete(ModelRequest((ChatMessage("user", "Something else"),), {}, 0))
    assert record.miss is not None
    assert (record.answered, controller.info) == (0, episode.header.controller)


@pytest.mark.parametrize(
    ("terminal", "message", "error", "expected"),
    [
        ("infrastructure_error", "", "no server", RuntimeFault("no server")),
        ("budget_spent", "the budget of seconds (3) was used up", "", BudgetSpentError("seconds (3)")),
        ("answered", "", "", CassetteMissError),
    ],
    ids=["model-gone", "out-of-time", "one-more"],
)
async def test_after_the_end_comes_the_recorded_end(
    episode: Episode, terminal: str, message: str, error: str, expected: object
) -> None:
    controller = ReplayedController(Record(ended(episode, terminal, message, error)))
    with pytest.raises(RuntimeFault) as raised:
        await controller.complete(ModelRequest((), {}, 0))
    if isinstance(expected, RuntimeFault):
        assert (type(raised.value), str(raised.value)) == (type(expected), str(expected))
    else:
        assert raised.type is expected
        assert "ended with answered after 0 steps" in str(raised.value)


@pytest.mark.parametrize("goes_on", [False, True])
async def test_cards_come_in_order_under_this_runs_keys_where_it_goes_on(episode: Episode, goes_on: bool) -> None:
    caller = ReplayedCaller(Record(episode), parts([]).caller if goes_on else None)
    card = await caller.call(ToolCall("call-1", "look", {}, "e-new:0:1"), CONTEXT)
    recorded = episode.steps[0].card
    assert recorded is not None
    key = "e-new:0:1" if goes_on else recorded.idempotency_key
    assert (card.call_id, card.idempotency_key, card.summary, card.is_replayed) == ("call-1", key, "a meniscus", True)
    with pytest.raises(CassetteMissError, match=r'no recorded result of retrieve \{"query":"other"\}; nearest'):
        await caller.call(ToolCall("call-8", "retrieve", {"query": "other"}), CONTEXT)


async def test_a_call_before_the_end_of_the_record_is_never_live(episode: Episode) -> None:
    record = Record(Episode(episode.header, episode.steps, None))
    record.cards.clear()
    with pytest.raises(CassetteMissError):
        await ReplayedCaller(record, parts([]).caller).call(ToolCall("call-1", "look", {}), CONTEXT)


def test_the_student_answers_only_the_recorded_response(episode: Episode) -> None:
    student = ReplayedStudent(Record(episode), SimulatedStudent(SAMPLE, 0), goes_on=False)
    assert student.open() == SimulatedStudent(SAMPLE, 0).open()
    with pytest.raises(CassetteMissError, match="answered another response"):
        student.reply({"action": "ASK_PROBE", "text": "Why?"}, state(), 2)
    taken = episode.steps[2].taken
    assert taken is not None
    assert student.reply(taken, state(), 2) == episode.steps[2].student
    with pytest.raises(CassetteMissError, match="a student's answer is asked for"):
        student.reply(taken, state(), 3)


def test_a_student_that_would_now_answer_otherwise_is_not_gone_on_with(episode: Episode) -> None:
    other = SAMPLE.model_copy(update={"student": SAMPLE.student.model_copy(update={"choice": "C"})})
    student = ReplayedStudent(Record(episode), SimulatedStudent(other, 0), goes_on=True)
    taken = episode.steps[2].taken
    assert taken is not None
    with pytest.raises(CassetteMissError, match="now answers otherwise"):
        student.reply(taken, state(), 2)


def test_the_clock_stands_until_the_record_ends_and_then_has_its_time_behind_it(episode: Episode) -> None:
    record = Record(episode)
    strict, live = ReplayedClock(record, StepClock(1.0), False), ReplayedClock(record, StepClock(1.0), True)
    assert [clock.monotonic() for clock in (strict, live, strict, live)] == [0.0, 0.0, 0.0, 0.0]
    record.answered = len(record.attempts)
    assert record.seconds == pytest.approx(3.0)
    assert [strict.monotonic(), strict.monotonic()] == [3.0, 3.0]
    assert [live.monotonic(), live.monotonic(), live.monotonic()] == [3.0, 4.0, 5.0]
    assert strict.now() == episode.header.started
