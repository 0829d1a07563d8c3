"""The lines of a person's own agent as one recorded episode: every step with its state filled in, every gate asked."""

import json
import threading
from dataclasses import asdict, dataclass, replace
from typing import NamedTuple, assert_never

from runtime.agents.own.answer_proposal import answer_proposal
from runtime.agents.own.faults import AgentFaultError, EpisodeOverError
from runtime.agents.own.messages import EndLine, ErrorLine, Line, ProposeLine, StepLine, Usage, parse_object, read_line
from runtime.agents.own.own_action import OwnAction, Vocabulary, read_action, read_state
from runtime.agents.own.own_state import History
from runtime.agents.own.request import Asked
from runtime.agents.own.score_end import closing_words, scores_of
from runtime.agents.own.step_parts import attempt_of, card_of
from runtime.contracts.json_types import JsonObject
from runtime.contracts.ports import Clock
from runtime.contracts.state import Spent
from runtime.contracts.tool_call import ToolCard
from runtime.contracts.trace_event import Attempt, Episode, GateRecord, Header, Outcome, Said, Step
from runtime.loop.episode_recorder import EpisodeRecorder
from runtime.traces.recordable import recordable_data, recordable_text

MAX_STEPS = 1000
MAX_EPISODE_BYTES = 32 * 1024 * 1024
UNFINISHED = "the episode could not be finished and is not scored"


class _Decision(NamedTuple):
    """An action as it is about to be recorded, with what conditions see of it."""

    action: OwnAction
    context: JsonObject


