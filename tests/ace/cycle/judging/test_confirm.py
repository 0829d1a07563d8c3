"""Held-out cases in batches."""

from collections.abc import Sequence

import pytest

from ace.cycle.judging.confirm import case_batches, confirm, estimate_of, held_out_batches
from ace.cycle.judging.judgement import JudgeHooks
from ace.evaluation.gate_rules import GateRules
from ace.evaluation.verdict import Look
from runtime.contracts.sample import Sample
from tests.ace.conftest import SmallRun
from tests.ace.cycle.judging.judging_setup import Told, WrittenLedger, bench_of, rules_of, under


def samples(cases: int, each: int = 1) -> list[Sample]:
    return [Sample(id=f"s{i}-{j}", case=f"c{i}", agent="x", split="sealed") for i in range(cases) for j in range(each)]


def test_batches_are_of_whole_cases_and_at_most_so_many() -> None:
    batches = list(case_batches(samples(25, each=3), 0, GateRules(batch=10, most=22)))
    assert [len({sample.case for sample in batch}) for batch in batches] == [10, 10, 2]
    assert [len(batch) for batch in batches] == [30, 30, 6]


def test_the_order_follows_from_the_seed_and_not_from_the_files() -> None:
    rules = GateRules(batch=5)
    first = list(case_batches(samples(20), 1, rules))
    assert first == list(case_batches(samples(20)[::-1], 1, rules))
    assert first != list(case_batches(samples(20), 2, rules))
    assert {sample.id for batch in first for sample in batch} == {sample.id for sample in samples(20)}


def test_without_samples_there_is_no_batch() -> None:
    assert list(case_batches([], 0, GateRules())) == []


def test_the_ledger_says_which_samples_may_serve(copied_run: SmallRun) -> None:
    every = {sample.id for sample in bench_of(copied_run).sealed}
    spent = frozenset(sorted(every)[::2])
    bench = bench_of(under(copied_run, sealed_limit=None), JudgeHooks(ledger=WrittenLedger(spent)))
    assert {sample.id for batch in held_out_batches(bench, "0123456789ab") for sample in batch} == every - spent


async def test_each_batch_is_noted_and_looked_at_once_it_ran(copied_run: SmallRun) -> None:
    ledger, told = WrittenLedger(), Told()
    hooks = JudgeHooks(told.hooks.arm, told.hooks.episode, ledger)
    bench = bench_of(under(copied_run, batch=2), hooks)
    found = await confirm(bench, rules_of(copied_run)[:-1], "delete x", "0123456789ab")
    assert [look.cases for look in found.looks] == [2, 4, 6]
    assert [name for name, _ in told.arms] == [f"delete x, held-out batch {i}: before and after" for i in (1, 2, 3)]
    assert [sample for _, sample in ledger.uses] == [sample.id for sample in found.samples]
    assert {proposal for proposal, _ in ledger.uses} == {"0123456789ab"}
    assert (found.paired.n, found.judged.verdict) == (6, "promising")
    assert found.estimate is not None
    assert found.estimate.low <= found.estimate.change <= found.estimate.high


async def test_a_batch_cut_short_by_a_ceiling_is_not_looked_at(copied_run: SmallRun) -> None:
    ledger = WrittenLedger()
    bench = bench_of(under(copied_run, max_calls=1), JudgeHooks(ledger=ledger))
    found = await confirm(bench, rules_of(copied_run)[:-1], "delete x", "0123456789ab")
    assert (found.looks, found.samples, found.estimate) == ((), (), None)
    # It has counted all the same: some of it was run.
    assert len(ledger.uses) == 6
    assert found.stopped == "1 model calls (--max-calls)"


@pytest.mark.parametrize(
    ("looks", "change"),
    [
        pytest.param([], None, id="no look"),
        pytest.param([Look(0, 0, 0, 1.0, "go on")], None, id="errors alone"),
        pytest.param([Look(50, 10, 5, 1.0, "go on")], 0.1, id="one look"),
        pytest.param([Look(50, 10, 5, 1.0, "go on"), Look(50, 10, 5, 1.0, "go on")], 0.1, id="a batch of errors"),
    ],
)
def test_the_effect_is_of_the_votes_of_each_batch(looks: list[Look], change: float | None) -> None:
    found = estimate_of(looks, GateRules())
    assert (found.change if found else None) == (pytest.approx(change) if change is not None else None)


async def test_a_batch_is_noted_before_it_is_run(copied_run: SmallRun) -> None:
    order: list[str] = []

    class Ledger(WrittenLedger):
        def used(self, proposal: str, samples: Sequence[Sample]) -> None:
            order.append("noted")

    hooks = JudgeHooks(episode=lambda episode: order.append("ran"), ledger=Ledger())
    await confirm(bench_of(under(copied_run, batch=100), hooks), rules_of(copied_run)[:-1], "delete x", "0123456789ab")
    assert order == ["noted"] + ["ran"] * 12
