"""The trace as JSON, whole or one step."""

import json

from ace.report.trace_json import trace_json
from tests.ace.conftest import SmallRun
from tests.ace.report.tracing import first_view


def test_everything_is_in_it_and_it_is_json(small_run: SmallRun) -> None:
    view = first_view(small_run.session)
    value = json.loads(json.dumps(trace_json(view)))
    assert value["record"] == "intact"
    assert len(value["steps"]) == len(view.steps)
    first = value["steps"][0]
    assert first["prompts_verified"] is True
    assert first["prompts"][0]["messages"][0]["role"] == "system"
    assert first["state_before"] == view.steps[0].step.state_before
    assert first["changes"] == list(view.steps[0].changes)
    assert value["header"]["controller"]["simulated"] is True
    assert value["log"].endswith("events.jsonl")


def test_one_step_alone(small_run: SmallRun) -> None:
    value = trace_json(first_view(small_run.session), 2)
    steps = value["steps"]
    assert isinstance(steps, list)
    assert [step["step"] for step in steps] == [2]
