"""The tutor's loop: decide -> gates -> one tool, one response, or the answer; every end has a name."""

from dataclasses import dataclass

from runtime.contracts.action import Action
from runtime.contracts.errors import BudgetSpentError, RuntimeFault
from runtime.contracts.json_types import JsonObject, content_hash
from runtime.contracts.ports import EpisodeJob, ModelRequest, TraceSink
from runtime.contracts.rule import Rule
from runtime.contracts.sample import Sample, TutorSample
from runtime.contracts.state import AgentState
from runtime.contracts.tool_call import CallPlace
from runtime.contracts.trace_event import Attempt, ControllerInfo, Episode, Header, Outcome, Step
from runtime.loop.ask_model import Asked, ask
from runtime.loop.bounded_model import refuse_overlong, within_seconds
from runtime.loop.episode_recorder import EpisodeRecorder, SinkError, spent_json
from runtime.loop.first_state import first_state
from runtime.loop.load_pictures import load_pictures
from runtime.loop.parts import EpisodeParts, step_seed
from runtime.loop.replay_setup import keep_sample, keep_setup
from runtime.loop.score_tutor import score_tutor
from runtime.loop.take_step import Scene, StepResult, take_step
from runtime.models.closing import close
from runtime.prompts.assemble import controller_messages, solver_system, system_prompt
from runtime.prompts.schemas import action_schema, simple_action_schema
from runtime.rules.render_rules import Rendered, render_rules
from runtime.state.condition_view import condition_context, episode_view, state_view
from runtime.state.parse_action import parse_action
from runtime.state.snapshot import snapshot, state_hash
from runtime.state.transitions import (
    ended,
    exceeded_budget,
    with_attempts,
    with_seconds,
    with_step,
)
from runtime.traces.json_patch import diff
from runtime.traces.recordable import recordable_text


def episode_id(run: str, sample: str, trial: int, attempt: int) -> str:
    """Return the id of one episode: the same for the same place in a run."""
    return "e-" + content_hash([run, sample, trial, attempt], 12)


@dataclass(frozen=True)
class TutorAgent:
    """Implements AgentUnderTest for the tutor."""

    parts: EpisodeParts

    @property
    def info(self) -> ControllerInfo:
        """Who decides in this agent, and who answers where that is another."""
        return self.parts.info

    async def aclose(self) -> None:
        """Close the models it asks, and end its tools' worker processes; it may be run again."""
        for part in (self.parts.controller, self.parts.solver, self.parts.caller):
            await close(part)

    async def run(self, sample: Sample, job: EpisodeJob, sink: TraceSink | None = None) -> Episode:
        """Run one episode and return its trace; whatever goes wrong in it becomes its outcome.

        Raises: SinkError when the trace cannot be written, RuleError when the rules cannot be injected: both would
        spoil every episode alike.
        """
        assert isinstance(sample, TutorSample), f"the tutor needs tutor samples, not {type(sample).__name__}"
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


@dataclass(frozen=True)
class _Before:
    """A decision as it stood before it was carried out."""

    state: AgentState
    shot: JsonObject
    proposed: Action | None
    context: JsonObject


