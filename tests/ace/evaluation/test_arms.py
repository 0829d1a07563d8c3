"""An arm is run once, and never again while nothing it depends on changes."""

from pathlib import Path

import pytest

from ace.cycle.run_samples import arm_spec
from ace.evaluation.arms import ArmSpec, ArmStore, run_arm, with_rules
from runtime.contracts.ports import AgentUnderTest
from runtime.contracts.sample import Sample
from runtime.contracts.trace_event import Episode
from runtime.rules.load_reviewed import injectable
from tests.ace.building import WEB_RULE, Counting, rule
from tests.ace.conftest import SmallRun

LOCAL_FIRST = rule("tools.local", **WEB_RULE)


class Bench:
    """The small run's agent under a controller that counts."""

    def __init__(self, small: SmallRun, folder: Path) -> None:
        session = small.session
        rules = injectable(session.playbook(), "tutor")
        dev, _ = session.samples("dev")
        self.counting = Counting(session.controller())
        self.agent: AgentUnderTest = session.build_agent(self.counting)
        self.samples: tuple[Sample, ...] = tuple(sample for sample in dev if sample.id in small.run.record.samples)[:4]
        self.spec: ArmSpec = arm_spec(session, rules, dev, small.run.record.seed)
        self.ran: list[Episode] = []
        self.store = ArmStore(folder, progress=self.ran.append)


@pytest.fixture
def bench(small_run: SmallRun, tmp_path: Path) -> Bench:
    """A bench with an empty store."""
    return Bench(small_run, tmp_path / "arms")


async def test_the_same_arm_is_paid_for_once(bench: Bench) -> None:
    first = await run_arm(bench.agent, bench.spec, bench.samples, bench.store)
    paid = bench.counting.calls
    again = await run_arm(bench.agent, bench.spec, bench.samples, bench.store)
    assert paid > 0
    assert bench.counting.calls == paid
    assert [item.header.episode for item in again] == [item.header.episode for item in first]
    assert len(bench.ran) == len(bench.samples)


async def test_more_samples_cost_only_the_new_ones(bench: Bench) -> None:
    await run_arm(bench.agent, bench.spec, bench.samples[:2], bench.store)
    episodes = await run_arm(bench.agent, bench.spec, bench.samples, bench.store)
    assert [item.header.sample for item in episodes] == [sample.id for sample in bench.samples]
    assert len(bench.ran) == len(bench.samples)


async def test_other_rules_are_another_arm(bench: Bench) -> None:
    other = with_rules(bench.spec, (*bench.spec.rules, LOCAL_FIRST))
    await run_arm(bench.agent, bench.spec, bench.samples[:1], bench.store)
    await run_arm(bench.agent, other, bench.samples[:1], bench.store)
    assert other.key != bench.spec.key
    assert len(bench.ran) == 2
    assert bench.ran[0].header.seed == bench.ran[1].header.seed
    assert "tools.local" in bench.ran[1].header.rules


async def test_a_run_of_the_same_arm_is_its_first_trial(bench: Bench, small_run: SmallRun) -> None:
    store = ArmStore(bench.store.folder, {small_run.run.record.arm: small_run.run.episodes}, bench.ran.append)
    episodes = await run_arm(bench.agent, bench.spec, bench.samples, store)
    assert small_run.run.record.arm == bench.spec.key
    assert (bench.counting.calls, bench.ran) == (0, [])
    known = {item.header.sample: item for item in small_run.run.episodes}
    assert list(episodes) == [known[sample.id] for sample in bench.samples]


async def test_a_run_of_another_arm_is_not_taken_for_this_one(bench: Bench, small_run: SmallRun) -> None:
    store = ArmStore(bench.store.folder, {"a-000000000000": small_run.run.episodes}, bench.ran.append)
    await run_arm(bench.agent, bench.spec, bench.samples[:2], store)
    assert len(bench.ran) == 2


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
