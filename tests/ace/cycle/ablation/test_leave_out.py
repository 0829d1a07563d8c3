"""Arms without some rules."""

import pytest

from ace.cycle.ablation.leave_out import LeaveOut
from ace.cycle.ablation.plan import Planned
from ace.cycle.judging.bench import Bench
from ace.cycle.judging.judgement import JudgeHooks
from tests.ace.conftest import SmallRun
from tests.ace.cycle.ablation.ablation_setup import HARM, HEAVY, under
from tests.ace.cycle.judging.judging_setup import rules_of


def leave_out(small: SmallRun, limit: int | None = None) -> LeaveOut:
    """Return what leaves rules out of the run."""
    session = small.session
    bench = Bench(session, session.build_agent(session.controller()), small.run, rules_of(small), JudgeHooks())
    return LeaveOut(bench, limit)


@pytest.fixture
def out(fresh: SmallRun) -> LeaveOut:
    """Four samples of the run, one trial each."""
    return leave_out(under(fresh, gate__trials=1), 4)


def test_the_run_is_the_arm_with_all_rules(out: LeaveOut) -> None:
    assert out.base.key == out.bench.run.record.arm
    assert out.missing(out.base) == 0


def test_an_arm_without_rules_has_the_others_in_order(out: LeaveOut) -> None:
    rest = [rule.id for rule in out.base.rules if rule.id not in {HEAVY, HARM}]
    assert [rule.id for rule in out.without({HEAVY, HARM}).rules] == rest
    assert len(rest) == len(out.base.rules) - 2


async def test_what_was_run_is_missing_no_more(out: LeaveOut) -> None:
    (heavy,) = (rule for rule in out.base.rules if rule.id == HEAVY)
    assert out.missing_without(heavy) == 4
    weight = await out.rule(Planned(heavy, "try", 7))
    assert out.missing_without(heavy) == 0
    assert weight.spoke == 7
    assert weight.trials is not None
    assert weight.trials.arm == out.without({HEAVY}).key
    assert weight.trials.calls == out.bench.spent.model_calls > 0


def test_samples_that_are_gone_count_unless_there_is_a_limit(fresh: SmallRun) -> None:
    record = fresh.run.record.model_copy(update={"samples": (*fresh.run.record.samples, "never.there")})
    small = SmallRun(fresh.session, fresh.run._replace(record=record))
    assert leave_out(small).removed == (("never.there", "never.there"),)
    assert leave_out(small, 4).removed == ()
