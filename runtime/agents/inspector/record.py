"""One inspection's events: the header, a step a decision of the model, one a candidate of the report, the outcome."""

from collections.abc import Sequence

from runtime.agents.inspector.gate_report import Decision
from runtime.agents.inspector.parts import InspectorParts
from runtime.agents.inspector.sample import CastingSample
from runtime.agents.inspector.score_inspection import Scored
from runtime.agents.inspector.take_step import StepResult
from runtime.contracts.json_types import JsonObject
from runtime.contracts.ports import EpisodeJob
from runtime.contracts.tool_call import CallPlace
from runtime.contracts.trace_event import Header, Outcome, Step
from runtime.inspection.actions import Proposal
from runtime.inspection.state import InspectorState
from runtime.inspection.view import episode_view
from runtime.loop.ask_model import Asked
from runtime.loop.episode_recorder import EpisodeRecorder, spent_json
from runtime.rules.render_rules import Rendered

# Steps that are recorded of one report's decisions.
MAX_DECISIONS = 200


class Recording:
    """Writes one episode's events. Steps are numbered as they stand; a report's decisions come right after it."""

    def __init__(self, recorder: EpisodeRecorder, place: CallPlace) -> None:
        """Write to `recorder` about the episode at `place`."""
        self._recorder, self._place = recorder, place
        self._number = 0

    def begin(self, sample: CastingSample, job: EpisodeJob, rendered: Rendered, parts: InspectorParts) -> None:
        """Write the header."""
        self._recorder.write(
            Header(
                run=job.run,
                episode=self._place.episode,
                sample=sample.id,
                case=sample.case,
                split=sample.split,
                trial=job.trial,
                seed=job.seed,
                agent=sample.agent,
                controller=parts.controller.info,
                playbook_commit=job.commit,
                rules=dict(self._place.rules),
                rules_dropped=rendered.dropped,
                context=episode_view(sample),
                started=parts.clock.now(),
                image=sample.image,
                student_simulated=False,
                rules_bundle=job.bundle,
            )
        )

    def step(self, before: InspectorState, asked: Asked[Proposal], context: JsonObject, result: StepResult) -> None:
        """Write what the model chose in the state `before`, and what came of it."""
        assert before.spent.steps == self._number
        proposed = asked.value.to_json() if asked.value is not None else None
        self._write(
            Step(
                run=self._place.run,
                episode=self._place.episode,
                step=self._number,
                attempts=asked.attempts,
                state_before="",
                state_after="",
                proposed=proposed,
                taken=result.taken,
                gates=result.gates,
                context=_of_step(context),
                card=result.card,
                shown=result.shown,
            )
        )

    def decisions(self, decisions: Sequence[Decision]) -> None:
        """Write one step for each candidate that a report keeps or drops."""
        for decision in decisions:
            self._write(
                Step(
                    run=self._place.run,
                    episode=self._place.episode,
                    step=self._number,
                    attempts=(),
                    state_before="",
                    state_after="",
                    proposed={"action": decision.proposed, "candidate": decision.candidate},
                    taken={"action": decision.taken, "candidate": decision.candidate},
                    gates=decision.gates,
                    context=_of_step(decision.context),
                )
            )

    def _write(self, step: Step) -> None:
        self._recorder.write(step)
        self._number += 1

    def end(self, state: InspectorState, message: str, scored: Scored) -> None:
        """Write the outcome of an episode that came to an end of its own."""
        self._recorder.write(self._outcome(state, message, scored))

    def wait(self, state: InspectorState, pending: str) -> None:
        """End the record here, unscored: the tool call `pending` waits for a person."""
        message = (
            "a tool call waits for a person; once it is decided, "
            f"ace run --resume {self._place.run} runs this inspection anew from its start"
        )
        self._recorder.write(self._outcome(state, message, error=pending))

    def fail(self, state: InspectorState, reason: str) -> None:
        """End the record as an infrastructure error, unscored."""
        message = "the episode could not be finished and is not scored"
        self._recorder.write(self._outcome(state, message, error=reason))

    def _outcome(self, state: InspectorState, message: str, scored: Scored | None = None, error: str = "") -> Outcome:
        assert state.terminal is not None
        return Outcome(
            run=self._place.run,
            episode=self._place.episode,
            terminal=state.terminal,
            message=message,
            scores=scored.scores if scored else {},
            answer=scored.answer if scored else {},
            spent=spent_json(state.spent),
            error=error,
        )


def _of_step(context: JsonObject) -> JsonObject:
    """The header has the rest."""
    return {key: value for key, value in context.items() if key != "episode"}
