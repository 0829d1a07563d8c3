"""`ace eval --json`."""

import json
from pathlib import Path

from ace.report.eval_decisions import judge_episode, judge_run
from ace.report.eval_json import episode_eval_json, run_eval_json
from ace.report.eval_rule_source import RuleSource
from runtime.contracts.trace_event import Episode
from runtime.traces.find_episode import Found
from tests.ace.building import RETRIEVE, WEB, WEB_RULE, episode, rule

SOURCE = RuleSource(rule("tools.web", **WEB_RULE), "p/tools/web.yaml", "main at 012345678901", is_draft=False)


def found(one: Episode) -> Found:
    return Found(one, Path("log"), 1, "intact", ())


def test_an_episode_has_every_decision_with_fields_and_what_is_absent() -> None:
    broken = SOURCE.rule.model_copy(update={"require": "state.nothing"})
    value = episode_eval_json(SOURCE, judge_episode(broken, found(episode("e-1", WEB, RETRIEVE))))
    assert json.loads(json.dumps(value)) == value
    assert value["counts"] == {"silent": 1, "complies": 0, "violates": 0, "error": 1}
    assert value["simulated"] is True
    decisions = value["decisions"]
    assert isinstance(decisions, list)
    assert decisions[0]["verdict"] == "error"
    assert decisions[0]["fields"] == {"action.name": "web_browser"}
    assert decisions[0]["absent"] == ["state.nothing"]
    assert decisions[1]["proposed"] == RETRIEVE[0]


def test_a_run_has_counts_and_first_findings() -> None:
    run = judge_run(SOURCE.rule, "r-1", [found(episode(f"e-{number:02}", WEB)) for number in range(13)])
    value = run_eval_json(SOURCE, run)
    names = ("run", "episodes", "decisions", "episodes_with_violation", "episodes_with_error", "findings")
    assert [value[name] for name in names] == ["r-1", 13, 13, 13, 0, 13]
    first, whole = value["first"], run_eval_json(SOURCE, run, is_whole=True)["first"]
    assert isinstance(first, list)
    assert isinstance(whole, list)
    assert (len(first), len(whole)) == (10, 13)
    assert first[0]["episode"] == "e-00"
