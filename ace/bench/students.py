"""How the simulated student's levels differ under the simulated tutor, and what being told is worth. All simulated."""

import asyncio
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import get_args

from ace.clock import SystemClock
from ace.paths import shipped
from runtime.agents.agent_setup import AgentSetup
from runtime.agents.build_tutor import build_tutor
from runtime.agents.registry import find_agent
from runtime.artifacts.store import MemoryArtifactStore
from runtime.contracts.ports import EpisodeJob
from runtime.contracts.sample import Level, TutorSample
from runtime.contracts.state import AgentState
from runtime.contracts.trace_event import Episode
from runtime.control.direct_caller import DirectCaller
from runtime.loop.run_batch import sample_seed
from runtime.loop.run_episode import TutorAgent
from runtime.models.closing import close
from runtime.models.simulated import Simulated
from runtime.retrieval.settings import RetrievalSettings
from runtime.students.simulated_student import SimulatedStudent
from runtime.tools.tool_memory import ToolMemory

TURNS = 6


@dataclass(frozen=True)
class LevelRow:
    """One level, simulated. Shares are 0-1; index k-1 of a curve is within k of the tutor's responses.

    `success_at`: right without having been told. `telling_at`: told the answer by then. `responses`: mean needed until
    right, of those who got there. `asked_terms`: share of episodes with a question about a term. `taught_transfer`,
    `told_transfer`: right on a like case afterwards, after the tutor's teaching, and after nothing but being told.
    `vague_right`, `objected`: right at the end of six hints that name no finding, and objected to them.
    """

    level: Level
    episodes: int
    success_at: tuple[float, ...]
    telling_at: tuple[float, ...]
    responses: float
    asked_terms: float
    taught_transfer: float
    told_right: float
    told_transfer: float
    vague_right: float
    objected: float


@dataclass(frozen=True)
class _Control:
    told_right: bool
    told_transfer: bool
    vague_right: bool
    objected: bool


@dataclass(frozen=True)
class _Taught:
    level: Level
    episode: Episode
    is_transferred: bool


def bench_students(seeds: int, limit: int | None = None) -> tuple[LevelRow, ...]:
    """Return one row a level over the shipped development samples, each with `seeds` seeds; nothing is written."""
    found = find_agent("tutor").load([shipped("samples")], frozenset({"dev"})).samples
    samples = [sample for sample in found if isinstance(sample, TutorSample)][:limit]
    taught = asyncio.run(_teach_all(samples, seeds))
    levels: tuple[Level, ...] = get_args(Level)
    return tuple(
        _row(
            level,
            [one for one in taught if one.level == level],
            [
                _without_tutor(sample, sample_seed(0, sample.id, trial))
                for sample in samples
                if sample.student.level == level
                for trial in range(seeds)
            ],
        )
        for level in levels
    )


async def _teach_all(samples: Sequence[TutorSample], seeds: int) -> list[_Taught]:
    agent = _simulated_tutor()
    try:
        return [await _teach(agent, sample, seed) for sample in samples for seed in range(seeds)]
    finally:
        await close(agent)


def _simulated_tutor() -> TutorAgent:
    """The tutor with its tools in this process, each result computed once."""
    simulated = Simulated()
    agent = build_tutor(
        AgentSetup(
            controller=simulated,
            solver=simulated,
            artifacts=MemoryArtifactStore(),
            clock=SystemClock(),
            base=shipped("samples"),
            knowledge=[shipped("samples") / "knowledge"],
            retrieval=RetrievalSettings(kind="bm25"),
        )
    )
    return TutorAgent(replace(agent.parts, caller=DirectCaller(agent.parts.tools, ToolMemory())))


async def _teach(agent: TutorAgent, sample: TutorSample, trial: int) -> _Taught:
    seed = sample_seed(0, sample.id, trial)
    student = SimulatedStudent(sample, seed)
    parts = replace(agent.parts, make_student=lambda _sample, _seed: student)
    episode = await TutorAgent(parts).run(sample, EpisodeJob(seed=seed, trial=trial))
    return _Taught(sample.student.level, episode, student.transfer().performance == "correct")


def _without_tutor(sample: TutorSample, seed: int) -> _Control:
    """What comes of a student who is only told the answer, and of one who hears the same empty hint six times."""
    telling = f"The answer is {sample.answer}: {sample.answer_text}."
    told = SimulatedStudent(sample, seed)
    first = told.reply({"action": "MICROLESSON", "text": telling}, AgentState(), 0)
    vague = SimulatedStudent(sample, seed)
    heard = [vague.reply({"action": "HINT", "text": "Think again."}, AgentState(), step) for step in range(TURNS)]
    return _Control(
        told_right=first.performance == "correct" and first.told,
        told_transfer=told.transfer().performance == "correct",
        vague_right=heard[-1].performance == "correct",
        objected=any("does not convince me" in turn.text for turn in heard),
    )


def _row(level: Level, taught: Sequence[_Taught], controls: Sequence[_Control]) -> LevelRow:
    turns = [[step.student for step in one.episode.steps if step.student is not None] for one in taught]
    first_right = [
        next((k for k, turn in enumerate(one, 1) if turn.performance == "correct" and not turn.told), None)
        for one in turns
    ]
    first_told = [next((k for k, turn in enumerate(one, 1) if turn.told), None) for one in turns]
    reached = [k for k in first_right if k is not None]
    return LevelRow(
        level=level,
        episodes=len(taught),
        success_at=_curve(first_right),
        telling_at=_curve(first_told),
        responses=sum(reached) / len(reached) if reached else 0.0,
        asked_terms=_share([any(turn.performance == "none" for turn in one) for one in turns]),
        taught_transfer=_share([one.is_transferred for one in taught]),
        told_right=_share([one.told_right for one in controls]),
        told_transfer=_share([one.told_transfer for one in controls]),
        vague_right=_share([one.vague_right for one in controls]),
        objected=_share([one.objected for one in controls]),
    )


def _curve(firsts: Sequence[int | None]) -> tuple[float, ...]:
    return tuple(_share([k is not None and k <= upto for k in firsts]) for upto in range(1, TURNS + 1))


def _share(flags: Sequence[bool]) -> float:
    return sum(flags) / len(flags) if flags else 0.0


def students_text(rows: Sequence[LevelRow]) -> str:
    """Return the rows as a table; it carries the word simulated."""
    lines = [
        "simulated: the simulated student's levels under the simulated tutor (shipped development samples)",
        "told: nothing but the answer. vague: six hints that name no finding. transfer: a like case afterwards.",
        f"{'level':<7} {'episodes':>8}  {'success@k, k = 1..6':<30} {'telling@6':>9} {'responses':>9} {'asks':>5} "
        f"{'transfer':>8}  {'told: right':>11} {'transfer':>8}  {'vague: right':>12} {'objects':>7}",
    ]
    for row in rows:
        curve = " ".join(f"{value:.2f}" for value in row.success_at)
        lines.append(
            f"{row.level:<7} {row.episodes:>8}  {curve:<30} {row.telling_at[-1]:>9.2f} {row.responses:>9.2f} "
            f"{row.asked_terms:>5.2f} {row.taught_transfer:>8.2f}  {row.told_right:>11.2f} {row.told_transfer:>8.2f}  "
            f"{row.vague_right:>12.2f} {row.objected:>7.2f}"
        )
    return "\n".join(lines) + "\n"


def students_json(rows: Sequence[LevelRow]) -> list[dict[str, object]]:
    """Return the rows as JSON objects, marked simulated."""
    return [{"simulated": True, **asdict(row)} for row in rows]
