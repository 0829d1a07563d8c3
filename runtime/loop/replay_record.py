"""A recorded episode as parts that answer: its model answers, tool cards, student turns and time, in their order."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from runtime.contracts.errors import ApprovalNeededError, BudgetSpentError, CassetteMissError, RuntimeFault
from runtime.contracts.json_types import JsonObject, canonical_json
from runtime.contracts.ports import Clock, Controller, ModelReply, ModelRequest, Student, ToolCaller, ToolContext
from runtime.contracts.sample import TutorSample
from runtime.contracts.state import AgentState
from runtime.contracts.tool_call import ToolCall, ToolCard
from runtime.contracts.trace_event import Attempt, ControllerInfo, Episode, Step, StudentTurn
from runtime.loop.ask_model import prompt_sha256
from runtime.loop.replay_miss import prompt_miss
from runtime.loop.replay_setup import Setup
from runtime.traces.event_json import plain
from runtime.traces.redaction import redact


class PlacedAttempt(NamedTuple):
    """One recorded answer; `number` counts the step's attempts from 0."""

    step: int
    number: int
    attempt: Attempt


@dataclass
class Record:
    """What is left to give out, shared by the parts of one replay; `miss` is the first thing asked and not there."""

    episode: Episode
    sample: TutorSample | None = None
    setup: Setup | None = None
    miss: CassetteMissError | None = None
    attempts: Sequence[PlacedAttempt] = field(init=False)
    cards: list[Step] = field(init=False)
    turns: list[Step] = field(init=False)
    answered: int = 0

    def __post_init__(self) -> None:
        """Lay out what was recorded."""
        steps = self.episode.steps
        self.attempts = [PlacedAttempt(step.step, i, one) for step in steps for i, one in enumerate(step.attempts)]
        self.cards = [step for step in steps if step.card is not None]
        self.turns = [step for step in steps if step.student is not None]

    @property
    def is_exhausted(self) -> bool:
        """True once every recorded model answer was given."""
        return self.answered == len(self.attempts)

    @property
    def seconds(self) -> float:
        """Wall time of the recorded part."""
        spent = self.episode.outcome.spent.get("seconds", 0.0) if self.episode.outcome else 0.0
        return float(spent) if isinstance(spent, int | float) else 0.0

    def missed(self, message: str) -> CassetteMissError:
        """Note the first miss and return it for raising."""
        error = CassetteMissError(f"{self.episode.header.episode}: {message}")
        self.miss = self.miss or error
        return error

    def ended(self, wanted: str) -> RuntimeFault:
        """Return what to raise when `wanted` is asked for after the end of the record."""
        outcome = self.episode.outcome
        if self.is_exhausted and outcome is None:
            return RuntimeFault("the record was cut off here")
        if self.is_exhausted and outcome is not None and outcome.terminal == "infrastructure_error":
            return RuntimeFault(outcome.error)
        if self.is_exhausted and outcome is not None and outcome.terminal == "budget_spent":
            # A step that was cut off in the middle leaves no record but this.
            return BudgetSpentError(outcome.message.removeprefix("the budget of ").removesuffix(" was used up"))
        how = "was cut off" if outcome is None else f"ended with {outcome.terminal}"
        steps = len(self.episode.steps)
        return self.missed(f"{wanted} is asked for and not in the record, which {how} after {steps} steps")


@dataclass(frozen=True)
class ReplayedController:
    """Gives the recorded answers in order, each only to the prompt it was given to; then asks `live`, if there is one.

    It speaks as the recorded controller: what was simulated stays simulated.
    """

    record: Record
    live: Controller | None = None

    @property
    def info(self) -> ControllerInfo:
        """Who was recorded."""
        return self.record.episode.header.controller

    async def complete(self, request: ModelRequest) -> ModelReply:
        """Return the next recorded answer.

        Raises: CassetteMissError when another prompt is asked than the recorded one, RuntimeFault with the recorded
        failure where the record ends in one.
        """
        record = self.record
        if record.is_exhausted:
            if self.live is not None:
                return await self.live.complete(request)
            raise record.ended(f"an answer to {request.purpose!r}")
        place = record.attempts[record.answered]
        attempt = place.attempt
        if attempt.purpose != request.purpose or attempt.prompt_sha256 != prompt_sha256(request.messages):
            raise record.missed(
                await prompt_miss(record.episode, record.setup, record.sample, record.answered, request)
            )
        record.answered += 1
        return ModelReply(
            text=attempt.raw,
            finish_reason=attempt.finish_reason,
            prompt_tokens=attempt.prompt_tokens,
            completion_tokens=attempt.completion_tokens,
            cached_tokens=attempt.cached_tokens,
            cost_usd=attempt.cost_usd,
            seconds=attempt.seconds,
        )


