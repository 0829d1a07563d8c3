"""What an arm is: its key, and what the store holds of it."""

from pathlib import Path

import pytest

from ace.evaluation.arms import ArmSpec, ArmStore, read_arm, with_rules
from ace.evaluation.run_arms import run_arms
from runtime.contracts.ports import EpisodeJob
from tests.ace.building import WEB_RULE, rule
from tests.ace.evaluation.scripted_agent import ScriptedAgent, plain_samples, scripted_episode

LOCAL_FIRST = rule("tools.local", **WEB_RULE)
SPEC = ArmSpec("s", (), 0, trials=1, concurrency=1)


def test_an_arm_never_run_holds_nothing(tmp_path: Path) -> None:
    arm = read_arm(SPEC, ArmStore(tmp_path))
    assert (arm.done, arm.attempts) == ({}, {})


async def test_errors_are_no_results_but_count_as_tries(tmp_path: Path) -> None:
    agent = ScriptedAgent(lambda sample, job, times: "error" if sample.id == "s00" else "solved")
    await run_arms(agent, (SPEC,), plain_samples(2), ArmStore(tmp_path))
    arm = read_arm(SPEC, ArmStore(tmp_path))
    assert list(arm.done) == [("s01", 0)]
    assert arm.attempts == {("s00", 0): 2, ("s01", 0): 1}


def test_what_was_run_elsewhere_is_known_by_the_arms_key_alone(tmp_path: Path) -> None:
    episode = scripted_episode(plain_samples(1)[0], EpisodeJob(run="r-1"), "solved")
    known = ArmStore(tmp_path, {SPEC.key: (episode,)})
    assert read_arm(SPEC, known).done == {("s00", 0): episode}
    assert read_arm(with_rules(SPEC, (LOCAL_FIRST,)), known).done == {}


@pytest.mark.parametrize(
    "change",
    [{"settings": "other"}, {"seed": 1}, {"rules": (LOCAL_FIRST,)}],
    ids=["settings", "seed", "rules"],
)
def test_the_key_follows_what_results_depend_on(change: dict[str, object]) -> None:
    base: dict[str, object] = {"settings": "s", "rules": (), "seed": 0, "trials": 1, "concurrency": 1}
    assert ArmSpec(**{**base, **change}).key != ArmSpec(**base).key  # type: ignore[arg-type]


def test_the_key_does_not_follow_how_it_is_run() -> None:
    assert (
        ArmSpec("s", (), 0, trials=1, concurrency=1).key == ArmSpec("s", (), 0, trials=3, concurrency=8, commit="a").key
    )