class _EpisodeRun:
    """One episode under way. The only thing that changes is which state is the present one."""

    def __init__(self, parts: EpisodeParts, sample: TutorSample, job: EpisodeJob, recorder: EpisodeRecorder) -> None:
        self.parts, self.sample, self.job, self.recorder = parts, sample, job, recorder
        self.id = episode_id(job.run, sample.id, job.trial, job.attempt)
        self.rendered = render_rules(_for(job.rules, "controller"), parts.rules_token_budget)
        self.solver_rules = render_rules(_for(job.rules, "solver"), parts.rules_token_budget)
        self.student = parts.make_student(sample, job.seed)
        opening = recordable_text(self.student.open())
        self.state = first_state(opening, sample, parts)
        self.shot = snapshot(self.state)
        self.system = system_prompt([tool.spec for tool in parts.tools.values()], self.rendered.text)
        self.started = parts.clock.monotonic()
        self.parts = within_seconds(parts)
        self.answer: JsonObject = {}
        self.was_told = False
        self.pending = ""
        recorder.write(self._header(self.rendered, self.solver_rules))

    def _header(self, rendered: Rendered, solver: Rendered) -> Header:
        rules = (*rendered.included, *solver.included)
        return Header(
            run=self.job.run,
            episode=self.id,
            sample=self.sample.id,
            case=self.sample.case,
            split=self.sample.split,
            trial=self.job.trial,
            seed=self.job.seed,
            agent=self.sample.agent,
            controller=self.parts.info,
            playbook_commit=self.job.commit,
            rules={rule.id: rule.fingerprint()[:16] for rule in rules},
            rules_dropped=rendered.dropped + solver.dropped,
            context=episode_view(self.sample),
            started=self.parts.clock.now(),
            image=self.sample.image,
            question=self.sample.question,
            student_simulated=self.parts.is_student_simulated,
            initial=self.shot,
            setup=keep_setup(self.parts, self.job.rules, self.system, solver_system(solver.text)),
            sample_sha256=keep_sample(self.sample, self.parts.artifacts),
            rules_bundle=self.job.bundle,
        )

    def _place(self) -> CallPlace:
        rules = (*self.rendered.included, *self.solver_rules.included)
        return CallPlace(
            run=self.job.run,
            episode=self.id,
            sample=self.sample.id,
            trial=self.job.trial,
            attempt=self.job.attempt,
            seed=self.job.seed,
            commit=self.job.commit,
            rules={rule.id: rule.fingerprint()[:16] for rule in rules},
        )

    async def play(self) -> None:
        """Step until a terminal is reached, and record the outcome. Raises: ModelError when the model is gone."""
        scene = Scene(
            parts=self.parts,
            sample=self.sample,
            student=self.student,
            rules=self.rendered.included,
            solver_rules=self.solver_rules.included,
            seed=self.job.seed,
            place=self._place(),
        )
        while self.state.terminal is None:
            used_up = exceeded_budget(self.state.spent, self.state.budgets)
            try:
                if used_up:
                    raise BudgetSpentError(used_up)
                await self._step(scene)
            except BudgetSpentError as exc:
                self._advance(ended(self.state, "budget_spent"))
                self._end(f"the budget of {exc} was used up")
                return
        if self.state.terminal == "awaiting_approval":
            self._wait()
        else:
            self._end("")

    async def _step(self, scene: Scene) -> None:
        before, shot = self.state, self.shot
        asked = await self._decide(scene)
        state = with_attempts(before, asked.attempts)
        if asked.value is None:
            self._advance(ended(with_step(state, "end"), "parse_failure"))
            view: JsonObject = {"action": {}, "state": state_view(before)}
            self._record(_Before(before, shot, None, view), asked.attempts, None)
            return
        context = condition_context(asked.value, before, self.sample)
        result = await take_step(scene, state, asked.value, context)
        self._advance(result.state)
        self.answer = result.answer or self.answer
        self.pending = result.pending
        self.was_told = self.was_told or bool(result.student and result.student.told)
        attempts = asked.attempts + result.attempts
        self._record(_Before(before, shot, asked.value, context), attempts, result)

    async def _decide(self, scene: Scene) -> Asked[Action]:
        tools = tuple(self.parts.tools)
        step = self.state.spent.steps
        pictures = await load_pictures(self.state, self.parts.controller_sees)
        messages = controller_messages(self.system, self.state, self.sample, pictures)
        refuse_overlong(messages, self.state.budgets.context_tokens)
        request = ModelRequest(
            messages=messages,
            schema=action_schema(tools),
            seed=0,
            state=self.state,
            context={"state": state_view(self.state), "episode": episode_view(self.sample)},
            rules=self.rendered.included,
            sample=self.sample,
            step=step,
        )
        return await ask(
            self.parts.controller,
            request,
            simple_action_schema(),
            lambda attempt: step_seed(scene.seed, step, attempt, "decide"),
            lambda raw: parse_action(raw, tools),
        )

    def _advance(self, state: AgentState) -> None:
        self.state = with_seconds(state, self.parts.clock.monotonic() - self.started)
        self.shot = snapshot(self.state)

    def _record(self, before: "_Before", attempts: tuple[Attempt, ...], result: StepResult | None) -> None:
        taken = result.taken if result else None
        self.recorder.write(
            Step(
                run=self.job.run,
                episode=self.id,
                step=before.state.spent.steps,
                attempts=attempts,
                state_before=state_hash(before.shot),
                state_after=state_hash(self.shot),
                patch=diff(before.shot, self.shot),
                proposed=before.proposed.to_json() if before.proposed else None,
                taken=taken.to_json() if taken else None,
                gates=result.gates if result else (),
                context={key: value for key, value in before.context.items() if key != "episode"},
                card=result.card if result else None,
                shown=result.shown if result else "",
                student=result.student if result else None,
            )
        )

    def _end(self, message: str) -> None:
        terminal = self.state.terminal
        assert terminal is not None
        self.recorder.write(
            Outcome(
                run=self.job.run,
                episode=self.id,
                terminal=terminal,
                message=message,
                scores=score_tutor(self.sample, self.state, self.answer, self.was_told),
                answer=self.answer,
                spent=spent_json(self.state.spent),
            )
        )

    def _wait(self) -> None:
        """End the record here, unscored: a tool call waits for a person. `error` is the pending call's id."""
        self.recorder.write(
            Outcome(
                run=self.job.run,
                episode=self.id,
                terminal="awaiting_approval",
                message="a tool call waits for a person; the episode goes on once it is approved or denied",
                scores={},
                spent=spent_json(self.state.spent),
                error=self.pending,
            )
        )

    def fail(self, reason: str) -> None:
        """End the episode as an infrastructure error: it says nothing about the agent and gets no score."""
        self.state = ended(self.state, "infrastructure_error")
        self.recorder.write(
            Outcome(
                run=self.job.run,
                episode=self.id,
                terminal="infrastructure_error",
                message="the episode could not be finished and is not scored",
                scores={},
                spent=spent_json(self.state.spent),
                error=reason,
            )
        )


def _for(rules: tuple[Rule, ...], audience: str) -> tuple[Rule, ...]:
    return tuple(rule for rule in rules if rule.audience == audience)
