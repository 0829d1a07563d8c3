"""The inspector's loop: decide -> gates -> one tool, or the report; every end has a name."""

import asyncio
from dataclasses import dataclass, replace

from runtime.agents.inspector.parse_proposal import parse_proposal, proposal_schema, simple_proposal_schema
from runtime.agents.inspector.parts import InspectorParts
from runtime.agents.inspector.prompt import inspector_messages, is_nudge, nudge, shown_refs, system_prompt
from runtime.agents.inspector.record import MAX_DECISIONS, Recording
from runtime.agents.inspector.sample import CastingSample
from runtime.agents.inspector.score_inspection import Scored, check_scorable, score_inspection
from runtime.agents.inspector.take_step import Scene, StepResult, take_step
from runtime.agents.inspector.transitions import ended, start, with_attempts, with_notice, with_seconds, with_step
from runtime.contracts.errors import BudgetSpentError, RuntimeFault
from runtime.contracts.json_types import JsonObject
from runtime.contracts.ports import EpisodeJob, ModelRequest, TraceSink
from runtime.contracts.sample import Sample
from runtime.contracts.tool_call import CallPlace
from runtime.contracts.trace_event import ControllerInfo, Episode
from runtime.inspection.actions import Proposal, Report
from runtime.inspection.state import InspectorState
from runtime.inspection.view import proposal_context, request_context, state_view
from runtime.loop.ask_model import Asked, ask
from runtime.loop.bounded_model import bounded, refuse_overlong
from runtime.loop.episode_recorder import EpisodeRecorder, SinkError
from runtime.loop.parts import step_seed
from runtime.loop.run_episode import episode_id
from runtime.models.closing import close
from runtime.models.picture import PictureLoader
from runtime.rules.render_rules import render_rules
from runtime.state.transitions import exceeded_budget

# How often the model is told to act after no answer of a step could be used; the next such step ends the episode.
MAX_NUDGES = 2


@dataclass(frozen=True)
class InspectorAgent:
    """Implements AgentUnderTest for the inspector."""

    parts: InspectorParts

    @property
    def info(self) -> ControllerInfo:
        """Who decides in this agent."""
        return self.parts.controller.info

    async def aclose(self) -> None:
        """Close the model, and end the tools' worker processes; it may be run again."""
        for part in (self.parts.controller, self.parts.caller):
            await close(part)

    async def run(self, sample: Sample, job: EpisodeJob, sink: TraceSink | None = None) -> Episode:
        """Run one episode and return its trace; whatever goes wrong in it becomes its outcome.

        Raises: SinkError when the trace cannot be written, RuleError when the rules cannot be injected.
        """
        assert isinstance(sample, CastingSample), f"the inspector needs castings, not {type(sample).__name__}"
        recorder = EpisodeRecorder(sink)
        run = _EpisodeRun(self.parts, sample, job, recorder)
        try:
            await run.play()
        except SinkError:
            raise
        except RuntimeFault as exc:
            run.fail(str(exc))
        except Exception as exc:  # noqa: BLE001  the episode boundary: a fault becomes recorded data, the batch goes on
            run.fail(f"{type(exc).__name__}: {exc}")
        return recorder.episode()


