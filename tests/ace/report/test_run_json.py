"""A run as JSON."""

import json
from dataclasses import replace

from ace.report.run_json import run_json
from runtime.traces.read_events import Problem
from tests.ace.building import RETRIEVE, episode
from tests.ace.conftest import SmallRun


def test_the_record_the_ends_and_the_cost(small_run: SmallRun) -> None:
    run = small_run.run
    value = json.loads(json.dumps(run_json(run)))
    assert value["run"] == run.record.run
    assert value["episodes"] == sum(value["ends"].values()) == 16
    calls = sum(len(step.attempts) for item in run.episodes for step in item.steps)
    assert value["spent"]["model_calls"] == calls > 0
    assert value["spent"]["prompt_tokens"] > 0
    assert (value["errors"], value["trace_problems"]) == ([], [])


def test_a_call_that_waits_is_no_error(small_run: SmallRun) -> None:
    waiting = episode("e1", RETRIEVE, ending="awaiting_approval")
    assert waiting.outcome is not None
    waiting = replace(waiting, outcome=replace(waiting.outcome, error="p-1"))
    value = run_json(small_run.run._replace(episodes=(waiting,)))
    assert value["waiting"] == [{"sample": "s-e1", "call": "p-1"}]
    assert (value["errors"], value["ends"]) == ([], {"awaiting_approval": 1})


def test_what_went_wrong_is_said(small_run: SmallRun) -> None:
    broken = episode("e1", RETRIEVE, ending="infrastructure_error", success=0.0)
    cut_off = episode("e2", RETRIEVE, ending="")
    run = small_run.run._replace(episodes=(broken, cut_off), problems=(Problem("x.jsonl", 3, "torn"),))
    value = run_json(run)
    assert (value["episodes"], value["succeeded"], value["ends"]) == (2, 0, {"infrastructure_error": 1})
    assert value["trace_problems"] == [{"path": "x.jsonl", "line": 3, "reason": "torn"}]
