"""The agent with and without guidance, with and without the report check, on the same images and seeds.

A request that two arms make alike is made once: they differ only from where their prompts do.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

import runtime
from ace.clock import SystemClock
from ace.errors import AceError
from ace.inspection.ask_once import asked_once
from runtime.agents.inspector.sample import CastingSample
from runtime.contracts.json_types import content_hash
from runtime.contracts.playbook import rules_hash
from runtime.contracts.ports import AgentUnderTest, Controller, TraceSink
from runtime.contracts.rule import Rule
from runtime.contracts.state import Budgets
from runtime.contracts.trace_event import Episode
from runtime.loop.run_batch import BatchPlan, finished, run_batch
from runtime.models.settings import ControllerSettings

GIVE_UP_AFTER = 6
# What an agent does must not depend on how fast its model is here.
BUDGETS = Budgets(seconds=None)
# So many images at a time under every arm in turn: a server that drifts hits all arms alike. Where episodes are asked
# for one at a time, so is each image: a server that keeps the last prompt alone then reads less of it anew.
CHUNK = 20
# What an episode depends on besides its rules, its model and its image.
_CODE = ("agents/inspector", "images", "inspection", "loop", "gates", "rules", "models", "tools", "words")


class ArmKind(NamedTuple):
    """Whether the drafted rule is in the prompt, and whether faulty reports are sent back."""

    has_guidance: bool
    is_checked: bool


ARMS: Mapping[str, ArmKind] = {
    "agent": ArmKind(has_guidance=False, is_checked=False),
    "guidance": ArmKind(has_guidance=True, is_checked=False),
    "check": ArmKind(has_guidance=False, is_checked=True),
    "both": ArmKind(has_guidance=True, is_checked=True),
}


@dataclass(frozen=True)
class ArmsPlan:
    """`images_key` changes with the images. `folder` keeps the episodes, so that a run goes on; None keeps nothing.

    Without `guidance` the arms that have it are left out.
    """

    settings: ControllerSettings
    controller: Controller
    samples: Sequence[CastingSample]
    base: Path | None
    images_key: str
    guidance: Rule | None
    seeds: int
    concurrency: int = 4
    folder: Path | None = None
    begun: Callable[[str, int], None] = lambda title, total: None
    progress: Callable[[Episode], None] = lambda episode: None


@dataclass
class _Arm:
    """One arm under way. Episodes hold their end only: the log has their steps."""

    name: str
    agent: AgentUnderTest
    rules: tuple[Rule, ...]
    sink: TraceSink | None
    done: dict[tuple[str, int], Episode]
    attempts: dict[tuple[str, int], int]


async def run_arms(plan: ArmsPlan) -> dict[str, tuple[Episode, ...]]:
    """Return each arm's episodes, without their steps; only those that `folder` does not hold are run.

    Raises: AceError when the model fails six times in a row, RuntimeFault when an episode cannot be written.
    """
    failed: list[Episode] = []
    plan = replace(plan, controller=asked_once(plan.controller, plan.settings, plan.folder))
    with ExitStack() as stack:
        arms = [_open_arm(plan, name, stack) for name, kind in ARMS.items() if plan.guidance or not kind.has_guidance]
        places = [(sample.id, trial) for sample in plan.samples for trial in range(plan.seeds)]
        plan.begun("inspecting", sum(place not in arm.done for arm in arms for place in places))
        try:
            for number, chunk in enumerate(_chunks(plan.samples, CHUNK if plan.concurrency > 1 else 1)):
                for arm in _in_turn(arms, number):
                    await _run_chunk(plan, arm, chunk, failed)
        finally:
            await _close(arms)
    return {arm.name: tuple(arm.done[place] for place in places if place in arm.done) for arm in arms}


def _in_turn(arms: Sequence[_Arm], number: int) -> list[_Arm]:
    """Return the arms in the order of chunk `number`: those whose prompts begin alike together, either pair first.

    The checked one of a pair goes first: what it asks goes on to the end, and holds all that the other one asks.
    """

    def place(arm: _Arm) -> tuple[bool, bool]:
        kind = ARMS[arm.name]
        return kind.has_guidance == (number % 2 == 0), not kind.is_checked

    return sorted(arms, key=place)


def _chunks(samples: Sequence[CastingSample], size: int) -> Iterator[tuple[CastingSample, ...]]:
    for start in range(0, len(samples), size):
        yield tuple(samples[start : start + size])


async def _run_chunk(plan: ArmsPlan, arm: _Arm, samples: tuple[CastingSample, ...], failed: list[Episode]) -> None:
    """Run what the arm lacks of these samples; `failed` are the episodes without an answer since the last with one."""

    def ended(episode: Episode) -> None:
        place = (episode.header.sample, episode.header.trial)
        arm.done[place] = replace(episode, steps=())
        if episode.is_infrastructure_error:
            failed.append(arm.done[place])
        else:
            failed.clear()
        plan.progress(episode)

    batch = BatchPlan(
        run=arm.name,
        samples=samples,
        rules=arm.rules,
        commit="",
        trials=plan.seeds,
        concurrency=plan.concurrency,
        give_up_after=GIVE_UP_AFTER,
        done=arm.done,
        keeps_episodes=False,
        attempts=arm.attempts,
    )
    await run_batch(arm.agent, batch, arm.sink, ended)
    if len(failed) >= min(GIVE_UP_AFTER, len(plan.samples) * plan.seeds):
        raise AceError(_gave_up(plan, failed))


def _gave_up(plan: ArmsPlan, failed: Sequence[Episode]) -> str:
    end = failed[-1].outcome
    why = end.error or end.message if end else "cut off"
    kept = f"what was run is kept in {plan.folder}, start again to go on" if plan.folder else "start again when it does"
    return f"{plan.controller.info.label} did not answer {len(failed)} times in a row ({why}); {kept}"


def _open_arm(plan: ArmsPlan, name: str, stack: ExitStack) -> _Arm:
    from runtime.traces.event_log import EventLog
    from runtime.traces.read_events import iter_episodes

    kind = ARMS[name]
    rules = _rules(plan, kind)
    agent = _build(plan, kind)
    if plan.folder is None:
        return _Arm(name, agent, rules, None, {}, {})
    path = plan.folder / f"{name}-{arm_key(plan, kind)}.jsonl"
    plan.folder.mkdir(parents=True, exist_ok=True)
    known = (replace(one, steps=()) for one in iter_episodes(path)) if path.exists() else ()
    done, attempts = finished(known)
    return _Arm(name, agent, rules, stack.enter_context(EventLog(path)), done, attempts)


def arm_key(plan: ArmsPlan, kind: ArmKind) -> str:
    """Return a hash of all that an arm's episodes depend on besides sample and seed."""
    from ace.file_hashes import CODE, folder_hash

    top = Path(runtime.__file__).parent
    code = [folder_hash(top / name, CODE) for name in _CODE]
    chosen = plan.settings.model_dump(mode="json", exclude={"record", "concurrency", "retries", "timeout_s"})
    parts = [code, chosen, vars(BUDGETS), plan.images_key, rules_hash(_rules(plan, kind)), kind.is_checked]
    return content_hash(parts, 12)


def _rules(plan: ArmsPlan, kind: ArmKind) -> tuple[Rule, ...]:
    return (plan.guidance,) if kind.has_guidance and plan.guidance is not None else ()


def _build(plan: ArmsPlan, kind: ArmKind) -> AgentUnderTest:
    from runtime.agents.agent_setup import AgentSetup
    from runtime.agents.inspector.build_inspector import build_inspector
    from runtime.artifacts.store import FileArtifactStore, MemoryArtifactStore
    from runtime.gates.settings import FixedGateSettings

    return build_inspector(
        AgentSetup(
            controller=plan.controller,
            solver=plan.controller,
            artifacts=FileArtifactStore(plan.folder / "artifacts") if plan.folder else MemoryArtifactStore(),
            clock=SystemClock(),
            base=plan.base or Path(),
            knowledge=(),
            budgets=BUDGETS,
            controller_image_px=plan.settings.shown_image_px,
            gates=FixedGateSettings(report_check="enforce" if kind.is_checked else "observe"),
        )
    )


async def _close(arms: Sequence[_Arm]) -> None:
    from runtime.models.closing import close_controller

    for arm in arms:
        await close_controller(arm.agent)
