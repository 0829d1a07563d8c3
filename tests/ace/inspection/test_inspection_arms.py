"""The agent's four arms: the same images and seeds, kept so that a run goes on."""

from dataclasses import replace
from pathlib import Path

import pytest

from ace.errors import AceError
from ace.inspection.arms import ARMS, ArmsPlan, arm_key, run_arms
from runtime.agents.inspector.load_castings import drawn_sample
from runtime.contracts.errors import ModelUnavailableError
from runtime.contracts.ports import ModelReply, ModelRequest
from runtime.contracts.rule import Rule
from runtime.contracts.trace_event import ControllerInfo, Episode
from runtime.models.settings import ControllerSettings
from runtime.models.simulated import Simulated, SimulatedSettings
from runtime.traces.read_events import read_episodes

RULE = Rule(
    schema=1,
    id="report.edge",
    title="Edges",
    agent="inspector",
    text="Keep no candidate that touches the edge.",
    when='action.kind == "KEEP" && action.measured',
    require="action.edge_distance_px > 0.0",
)
SAMPLES = tuple(drawn_sample(number, "sealed") for number in (1_000_001, 1_000_002))


def _plan(folder: Path | None = None, rule: Rule | None = RULE) -> ArmsPlan:
    return ArmsPlan(
        settings=ControllerSettings(kind="simulated"),
        controller=Simulated(SimulatedSettings()),
        samples=SAMPLES,
        base=None,
        images_key="drawn",
        guidance=rule,
        seeds=2,
        folder=folder,
    )


def _told(plan: ArmsPlan) -> tuple[ArmsPlan, list[int], list[Episode]]:
    totals: list[int] = []
    told: list[Episode] = []
    return replace(plan, begun=lambda title, total: totals.append(total), progress=told.append), totals, told


async def test_every_arm_has_the_same_images_and_seeds_and_only_its_own_rules(tmp_path: Path) -> None:
    plan, totals, told = _told(_plan(tmp_path / "kept"))
    found = await run_arms(plan)
    assert list(found) == list(ARMS)
    assert (totals, len(told)) == ([16], 16)
    places = {
        name: [(one.header.sample, one.header.trial, one.header.seed) for one in episodes]
        for name, episodes in found.items()
    }
    assert len(places["agent"]) == 4
    assert len({tuple(each) for each in places.values()}) == 1
    ruled = {name: {len(one.header.rules) for one in episodes} for name, episodes in found.items()}
    assert ruled == {"agent": {0}, "guidance": {1}, "check": {0}, "both": {1}}
    assert all(one.outcome is not None for episodes in found.values() for one in episodes)
    recorded = read_episodes(next((tmp_path / "kept").glob("agent-*.jsonl"))).episodes
    assert all(one.steps for one in recorded)


async def test_a_run_goes_on_with_what_is_missing(tmp_path: Path) -> None:
    whole = await run_arms(_plan(tmp_path))
    log = next(tmp_path.glob("both-*.jsonl"))
    lines = log.read_bytes().splitlines(keepends=True)
    # The last line is an episode's outcome: without it that episode was cut off.
    log.write_bytes(b"".join(lines[:-1]))
    plan, totals, told = _told(_plan(tmp_path))
    again = await run_arms(plan)
    assert (totals, len(told)) == ([1], 1)
    scores = [
        {name: [one.outcome.scores for one in each if one.outcome] for name, each in found.items()}
        for found in (whole, again)
    ]
    assert scores[0] == scores[1]


async def test_one_episode_at_a_time_goes_image_by_image_and_like_prompts_follow_each_other() -> None:
    plan, _, told = _told(replace(_plan(), concurrency=1))
    await run_arms(plan)
    first, second = (sample.id for sample in SAMPLES)
    assert [one.header.sample for one in told] == [first] * 8 + [second] * 8
    assert [len(one.header.rules) for one in told] == [0] * 4 + [1] * 8 + [0] * 4


async def test_without_guidance_its_arms_are_left_out_and_nothing_need_be_kept() -> None:
    assert list(await run_arms(_plan(rule=None))) == ["agent", "check"]


def test_whatever_an_episode_depends_on_is_another_arm(tmp_path: Path) -> None:
    plan = _plan(tmp_path)
    keys = [arm_key(plan, kind) for kind in ARMS.values()]
    assert len(set(keys)) == 4
    others = (
        replace(plan, images_key="others"),
        replace(plan, settings=ControllerSettings(kind="simulated", obey=0.1)),
        replace(plan, guidance=RULE.model_copy(update={"text": "Keep fewer."})),
    )
    assert all(arm_key(one, ARMS["both"]) != keys[3] for one in others)
    same = replace(plan, seeds=3, settings=ControllerSettings(kind="simulated", concurrency=9, timeout_s=5))
    assert arm_key(same, ARMS["both"]) == keys[3]


class _Gone:
    """A model server that is not there."""

    info = ControllerInfo("openai", "gone", simulated=False)

    async def complete(self, request: ModelRequest) -> ModelReply:
        raise ModelUnavailableError("connection refused")


async def test_a_model_that_does_not_answer_ends_the_run(tmp_path: Path) -> None:
    with pytest.raises(AceError, match="did not answer") as caught:
        await run_arms(replace(_plan(tmp_path), controller=_Gone()))
    assert "connection refused" in str(caught.value)
    assert "start again to go on" in str(caught.value)
