"""Gated rules on a report's decisions, and on what is proposed."""

import pytest

from runtime.agents.inspector.gate_report import gate_proposal, gate_report
from runtime.contracts.rule import Rule
from runtime.inspection.actions import Look, Report
from runtime.inspection.state import InspectorState
from runtime.inspection.view import proposal_context
from tests.runtime.agents.inspector.inspections import casting, found, rule

CASE = casting()
STATE = found(1, 2, 3)
KEEP_BRIGHT = {
    "when": 'action.kind == "KEEP"',
    "require": "action.contrast > 0.03",
    "enforce": "gate",
}
FIND_BRIGHT = {"when": 'action.kind == "DROP"', "require": "action.contrast <= 0.03", "enforce": "gate"}
BROKEN = {"when": 'action.contrast > "a"', "require": "true", "enforce": "gate"}


@pytest.mark.parametrize(
    ("fields", "report", "taken"),
    [
        (KEEP_BRIGHT, Report((1, 2), "reject"), Report((1,), "reject")),
        (KEEP_BRIGHT, Report((2,), "reject"), Report((), "accept")),
        (FIND_BRIGHT, Report((), "accept"), Report((1, 3), "reject")),
        (FIND_BRIGHT, Report((3,), "reject"), Report((3, 1), "reject")),
        (KEEP_BRIGHT, Report((1,), "accept"), Report((1,), "accept")),
        ({**KEEP_BRIGHT, "enforce": "prompt"}, Report((2,), "reject"), Report((2,), "reject")),
        (BROKEN, Report((1,), "reject"), Report((), "accept")),
        (KEEP_BRIGHT, Report((9,), "reject"), Report((), "accept")),
        ({**KEEP_BRIGHT, "otherwise": "DROP"}, Report((2,), "reject"), Report((), "accept")),
        ({**KEEP_BRIGHT, "otherwise": "KEEP"}, Report((2,), "reject"), Report((2,), "reject")),
        ({**FIND_BRIGHT, "otherwise": "KEEP"}, Report((), "accept"), Report((1, 3), "reject")),
        ({**FIND_BRIGHT, "otherwise": "DROP"}, Report((), "accept"), Report((), "accept")),
    ],
    ids=[
        "taken out",
        "the last one",
        "put in",
        "put in beside",
        "nothing changed",
        "words only",
        "cannot be judged",
        "unknown id",
        "says drop",
        "says keep",
        "says put in",
        "says leave out",
    ],
)
def test_a_decision_against_a_rule_is_turned(fields: dict[str, str], report: Report, taken: Report) -> None:
    assert gate_report(report, (rule(**fields),), STATE, CASE).report == taken


def test_each_measured_or_kept_candidate_is_one_decision() -> None:
    gated = gate_report(Report((3, 7), "reject"), (rule(**KEEP_BRIGHT),), found(1, 2), CASE)
    assert [(one.candidate, one.proposed, one.taken) for one in gated.decisions] == [
        (1, "DROP", "DROP"),
        (2, "DROP", "DROP"),
        (3, "KEEP", "DROP"),
        (7, "KEEP", "DROP"),
    ]


def test_the_decision_says_what_the_rule_said() -> None:
    first, second, _ = gate_report(Report((1, 2), "reject"), (rule(**KEEP_BRIGHT),), STATE, CASE).decisions
    assert [(one.gate, one.decision, one.reason) for one in first.gates] == [("rule:report.bright", "allow", "A rule")]
    assert [(one.decision, one.reason) for one in second.gates] == [("convert", "Look before you ask.")]


def test_the_context_is_of_what_was_decided_not_of_what_is_taken() -> None:
    decision = gate_report(Report((2,), "reject"), (rule(**KEEP_BRIGHT),), STATE, CASE).decisions[1]
    action = decision.context["action"]
    assert isinstance(action, dict)
    assert (action["kind"], action["kept"]) == ("KEEP", 1)


@pytest.mark.parametrize(
    ("gated", "said"),
    [
        (rule(when='action.kind == "REQUEST_TOOL"', require="state.searched", enforce="gate"), ["block"]),
        (rule(when='action.name == "view_candidate"', require='"a" in episode.tags', enforce="gate"), ["block"]),
        (rule(when="true", require="state.step == 0", enforce="gate"), ["allow"]),
        (rule(when='action.kind == "KEEP"', require="false", enforce="gate"), []),
        (rule(**BROKEN), ["block"]),
        (rule(when="true", require="false"), []),
    ],
    ids=["violated", "by name", "complies", "about something else", "cannot be judged", "words only"],
)
def test_a_proposal_against_a_rule_is_blocked(gated: Rule, said: list[str]) -> None:
    context = proposal_context(Look("view_candidate", {"id": 1}), found(candidates=None), CASE)
    assert [record.decision for record in gate_proposal((gated,), context, STATE).records] == said


def _first(name: str) -> Rule:
    asked = {"when": 'action.kind == "SUBMIT_REPORT"', "require": "state.searched && state.unmeasured == 0"}
    return rule(**asked, enforce="gate", otherwise=name)


@pytest.mark.parametrize(
    ("gated", "state", "instead"),
    [
        ((_first("find_candidates"),), found(candidates=None), Look("find_candidates")),
        ((_first("measure_candidate"),), found(2), Look("measure_candidate", {"ids": [1, 3]})),
        ((_first("measure_candidate"),), found(candidates=None), None),
        ((_first("view_candidate"),), found(2), None),
        ((_first("KEEP"),), found(2), None),
        ((_first("find_candidates"), _first("measure_candidate")), found(2), Look("find_candidates")),
        ((_first("find_candidates"), _first("block")), found(2), None),
    ],
)
def test_the_tool_that_otherwise_names_is_called_where_it_can_be(
    gated: tuple[Rule, ...], state: InspectorState, instead: Look | None
) -> None:
    said = gate_proposal(gated, proposal_context(Report((), "accept"), state, CASE), state)
    assert said.instead == instead
    assert "allow" not in {record.decision for record in said.records}
    assert ("block" in {record.decision for record in said.records}) == (instead is None)


def test_where_rules_disagree_the_candidate_is_not_kept() -> None:
    two = tuple(rule(**KEEP_BRIGHT, otherwise=name) for name in ("KEEP", "DROP"))
    assert gate_report(Report((2,), "reject"), two, STATE, CASE).report.kept_ids == ()
