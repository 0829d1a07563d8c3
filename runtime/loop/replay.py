"""An episode again from its record: no model is asked, no tool is run, and every state is compared."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from runtime.contracts.errors import ModelError, ToolError, TraceError
from runtime.contracts.json_types import JsonObject
from runtime.contracts.ports import ArtifactStore, EpisodeJob, Tool, ToolContext
from runtime.contracts.rule import Rule
from runtime.contracts.sample import TutorSample
from runtime.contracts.tool_call import Readiness, ToolOutput, ToolSpec
from runtime.contracts.trace_event import Episode
from runtime.loop.parts import EpisodeParts
from runtime.loop.replay_record import Record, ReplayedCaller, ReplayedClock, ReplayedController, ReplayedStudent
from runtime.loop.replay_report import ReplayReport, compare
from runtime.loop.replay_setup import Setup, load_setup
from runtime.loop.replay_states import RecordedState
from runtime.loop.run_episode import TutorAgent, episode_id

_MOST_ATTEMPTS = 1000


def replay_parts(episode: Episode, parts: EpisodeParts, then_live: bool = False) -> EpisodeParts:
    """Return parts that answer as `episode` recorded it: model, tools, student and clock, strictly in order.

    Whatever is asked that was not recorded raises CassetteMissError, naming the step, the nearest record and the
    difference. With `then_live` the parts given go on where the record ends (after its last model answer, so also with
    the tool call that the last step waits for); without it nothing of them is asked or run. Budgets are the recorded
    ones; without `then_live`, tool declarations and limits are too, where the record keeps them.
    Raises: ModelError when `then_live` would go on with another model than the recorded one.
    """
    return _replayed(episode, parts, then_live, None)[0]


async def replay_episode(
    episode: Episode, sample: TutorSample, rules: tuple[Rule, ...], parts: EpisodeParts
) -> ReplayReport:
    """Return how a replay of `episode` compares with its record. `rules` are those handed to it when it was recorded.

    Nothing of `parts` is asked or run but the artifact store and, for records without declarations, the tools' specs.
    Raises: TraceError when the record belongs to another place than its header says.
    """
    replayed, record = _replayed(episode, parts, False, sample)
    header = episode.header
    job = EpisodeJob(
        rules=rules,
        seed=header.seed,
        run=header.run,
        trial=header.trial,
        commit=header.playbook_commit,
        attempt=_attempt_of(episode),
        bundle=header.rules_bundle,
    )
    now = await TutorAgent(replayed).run(sample, job)
    return compare(episode, now, str(record.miss or ""))


@dataclass(frozen=True)
class DeclaredTool:
    """A tool that is only declared: replay shows it to prompts and never runs it."""

    spec: ToolSpec

    def readiness(self) -> Readiness:
        """It cannot work."""
        return Readiness("missing", "only declared, for replay")

    def run(self, arguments: JsonObject, context: ToolContext) -> ToolOutput:
        """Refuse. Raises: ToolError always."""
        raise ToolError("permission_denied", f"{self.spec.name} is only declared here; a replay runs no tool")


def declared(specs: tuple[ToolSpec, ...]) -> Mapping[str, Tool]:
    """Return a table of tools that are shown to prompts and cannot be run."""
    return {spec.name: DeclaredTool(spec) for spec in specs}


def setup_of(episode: Episode, artifacts: ArtifactStore) -> Setup | None:
    """Return what the episode was set up with; None where the record does not say or the artifact is gone."""
    try:
        return load_setup(episode.header.setup, artifacts) if episode.header.setup else None
    except TraceError:
        return None


def _replayed(
    episode: Episode, parts: EpisodeParts, then_live: bool, sample: TutorSample | None
) -> tuple[EpisodeParts, Record]:
    setup = setup_of(episode, parts.artifacts)
    record = Record(episode, sample, setup)
    if then_live:
        _check_same_model(episode, parts)
    replayed = replace(
        parts,
        controller=ReplayedController(record, parts.controller if then_live else None),
        solver=ReplayedController(record, parts.solver if then_live else None),
        caller=ReplayedCaller(record, parts.caller if then_live else None),
        clock=ReplayedClock(record, parts.clock, then_live),
        make_student=lambda case, seed: ReplayedStudent(record, parts.make_student(case, seed), then_live),
        retriever=parts.retriever if then_live else None,
        is_student_simulated=episode.header.student_simulated,
    )
    if episode.header.initial:
        first = RecordedState(episode.header.initial, is_exact=True).state()
        replayed = replace(replayed, budgets=first.budgets)
        if not episode.header.student_simulated:
            # A person's first message was read once, when they said it.
            replayed = replace(replayed, first_student=first.student)
    if then_live:
        return replayed, record
    return _with_setup(replace(replayed, watch=None, controller_sees=None, solver_sees=None), setup), record


def _with_setup(parts: EpisodeParts, setup: Setup | None) -> EpisodeParts:
    if setup is None:
        return parts
    return replace(
        parts,
        tools=declared(setup.tools),
        rules_token_budget=setup.rules_tokens,
        max_repairs=setup.max_repairs,
        gates=setup.gates,
    )


def _check_same_model(episode: Episode, live: EpisodeParts) -> None:
    recorded, now = episode.header.controller, live.info
    if (recorded.model, recorded.simulated) != (now.model, now.simulated):
        raise ModelError(
            f"{episode.header.episode} was recorded with {recorded.label} and cannot go on with {now.label}; "
            "configure the recorded controller"
        )


def _attempt_of(episode: Episode) -> int:
    """The attempt is no field of the header, but the episode's id is made from it."""
    header = episode.header
    for attempt in range(_MOST_ATTEMPTS):
        if episode_id(header.run, header.sample, header.trial, attempt) == header.episode:
            return attempt
    raise TraceError(
        f"{header.episode} is not the id of sample {header.sample} in run {header.run}, trial {header.trial}: "
        "the header was edited, or another program wrote it"
    )
