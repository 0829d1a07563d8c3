"""The simulated inspector: sound without its failures, each failure at its rate, moved by conditions alone."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TypeAlias

import pytest

from runtime.agents.inspector.parse_proposal import parse_proposal
from runtime.contracts.ports import ModelRequest
from runtime.contracts.rule import Rule
from runtime.contracts.state import Budgets, Spent
from runtime.contracts.tool_call import ToolCall
from runtime.inspection.actions import Look, Proposal, Report
from runtime.inspection.state import InspectorState
from runtime.inspection.view import request_context
from runtime.models.simulated import Simulated, SimulatedSettings
from runtime.models.simulated_inspector import INSPECTOR_RATES, MALFORMED, inspect
from tests.runtime.agents.inspector.inspections import BRIGHT, DIM, casting, found, rule

Predicate: TypeAlias = Callable[[Proposal | str], bool]
CLEAN = dict.fromkeys(INSPECTOR_RATES, 0.0)
SKIPS = {"skips_measuring": 1.0}
RUNS = 400
MEASURED = found(1, 2, 3, calls=(ToolCall("call-1", "find_candidates", {}),))
KEEP_BRIGHT = rule(when='action.kind == "KEEP"', require="action.contrast > 0.03")


def _ask(
    seed: int,
    state: InspectorState,
    rules: tuple[Rule, ...] = (),
    obey: float = 1.0,
    rates: Mapping[str, float] = CLEAN,
) -> Proposal | str:
    context = request_context(state, casting(), seed)
    text = inspect(ModelRequest((), {}, seed, "inspect", context=context, rules=rules), {**CLEAN, **rates}, obey)
    parsed = parse_proposal(text)
    return parsed if isinstance(parsed, Look | Report) else text


def _reports(
    state: InspectorState, rules: tuple[Rule, ...] = (), obey: float = 1.0, rates: Mapping[str, float] = CLEAN
) -> list[Report]:
    asked = [_ask(seed, state, rules, obey, rates) for seed in range(RUNS)]
    return [one for one in asked if isinstance(one, Report)]


def test_without_failures_it_looks_measures_and_reports() -> None:
    assert _ask(1, found(candidates=None)) == Look("find_candidates")
    assert _ask(1, found(1)) == Look("measure_candidate", {"ids": [2, 3]})
    final = _ask(1, MEASURED)
    assert isinstance(final, Report)
    assert final.verdict == ("reject" if final.kept_ids else "accept")
    assert _ask(1, found(count=0)) == Report((), "accept", "judged by contrast")


def test_what_it_keeps_hangs_on_contrast_and_on_chance() -> None:
    reports = _reports(MEASURED)
    bright = sum(1 in report.kept_ids for report in reports) / RUNS
    dim = sum(2 in report.kept_ids for report in reports) / RUNS
    assert BRIGHT.contrast > DIM.contrast
    assert 0.8 < bright < 1.0
    assert 0.2 < dim < 0.5


def test_a_search_that_fails_twice_is_followed_by_an_empty_report() -> None:
    tried = tuple(ToolCall(f"call-{number}", "find_candidates", {}) for number in (1, 2))
    assert _ask(1, found(candidates=None, calls=tried)) == Report((), "accept", "judged by contrast")


def test_without_calls_left_it_reports() -> None:
    state = found(1, budgets=Budgets(tool_calls=1), spent=Spent(tool_calls=1))
    assert isinstance(_ask(1, state), Report)


def _is(wanted: Proposal | str) -> Predicate:
    return lambda one: one == wanted


def _keeps(name: int) -> Predicate:
    return lambda one: isinstance(one, Report) and name in one.kept_ids


def _views(one: Proposal | str) -> bool:
    return isinstance(one, Look) and one.tool == "view_candidate"


def _is_mismatch(one: Proposal | str) -> bool:
    return isinstance(one, Report) and (one.verdict == "reject") != bool(one.kept_ids)


@pytest.mark.parametrize(
    ("name", "state", "expected"),
    [
        ("malformed", MEASURED, _is(MALFORMED)),
        ("skips_measuring", found(), _is(Look("measure_candidate", {"ids": [1]}))),
        ("repeats", MEASURED, _is(Look("find_candidates"))),
        ("keeps_unmeasured", replace(found(), budgets=Budgets(tool_calls=0)), _keeps(2)),
        ("invents_id", MEASURED, _keeps(4)),
        ("verdict_mismatch", MEASURED, _is_mismatch),
        ("no_report", MEASURED, _views),
    ],
    ids=list(INSPECTOR_RATES),
)
@pytest.mark.parametrize("rate", [0.0, 0.3])
def test_each_failure_happens_at_its_rate(name: str, state: InspectorState, expected: Predicate, rate: float) -> None:
    asked = [_ask(seed, state, rates={name: rate}) for seed in range(RUNS)]
    assert sum(expected(one) for one in asked) / RUNS == pytest.approx(rate, abs=0.07)


def test_a_report_that_was_sent_back_is_mended() -> None:
    everything: Mapping[str, float] = {**dict.fromkeys(INSPECTOR_RATES, 1.0), "malformed": 0.0, "no_report": 0.0}
    assert _ask(1, replace(found(1), rejections=1), rates=everything) == Look("measure_candidate", {"ids": [2, 3]})
    report = _ask(1, replace(MEASURED, rejections=1), rates=everything)
    assert isinstance(report, Report)
    assert set(report.kept_ids) <= {1, 2, 3}
    assert not _is_mismatch(report)
    none_left = replace(found(1, budgets=Budgets(tool_calls=0)), rejections=1)
    report = _ask(1, none_left, rates=everything)
    assert isinstance(report, Report)
    assert set(report.kept_ids) <= {1}


@pytest.mark.parametrize("obey", [0.0, 0.5, 1.0])
def test_a_rule_about_candidates_is_obeyed_at_the_stated_rate(obey: float) -> None:
    before = sum(2 in report.kept_ids for report in _reports(MEASURED))
    after = sum(2 in report.kept_ids for report in _reports(MEASURED, (KEEP_BRIGHT,), obey))
    assert after / before == pytest.approx(1.0 - obey, abs=0.1)


def test_a_rule_changes_no_candidate_it_does_not_speak_about() -> None:
    before, after = _reports(MEASURED), _reports(MEASURED, (KEEP_BRIGHT,))
    assert [set(one.kept_ids) - {2} for one in before] == [set(one.kept_ids) for one in after]


def test_a_rule_about_dropping_puts_a_candidate_in() -> None:
    find_bright = rule(when='action.kind == "DROP"', require="action.contrast <= 0.03")
    assert all({1, 3} <= set(report.kept_ids) for report in _reports(MEASURED, (find_bright,)))


@pytest.mark.parametrize(
    ("asked", "state", "instead"),
    [
        (
            rule(when='action.kind == "SUBMIT_REPORT"', require="state.unmeasured == 0"),
            found(1, 2),
            Look("measure_candidate", {"ids": [3]}),
        ),
        (
            rule(when='action.kind == "SUBMIT_REPORT"', require="state.searched"),
            found(candidates=None, calls=(ToolCall("", "find_candidates", {}),) * 2),
            Look("find_candidates"),
        ),
    ],
    ids=["measure first", "search first"],
)
def test_a_rule_about_the_report_is_obeyed_by_what_it_asks_for(
    asked: Rule, state: InspectorState, instead: Look
) -> None:
    assert isinstance(_ask(1, state, rates=SKIPS), Report)
    assert _ask(1, state, (asked,), rates=SKIPS) == instead


def test_a_rule_in_words_is_never_obeyed() -> None:
    assert _reports(MEASURED, (rule(text="Keep none."),)) == _reports(MEASURED)


async def test_the_simulated_controller_is_asked_by_purpose_and_marked() -> None:
    model = Simulated(SimulatedSettings(failure_rates={"no_report": 0.0, "repeats": 0.0}))
    context = request_context(MEASURED, casting(), 1)
    replies = [
        await model.complete(ModelRequest((), {}, 1, "inspect", context=context, attempt=attempt)) for attempt in (1, 1)
    ]
    assert replies[0] == replies[1]
    assert json.loads(replies[0].text)["action"] == "submit_report"
    assert model.info.simulated
