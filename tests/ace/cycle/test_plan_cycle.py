"""A cycle's plan: what is told before agrees with what is then run."""

from pathlib import Path

import pytest

from ace.cycle.plan_cycle import Plan, plan_cycle
from ace.evaluation.gate_rules import GateRules
from ace.evaluation.power import Needed, screen_chance, shares_of
from ace.session import open_session
from tests.ace.building import small_session
from tests.ace.conftest import SmallProposal, SmallRun


def test_judging_then_runs_as_many_episodes_as_were_told(wide_run: SmallRun, wide_proposal: SmallProposal) -> None:
    """All held-out cases but those that neither the confirmation nor the estimate came to: 24 on either side."""
    judgements = wide_proposal.proposed.judgements
    passed = sum(judgement.held_out is not None for judgement in judgements)
    assert (len(judgements), passed) == (3, 1), "else this test compares too little"
    plan = plan_cycle(wide_run.session, len(judgements), 0.12)
    total = next(total for total in plan.totals if total.passed == passed)
    assert total.judging == len(wide_proposal.episodes) + 2 * 24
    assert total.episodes == len(wide_run.run.episodes) + total.judging
    of_run = plan_cycle(wide_run.session, len(judgements), 0.12, wide_run.run)
    assert next(one.name for one in of_run.layout.stages) == "screen"
    assert next(one for one in of_run.totals if one.passed == passed).episodes == total.judging


def test_a_plan_for_a_run_is_of_its_samples_and_not_of_the_limit(small_run: SmallRun) -> None:
    session = small_session(small_run.session.workspace.repo, run__limit=200)
    assert plan_cycle(session, 1, 0.12).layout.screen_cases > 16
    plan = plan_cycle(session, 1, 0.12, small_run.run)
    assert (plan.layout.screen_cases, plan.run) == (16, small_run.run.record.run)
    assert plan.totals[0].episodes == 16
    other = small_session(small_run.session.workspace.repo, budgets__steps=3)
    # Under other settings the side before is run anew as well.
    assert plan_cycle(other, 1, 0.12, small_run.run).totals[0].episodes == 32


def test_totals_by_hand(starter: Path) -> None:
    plan = plan_cycle(small_session(starter), 2, 0.12)
    # 16 of the run; 16 a draft; for those that pass 6 + 6 must pass, 16 as a gate. Six held-out cases are too few.
    assert [(total.passed, total.episodes, total.judging) for total in plan.totals] == [
        (0, 48, 32),
        (1, 48 + 12 + 16, 60),
        (2, 48 + 18 + 32, 82),
    ]


def test_before_any_run_cost_is_unknown_but_episodes_are_not(starter: Path) -> None:
    plan = plan_cycle(small_session(starter), 1, 0.12)
    assert plan.cost is None
    assert {(total.model_calls, total.tokens, total.usd, total.minutes) for total in plan.totals} == {(None,) * 4}
    assert all(total.episodes for total in plan.totals)


def test_it_works_without_a_controller(starter: Path) -> None:
    (starter / "ace.yaml").write_text("schema: 1\n", encoding="utf-8")
    plan = plan_cycle(open_session(starter, {}, {}), 1, 0.12)
    assert plan.cost is None
    assert plan.totals[0].episodes > 0


def test_cost_is_episodes_times_medians(small_run: SmallRun) -> None:
    plan = plan_cycle(small_run.session, 2, 0.12)
    cost, total = plan.cost, plan.totals[-1]
    assert cost is not None
    assert cost.model_calls is not None
    assert cost.tokens is not None
    assert total.model_calls == round(total.episodes * cost.model_calls)
    assert total.tokens == round(total.episodes * cost.tokens)
    assert total.minutes == pytest.approx(total.episodes * cost.seconds / 60 / 4, abs=0.006)


def test_a_ceiling_that_judging_would_reach_is_named(small_run: SmallRun) -> None:
    cost = plan_cycle(small_run.session, 1, 0.12).cost
    assert cost is not None
    assert cost.model_calls is not None
    # One draft: 16 episodes when it does not pass, 44 when it does.
    calls = int(30 * cost.model_calls)
    plan = plan_cycle(small_session(small_run.session.workspace.repo, gate__max_calls=calls), 1, 0.12)
    assert [total.stops_at for total in plan.totals] == ["", f"{calls} model calls (gate.max_calls)"]


def chances(plan: Plan) -> dict[float, tuple[float, float, float]]:
    """Return the chances by points."""
    return {one.points: (one.passes_screen, one.promising, one.confirmed) for one in plan.chances}


def test_with_few_sealed_cases_nothing_can_be_confirmed(starter: Path) -> None:
    plan = plan_cycle(small_session(starter, gate__sealed_limit=None, run__limit=258), 1, 0.12)
    assert "36 held-out (sealed) cases" in plan.why_not
    assert "at least 100" in plan.why_not
    found = chances(plan)
    assert set(found) == {0.0, 2.0, 5.0, 10.0}
    assert {confirmed for _, _, confirmed in found.values()} == {0.0}
    passes, promising, _ = found[0.0]
    assert passes == pytest.approx(screen_chance(shares_of(0, 0.12), 86, 1, GateRules()))
    assert promising == passes, "no held-out case is looked at"
    assert found[10.0][0] > found[5.0][0] > found[2.0][0] > passes
    assert plan.needed == Needed(340, 800)


@pytest.mark.parametrize(
    ("flags", "why"),
    [
        ({"gate__profile": "screening"}, "profile screening uses no held-out samples"),
        ({"gate__sealed": False}, "gate.sealed is false"),
        ({"gate__sealed_limit": 6}, "of 36 that may serve (gate.sealed_limit, gate.most)"),
    ],
    ids=["profile", "switched-off", "limit"],
)
def test_why_nothing_can_be_confirmed(flags: dict[str, object], why: str, starter: Path) -> None:
    plan = plan_cycle(small_session(starter, **flags), 1, 0.12)
    assert why in plan.why_not
    assert {one.confirmed for one in plan.chances} == {0.0}
