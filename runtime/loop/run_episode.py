"""The tutor's loop: decide -> gates -> one tool, one response, or the answer; every end has a name."""

from dataclasses import asdict, dataclass

from runtime.contracts.action import Action
from runtime.contracts.errors import RuntimeFault, TraceError
from runtime.contracts.json_types import JsonObject, content_hash
from runtime.contracts.ports import EpisodeJob, ModelRequest, TraceSink
from runtime.contracts.rule import Rule
from runtime.contracts.sample import Sample, TutorSample
from runtime.contracts.state import AgentState, StudentState
from runtime.contracts.trace_event import Attempt, ControllerInfo, Episode, Event, Header, Outcome, Step
from runtime.loop.ask_model import Asked, ask
from runtime.loop.parts import EpisodeParts, step_seed
from runtime.loop.score_tutor import score_tutor
from runtime.loop.take_step import Scene, StepResult, take_step
from runtime.prompts.assemble import controller_messages, system_prompt
from runtime.prompts.schemas import action_schema, simple_action_schema
from runtime.rules.render_rules import Rendered, render_rules
from runtime.state.condition_view import condition_context, episode_view, state_view
from runtime.state.parse_action import parse_action
from runtime.state.snapshot import snapshot, state_hash
from runtime.state.transitions import ended, exceeded_budget, start, with_attempts, with_seconds, with_step
from runtime.traces.json_patch import diff


def episode_id(run: str, sample: str, trial: int, attempt: int) -> str:
    """Return the id of one episode: the same for the same place in a run."""
    return "e-" + content_hash([run, sample, trial, attempt], 12)


class SinkError(TraceError):
    """An event could not be written. It ends the run: an episode nobody can read back says nothing."""


@dataclass(frozen=True)
class TutorAgent:
    """Implements AgentUnderTest for the tutor."""

    parts: EpisodeParts

    @property
    def info(self) -> ControllerInfo:
        """Who decides in this agent."""
        return self.parts.controller.info

    async def run(self, sample: Sample, job: EpisodeJob, sink: TraceSink | None = None) -> Episode:
        """Run one episode and return its trace; whatever goes wrong in it becomes its outcome.

        Raises: SinkError when the trace cannot be written, RuleError when the rules cannot be injected: both would
        spoil every episode alike.
        """
        assert isinstance(sample, TutorSample), f"the tutor needs tutor samples, not {type(sample).__name__}"
        recorder = _Recorder(sink)
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


class _Recorder:
    """Keeps the events of one episode and passes each on as it happens."""

    def __init__(self, sink: TraceSink | None) -> None:
        self._sink = sink
        self._header: Header | None = None
        self._steps: list[Step] = []
        self._outcome: Outcome | None = None

    def write(self, event: Event) -> None:
        """Keep the event and pass it on."""
        if isinstance(event, Header):
            self._header = event
        elif isinstance(event, Step):
            self._steps.append(event)
        else:
            self._outcome = event
        if self._sink is None:
            return
        try:
            self._sink.write(event)
        except RuntimeFault as exc:
            raise SinkError(str(exc)) from exc
        except Exception as exc:
            raise SinkError(f"an event of {event.episode} could not be written: {type(exc).__name__}: {exc}") from exc

    def episode(self) -> Episode:
        assert self._header is not None
        return Episode(self._header, tuple(self._steps), self._outcome)


@dataclass(frozen=True)
class _Before:
    """A decision as it stood before it was carried out."""

    state: AgentState
    shot: JsonObject
    proposed: Action | None
    context: JsonObject


class _EpisodeRun:
    """One episode under way. The only thing that changes is which state is the present one."""

    def __init__(self, parts: EpisodeParts, sample: TutorSample, job: EpisodeJob, recorder: _Recorder) -> None:
        self.parts, self.sample, self.job, self.recorder = parts, sample, job, recorder
        self.id = episode_id(job.run, sample.id, job.trial, job.attempt)
        self.rendered = render_rules(_for(job.rules, "controller"), parts.rules_token_budget)
        self.solver_rules = render_rules(_for(job.rules, "solver"), parts.rules_token_budget)
        self.student = parts.make_student(sample, job.seed)
        self.state = start(self.student.open(), sample.image, StudentState(level=sample.student.level), parts.budgets)
        self.shot = snapshot(self.state)
        self.started = parts.clock.monotonic()
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
            controller=self.parts.controller.info,
            playbook_commit=self.job.commit,
            rules={rule.id: rule.fingerprint()[:16] for rule in rules},
            rules_dropped=rendered.dropped + solver.dropped,
            context=episode_view(self.sample),
            started=self.parts.clock.now(),
            image=self.sample.image,
            question=self.sample.question,
            student_simulated=self.parts.is_student_simulated,
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
            episode=self.id,
        )
        system = system_prompt([tool.spec for tool in self.parts.tools.values()], self.rendered.text)
        while self.state.terminal is None:
            used_up = exceeded_budget(self.state.spent, self.state.budgets)
            if used_up:
                self.state = ended(self.state, "budget_spent")
                self._end(f"the budget of {used_up} was used up")
                return
            await self._step(scene, system)
        if self.state.terminal == "awaiting_approval":
            self._wait()
        else:
            self._end("")

    async def _step(self, scene: Scene, system: str) -> None:
        before, shot = self.state, self.shot
        asked = await self._decide(scene, system)
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

    async def _decide(self, scene: Scene, system: str) -> Asked[Action]:
        tools = tuple(self.parts.tools)
        step = self.state.spent.steps
        request = ModelRequest(
            messages=controller_messages(system, self.state, self.sample),
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
                spent=_spent(self.state),
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
                spent=_spent(self.state),
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
                spent=_spent(self.state),
                error=reason,
            )
        )


def _spent(state: AgentState) -> JsonObject:
    out = asdict(state.spent)
    out["seconds"] = round(state.spent.seconds, 3)
    return out


def _for(rules: tuple[Rule, ...], audience: str) -> tuple[Rule, ...]:
    return tuple(rule for rule in rules if rule.audience == audience)