class _EpisodeRun:
    """One episode under way. The only thing that changes is which state is the present one."""

    def __init__(
        self, parts: InspectorParts, sample: CastingSample, job: EpisodeJob, recorder: EpisodeRecorder
    ) -> None:
        self.sample, self.job = sample, job
        self.rendered = render_rules(
            (rule for rule in job.rules if rule.audience == "controller"), parts.rules_token_budget
        )
        self.system = system_prompt(self.rendered.text, sees=parts.controller_sees is not None)
        self.started = parts.clock.monotonic()
        self.state = start(sample, parts.budgets)
        self.parts = replace(parts, controller=bounded(parts.controller, parts.budgets.seconds))
        self.scene = Scene(self.parts, sample, self.rendered.included, self._place())
        self.report: Report | None = None
        self.pending = ""
        self.recording = Recording(recorder, self.scene.place)
        self.recording.begin(sample, job, self.rendered, self.parts)

    def _place(self) -> CallPlace:
        return CallPlace(
            run=self.job.run,
            episode=episode_id(self.job.run, self.sample.id, self.job.trial, self.job.attempt),
            sample=self.sample.id,
            trial=self.job.trial,
            attempt=self.job.attempt,
            seed=self.job.seed,
            commit=self.job.commit,
            rules={rule.id: rule.fingerprint()[:16] for rule in self.rendered.included},
        )

    async def play(self) -> None:
        """Step until a terminal is reached, and record the outcome.

        Raises: ImageError, before the model is asked, for an image that nobody could inspect or score; ModelError when
        the model is gone.
        """
        await asyncio.to_thread(check_scorable, self.sample, self.parts.base)
        message = ""
        while self.state.terminal is None:
            used_up = exceeded_budget(self.state.spent, self.state.budgets)
            try:
                if used_up:
                    raise BudgetSpentError(used_up)
                await self._step()
            except BudgetSpentError as exc:
                self._advance(ended(self.state, "budget_spent"))
                message = f"the budget of {exc} was used up"
        if self.state.terminal == "awaiting_approval":
            self.recording.wait(self.state, self.pending)
            return
        scored = await asyncio.to_thread(self._score)
        self.recording.end(self.state, message, scored)

    def _score(self) -> Scored:
        return score_inspection(self.sample, self.state, self.report, self.parts.base)

    async def _step(self) -> None:
        before = self.state
        asked = await self._decide()
        state = with_attempts(before, asked.attempts)
        if asked.value is None:
            nudged = _nudged(with_step(state), asked.attempts[-1].error)
            self._advance(nudged.state)
            view: JsonObject = {"action": {}, "state": state_view(before)}
            self.recording.step(before, asked, view, nudged)
            return
        context = proposal_context(asked.value, before, self.sample)
        result = await take_step(self.scene, state, asked.value, context)
        self._advance(result.state)
        self.report, self.pending = result.report, result.pending
        self.recording.step(before, asked, context, result)
        self.recording.decisions(result.decisions[:MAX_DECISIONS])

    async def _decide(self) -> Asked[Proposal]:
        step = self.state.spent.steps
        pictures = await _pictures(self.state, self.parts.controller_sees)
        messages = inspector_messages(self.system, self.state, pictures)
        refuse_overlong(messages, self.state.budgets.context_tokens)
        request = ModelRequest(
            messages=messages,
            schema=proposal_schema(),
            seed=0,
            purpose="inspect",
            context=request_context(self.state, self.sample, self.job.seed),
            rules=self.rendered.included,
            step=step,
        )
        return await ask(
            self.parts.controller,
            request,
            simple_proposal_schema(),
            lambda attempt: step_seed(self.job.seed, step, attempt, "inspect"),
            parse_proposal,
        )

    def _advance(self, state: InspectorState) -> None:
        self.state = with_seconds(state, self.parts.clock.monotonic() - self.started)

    def fail(self, reason: str) -> None:
        """End the episode as an infrastructure error: it says nothing about the agent and gets no score."""
        self.state = ended(self.state, "infrastructure_error")
        self.recording.fail(self.state, reason)


def _nudged(state: InspectorState, problem: str) -> StepResult:
    """Return the step in which the model is told to act, or which ends it all when it was told so MAX_NUDGES times.

    `problem` is what was wrong with its last answer.
    """
    if sum(map(is_nudge, state.messages)) < MAX_NUDGES:
        told = nudge(problem)
        return StepResult(with_notice(state, told), None, (), shown=told)
    return StepResult(ended(state, "parse_failure"), None, ())


async def _pictures(state: InspectorState, load: PictureLoader | None) -> dict[str, bytes]:
    """Return the PNG bytes of the newest crops by reference. Raises: ImageError when one cannot be read."""
    if load is None:
        return {}
    refs = shown_refs(state.messages)
    loaded = [await asyncio.to_thread(load, ref) for ref in refs]
    return {ref: picture for ref, picture in zip(refs, loaded, strict=True) if picture is not None}