@dataclass(frozen=True)
class ReplayedCaller:
    """Gives the recorded cards by name and arguments, in order; then calls `live`, if any.

    Where it goes on, the recorded cards carry this run's idempotency keys.
    """

    record: Record
    live: ToolCaller | None = None

    async def call(self, call: ToolCall, context: ToolContext) -> ToolCard:
        """Return the recorded card. Raises: CassetteMissError, ApprovalNeededError where the record waits for one."""
        record = self.record
        if record.cards:
            step = record.cards[0]
            assert step.card is not None
            if not _is_same_call(call, step.card):
                raise record.missed(_card_miss(call, record.cards))
            record.cards.pop(0)
            card = replace(step.card, arguments=call.arguments, is_replayed=True)
            # Going on is another run with keys of its own; a strict replay is the recorded one, whatever its key was.
            return card if self.live is None else replace(card, idempotency_key=call.idempotency_key)
        if record.is_exhausted and self.live is not None:
            return await self.live.call(call, context)
        outcome = record.episode.outcome
        if record.is_exhausted and outcome is not None and outcome.terminal == "awaiting_approval":
            raise ApprovalNeededError(outcome.error, record.episode.steps[-1].shown)
        raise record.ended(f"a call of {call.name}")


class ReplayedStudent:
    """Gives the recorded turns, each only to the response it answered; then `live` answers, if there is one.

    A simulated `live` hears every recorded response, so that it goes on from where the recorded one stood.
    """

    def __init__(self, record: Record, live: Student, goes_on: bool) -> None:
        self._record, self._live, self._goes_on = record, live, goes_on
        self._is_fed = goes_on and record.episode.header.student_simulated

    def open(self) -> str:
        """Return the recorded opening."""
        messages = self._record.episode.header.initial.get("messages")
        said = messages[0].get("text") if isinstance(messages, list | tuple) and messages else None
        return said if isinstance(said, str) else self._live.open()

    def reply(self, action: JsonObject, state: AgentState, step: int) -> StudentTurn:
        """Return the recorded turn. Raises: CassetteMissError when another response is given than the recorded one."""
        record = self._record
        if not record.turns:
            if record.is_exhausted and self._goes_on:
                return self._live.reply(action, state, step)
            raise record.ended("a student's answer")
        recorded = record.turns[0]
        assert recorded.student is not None
        if _recorded_form(action) != _recorded_form(recorded.taken):
            raise record.missed(
                f"step {recorded.step}: the student answered another response than is given now; "
                f"recorded {canonical_json(recorded.taken)[:300]}, now {canonical_json(action)[:300]}"
            )
        record.turns.pop(0)
        now = self._live.reply(action, state, step) if self._is_fed else recorded.student
        if _recorded_form(now.text) != _recorded_form(recorded.student.text):
            raise record.missed(f"step {recorded.step}: the simulated student now answers otherwise than recorded")
        return recorded.student


class ReplayedClock:
    """Stands still while the record lasts, then has the recorded time behind it; with `goes_on`, `live` runs on."""

    def __init__(self, record: Record, live: Clock, goes_on: bool) -> None:
        self._record, self._live, self._goes_on = record, live, goes_on
        self._has_begun = False
        self._resumed_at: float | None = None

    def now(self) -> str:
        """Return when the recorded episode began, then the present."""
        if self._record.is_exhausted and self._goes_on and self._has_begun:
            return self._live.now()
        return self._record.episode.header.started

    def monotonic(self) -> float:
        """Return 0 while the record lasts, then the recorded seconds and what passed since."""
        if not self._has_begun:
            self._has_begun = True
            return 0.0
        if not self._record.is_exhausted:
            return 0.0
        if not self._goes_on:
            return self._record.seconds
        present = self._live.monotonic()
        if self._resumed_at is None:
            self._resumed_at = present
        return self._record.seconds + present - self._resumed_at


def _is_same_call(call: ToolCall, card: ToolCard) -> bool:
    return call.name == card.name and _recorded_form(call.arguments) == _recorded_form(card.arguments)


def _recorded_form(value: object) -> str:
    """Return `value` as the log would hold it, for comparing: redacted, canonical."""
    return canonical_json(redact(plain(value)))


def _card_miss(call: ToolCall, recorded: Sequence[Step]) -> str:
    asked = f"{call.name} {canonical_json(call.arguments)[:300]}"
    alike = next((step for step in recorded if step.card is not None and step.card.name == call.name), recorded[0])
    assert alike.card is not None
    found = f"{alike.card.name} {canonical_json(alike.card.arguments)[:300]}"
    return f"{call.call_id}: no recorded result of {asked}; nearest, recorded at step {alike.step}: {found}"
