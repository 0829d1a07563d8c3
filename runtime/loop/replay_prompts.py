"""What a model was asked at a recorded step: the prompts made again by the same code, each checked by its hash."""

from dataclasses import dataclass

from runtime.contracts.ports import ChatMessage, ModelReply, ModelRequest
from runtime.contracts.sample import TutorSample
from runtime.contracts.state import AgentState
from runtime.contracts.trace_event import Attempt, ControllerInfo, Step
from runtime.loop.ask_model import CUT_OFF, ask, prompt_sha256
from runtime.loop.replay_setup import Setup
from runtime.prompts.assemble import controller_messages, solver_messages
from runtime.prompts.schemas import simple_action_schema
from runtime.state.parse_action import ParseProblem


@dataclass(frozen=True)
class SeenPrompt:
    """The messages of one attempt of a step. `is_verified`: their hash is the one recorded when they were sent."""

    attempt: Attempt
    messages: tuple[ChatMessage, ...]
    is_verified: bool


async def seen_prompts(step: Step, before: AgentState, sample: TutorSample, setup: Setup) -> tuple[SeenPrompt, ...]:
    """Return the prompt of each of the step's attempts, in order; an attempt that this code would not make is left out.

    `before` is the state before the step.
    """
    deciding = _Answers(tuple(attempt for attempt in step.attempts if attempt.purpose == "decide"))
    solving = _Answers(tuple(attempt for attempt in step.attempts if attempt.purpose == "solve"))
    if deciding.attempts:
        await deciding.ask(controller_messages(setup.system, before, sample), is_simpler_last=True)
    if solving.attempts:
        system = ChatMessage("system", setup.solver_system)
        await solving.ask((system, *solver_messages("", before, sample)[1:]), is_simpler_last=False)
    return (*deciding.seen, *solving.seen)


class _Answers:
    """A controller that gives the recorded answers of one step and keeps what it was asked."""

    def __init__(self, attempts: tuple[Attempt, ...]) -> None:
        self.attempts = attempts
        self.seen: list[SeenPrompt] = []

    @property
    def info(self) -> ControllerInfo:
        return ControllerInfo("recorded", "", simulated=False)

    async def ask(self, messages: tuple[ChatMessage, ...], is_simpler_last: bool) -> None:
        simpler = simple_action_schema() if is_simpler_last else None
        await ask(self, ModelRequest(messages, {}, 0), simpler, lambda attempt: attempt, self._problem)

    async def complete(self, request: ModelRequest) -> ModelReply:
        attempt = self.attempts[len(self.seen)]
        is_verified = prompt_sha256(request.messages) == attempt.prompt_sha256
        self.seen.append(SeenPrompt(attempt, request.messages, is_verified))
        return ModelReply(attempt.raw, attempt.finish_reason)

    def _problem(self, raw: str) -> str | ParseProblem:
        attempt = self.seen[-1].attempt
        if not attempt.error or len(self.seen) == len(self.attempts):
            return raw
        return ParseProblem("malformed", attempt.error.removesuffix(CUT_OFF))