@dataclass
class EpisodeRecord:
    """One episode under way. `take` may come from any thread; once it is closed it hears nothing more."""

    asked: Asked
    words: Vocabulary
    recorder: EpisodeRecorder
    clock: Clock

    def __post_init__(self) -> None:
        self.started = self.clock.monotonic()
        self.history = History()
        self.spent = Spent()
        self._lock = threading.Lock()
        self._is_closed = False
        self._end: EndLine | None = None
        self._held: Step | None = None
        self._passed: tuple[str, tuple[GateRecord, ...]] = ("", ())
        self._bytes = 0

    @property
    def is_ended(self) -> bool:
        """True once the agent has said that the episode is over."""
        return self._end is not None

    def begin(self, header: Header) -> None:
        """Record the episode's first event. Raises: SinkError."""
        self.recorder.write(header)

    def take(self, data: bytes) -> bytes | None:
        """Take one line, and return the one that answers it, if one does.

        Raises: AgentFaultError for what may not be said; EpisodeOverError once the episode is closed; SinkError.
        """
        with self._lock:
            if self._is_closed:
                raise EpisodeOverError("the episode is over")
            self._bytes += len(data)
            if self._bytes > MAX_EPISODE_BYTES:
                raise AgentFaultError("protocol", f"more than {MAX_EPISODE_BYTES} bytes in one episode; send less")
            if self._end is not None:
                raise AgentFaultError("protocol", "output after the `end` line; it must be the last of an episode")
            answer = self._taken(read_line(parse_object(data)))
        return None if answer is None else json.dumps(answer).encode("ascii")

    def _taken(self, line: Line) -> JsonObject | None:
        if isinstance(line, ProposeLine):
            return self._propose(line)
        if isinstance(line, StepLine):
            self._step(line)
        elif isinstance(line, EndLine):
            scores_of(line, self.asked.sample)  # what cannot be scored is said now
            self._end = line
        elif isinstance(line, ErrorLine):
            raise AgentFaultError("agent", f"it says: {line.message[:2000]}")
        else:
            assert_never(line)
        return None

    def _decision(self, line: ProposeLine | StepLine, has_result: bool) -> _Decision:
        if self.history.steps >= MAX_STEPS:
            raise AgentFaultError("protocol", f"more than {MAX_STEPS} steps and proposals in one episode")
        action = read_action(line.action, self.words, has_result)
        state = self.history.view(read_state(line.state, self.words))
        return _Decision(action, {"action": action.view(self.history.repeats(action)), "state": state})

    def _propose(self, line: ProposeLine) -> JsonObject:
        decision = self._decision(line, has_result=False)
        sample = self.asked.sample
        context: JsonObject = {**decision.context, "episode": {"sample": sample.id, "tags": list(sample.tags)}}
        answer = answer_proposal(self.asked.rendered.included, context)
        if answer.is_stopped:
            reason = str(answer.verdict["reason"])
            self._hold(self._made(decision, Attempt(raw=""), taken=None, gates=answer.records, shown=reason))
            self.history.add_stopped()
            self._passed = ("", ())
        else:
            self._passed = (decision.action.name, answer.records)
        return answer.verdict

    def _step(self, line: StepLine) -> None:
        decision = self._decision(line, has_result=line.result is not None)
        action, used = decision.action, line.usage
        attempt = attempt_of(line)
        card = None
        if line.result is not None:
            card = card_of(action, line.result, self.asked.episode, self.history.steps)
        shown = recordable_text(line.result.summary) if line.result is not None else ""
        # What was asked of the gates is on record with what was then done; done unasked, there is nothing to tell.
        name, passed = self._passed
        gates = passed if name == action.name else ()
        self._hold(self._made(decision, attempt, taken=action.to_json(), gates=gates, shown=shown, card=card))
        self._passed = ("", ())
        self.history.add(action, card)
        self.spent = replace(
            self.spent,
            steps=self.history.steps,
            tool_calls=self.spent.tool_calls + action.is_call,
            model_calls=self.spent.model_calls + (used != Usage()),
            prompt_tokens=self.spent.prompt_tokens + used.prompt_tokens,
            completion_tokens=self.spent.completion_tokens + used.completion_tokens,
            cached_tokens=self.spent.cached_tokens + used.cached_tokens,
            cost_usd=self.spent.cost_usd + used.cost_usd,
        )

    def _made(
        self,
        decision: _Decision,
        attempt: Attempt,
        *,
        taken: JsonObject | None,
        gates: tuple[GateRecord, ...],
        shown: str,
        card: ToolCard | None = None,
    ) -> Step:
        return Step(
            run=self.asked.job.run,
            episode=self.asked.episode,
            step=self.history.steps,
            attempts=(attempt,),
            state_before="",
            state_after="",
            proposed=decision.action.to_json(),
            taken=taken,
            gates=gates,
            context=decision.context,
            card=card,
            shown=shown,
        )

    def _hold(self, step: Step) -> None:
        """Keep the step back until it is known what was said after it."""
        self._release()
        self._held = step

    def _release(self, *heard: Said) -> None:
        if self._held is not None:
            step, self._held = self._held, None
            self.recorder.write(replace(step, heard=heard) if heard else step)

    def finish(self) -> None:
        """Record how the agent ended the episode. Raises: AgentFaultError (protocol) when it has not; SinkError."""
        with self._lock:
            if self._end is None:
                raise AgentFaultError("protocol", "its output ended without an `end` line")
            self._is_closed = True
            end = self._end
            words = closing_words(end)
            self._release(*([Said("assistant", recordable_text(words))] if words else []))
            self._write_outcome(
                "completed",
                message=recordable_text(end.message),
                scores=scores_of(end, self.asked.sample),
                answer=recordable_data(end.answer),
            )

    def fail(self, error: str) -> None:
        """Record that the episode could not be finished, and why; then hear nothing more. Raises: SinkError."""
        with self._lock:
            self._is_closed = True
            self._release()
            self._write_outcome("infrastructure_error", message=UNFINISHED, error=recordable_text(error))

    def close(self) -> None:
        """Hear nothing more."""
        with self._lock:
            self._is_closed = True

    def _write_outcome(
        self,
        terminal: str,
        *,
        message: str,
        scores: dict[str, float] | None = None,
        answer: JsonObject | None = None,
        error: str = "",
    ) -> None:
        seconds = round(self.clock.monotonic() - self.started, 3)
        spent = asdict(replace(self.spent, steps=self.history.steps, seconds=seconds))
        self.recorder.write(
            Outcome(
                run=self.asked.job.run,
                episode=self.asked.episode,
                terminal="completed" if terminal == "completed" else "infrastructure_error",
                message=message,
                scores=scores or {},
                answer=answer or {},
                spent=spent,
                error=error,
            )
        )

    def episode(self) -> Episode:
        """Return what was recorded."""
        return self.recorder.episode()
