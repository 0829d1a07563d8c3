"""Detectors for tool agents against traces with a known reward."""

import json
from pathlib import Path

import pytest

from ace.bench.tool_agents import detector_rows, half_of, microseconds_a_step, prediction_rows, read_traces
from ace.errors import NotFoundError
from analyzers.prediction import Prediction


def test_each_method_is_counted_on_each_half(tool_agent_traces: Path) -> None:
    traces = read_traces(tool_agent_traces)
    assert [(one.failed, one.half) for one in traces] == [
        (True, "chosen on"),
        (False, "held out"),
        (False, "chosen on"),
        (True, "held out"),
    ]
    found = {(row.method, row.half): row.found for row in prediction_rows("t.json", traces)}
    assert found["ours, major or critical", "all"] == Prediction(episodes=4, failed=2, flagged=1, hits=1)
    assert found["ours, major or critical", "held out"] == Prediction(episodes=2, failed=1, flagged=0, hits=0)
    assert found["ours, any finding", "all"] == Prediction(episodes=4, failed=2, flagged=2, hits=1)
    assert found["a result starts with Error", "all"] == Prediction(episodes=4, failed=2, flagged=2, hits=1)
    assert found["a change was made", "all"] == Prediction(episodes=4, failed=2, flagged=0, hits=0)
    assert found["always", "all"] == Prediction(episodes=4, failed=2, flagged=4, hits=2)


def test_detectors_are_counted_by_severity(tool_agent_traces: Path) -> None:
    rows = detector_rows("t.json", read_traces(tool_agent_traces))
    found = {(row.method, row.severity): row.found for row in rows if row.half == "all"}
    assert found["failed_call_ignored", "critical"] == Prediction(episodes=4, failed=2, flagged=1, hits=1)
    assert found["refused_without_trying", "minor"] == Prediction(episodes=4, failed=2, flagged=1, hits=0)
    assert rows[0].to_json()["lift"] == pytest.approx(2.0)


def test_the_reward_changes_no_finding(tool_agent_traces: Path, tmp_path: Path) -> None:
    records = json.loads(tool_agent_traces.read_text(encoding="utf-8"))
    turned = tmp_path / "turned.json"
    turned.write_text(json.dumps([{**one, "reward": 1.0 - one["reward"]} for one in records]), encoding="utf-8")
    before, after = read_traces(tool_agent_traces), read_traces(turned)
    assert [one.failed for one in before] == [not one.failed for one in after]
    assert [[(f.detector, f.step) for f in one.findings] for one in before] == [
        [(f.detector, f.step) for f in one.findings] for one in after
    ]


def test_a_file_without_rewards_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "none.json"
    path.write_text(json.dumps([{"messages": [{"role": "user", "content": "hi"}]}]), encoding="utf-8")
    with pytest.raises(NotFoundError, match="reward"):
        read_traces(path)


def test_halves_and_cost(tool_agent_traces: Path) -> None:
    assert (half_of("0"), half_of("7")) == ("chosen on", "held out")
    assert half_of("a task") == half_of("a task")
    assert 0 < microseconds_a_step(read_traces(tool_agent_traces), rounds=1) < 100_000
