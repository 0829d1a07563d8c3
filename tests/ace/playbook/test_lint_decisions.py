"""What recorded decisions show of rules."""

from dataclasses import replace

from ace.playbook.lint_decisions import AgentTable, lint_decisions
from runtime.agents.registry import AGENTS
from runtime.contracts.condition_context import TUTOR_CONTEXT
from runtime.contracts.playbook import Playbook, RuleFile
from runtime.contracts.rule import Rule
from runtime.contracts.trace_event import Episode
from tests.ace.building import WEB_RULE, rule, web_episodes

EPISODES = web_episodes()
TUTOR = AgentTable(TUTOR_CONTEXT, (*AGENTS["tutor"].tools(), *AGENTS["tutor"].actions))


def lint(*rules: Rule, episodes: tuple[Episode, ...] = EPISODES) -> tuple[list[str], tuple[str, ...]]:
    """Return `<rule> <code>: <message>` of each problem, and the notes."""
    files = tuple(
        RuleFile(f"p/{item.id.replace('.', '/')}.yaml", item, f"when: {item.id}\n".encode()) for item in rules
    )
    found = lint_decisions(Playbook("p", "", files), episodes, {"tutor": TUTOR})
    return [f"{item.path} {item.code}: {item.message}" for item in found.problems], found.notes


GOOD = rule("a.good", **WEB_RULE)


def test_rules_that_speak_and_differ_are_fine() -> None:
    assert lint(GOOD, rule("a.words")) == ([], ())


def test_a_rule_that_never_spoke_is_named_with_the_counts() -> None:
    dead = rule("a.dead", when='action.name == "zoom"', require="true")
    problems, _ = lint(GOOD, dead)
    assert problems == [
        "p/a/dead.yaml dead-rule: when: spoke about none of the 24 decisions in 12 episodes; correct it, or delete the "
        "rule"
    ]
    assert lint(dead.model_copy(update={"status": "deprecated"})) == ([], ())
    assert lint(dead.model_copy(update={"safety": True})) == ([], ()), "a guard that was never needed"


def test_rules_that_judge_alike_are_named() -> None:
    same = rule("b.same", when='action.name in ["web_browser", "ocr"]', require="state.retrieval.queried == true")
    problems, _ = lint(GOOD, same)
    assert problems == [
        "p/b/same.yaml same-verdicts: when: same verdicts as a.good on all 12 decisions it spoke about; merge the two"
    ]
    other = rule("b.other", when='action.name == "web_browser"', require="!state.retrieval.queried")
    assert not [line for line in lint(GOOD, other)[0] if "same-verdicts" in line]


def test_a_conflict_names_rules_and_state() -> None:
    other = rule("b.other", when="!state.retrieval.queried", require='action.name == "web_browser"')
    problems, _ = lint(GOOD, other)
    assert problems == [
        "p/a/good.yaml conflict: when: a.good and b.other together forbid all 13 actions in 1 recorded state, for "
        "example e-bad0 step 0 (state.retrieval.queried is false)"
    ]


def test_a_condition_that_fails_is_named_with_a_decision() -> None:
    problems, _ = lint(rule("a.x", when="action.arguments.depth > 3", require="true"))
    assert len(problems) == 1
    assert "p/a/x.yaml condition-error: when: not evaluated on 24 decisions, first e-bad0 step 0" in problems[0]
    assert "no field `depth`" in problems[0]


def test_an_agent_without_decisions_is_a_note() -> None:
    others = tuple(replace(item, header=replace(item.header, agent="other")) for item in EPISODES)
    problems, notes = lint(GOOD, episodes=others)
    assert problems == []
    assert notes == ("no decision of tutor was recorded in these runs: its rules are not checked against any",)
    assert lint(GOOD.model_copy(update={"agent": "other"}))[1][0].startswith("no decision of other")
