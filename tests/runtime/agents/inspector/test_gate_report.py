"""Gated rules on a report's decisions, and on what is proposed."""

import pytest

from runtime.agents.inspector.actions import Look, Report
from runtime.agents.inspector.gate_report import gate_proposal, gate_report
from runtime.agents.inspector.view import proposal_context
from runtime.contracts.rule import Rule
from tests.runtime.agents.inspector.inspections import casting, found, rule

CASE = casting()
STATE = found(1, 2, 3)
KEEP_BRIGHT = {"when": 'action.kind == "KEEP"', "require": "action.contrast > 0.03", "enforce": "gate"}
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
    assert [record.decision for record in gate_proposal((gated,), context)] == said
