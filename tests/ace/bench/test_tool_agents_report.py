"""The whole report on tool agents."""

import json
import os
from pathlib import Path

import pytest

from ace.bench.tool_agents_report import ToolAgentInput, bench_tool_agents, report_text

OUTSIDE = os.environ.get("ACE_OUTSIDE_DATA")


def test_all_parts_are_measured_and_printed(tool_agent_traces: Path, agent_logs: Path, tmp_path: Path) -> None:
    truth = tmp_path / "truth.json"
    failure = {"step_number": 5, "failure_category": "Claim"}
    truth.write_text(json.dumps([{"trajectory_id": 0, "failures": [failure]}]), encoding="utf-8")
    report = bench_tool_agents(ToolAgentInput([tool_agent_traces], truth, tool_agent_traces, agent_logs))
    value = report.to_json()
    assert json.loads(json.dumps(value)) == value
    assert [(row.group, row.exact) for row in report.labels] == [("Claim", 1), ("all", 1)]
    text = report_text(report)
    for part in ("ours, major or critical", "failed_call_ignored", "Claim", "made_up_data", "microseconds a step"):
        assert part in text, part


def test_traces_alone_will_do(tool_agent_traces: Path) -> None:
    report = bench_tool_agents(ToolAgentInput([tool_agent_traces]))
    assert (report.labels, report.mistakes) == ((), ())
    assert "labelled" not in report_text(report)


@pytest.mark.outside_data
@pytest.mark.skipif(not OUTSIDE, reason="ACE_OUTSIDE_DATA names no folder")
def test_the_detectors_tell_failed_traces_better_than_an_error_in_a_result() -> None:
    folder = Path(OUTSIDE or "")
    files = [folder / "agentrx/tau_retail/tau_dataset_full.json", folder / "taubench/gpt-4o-airline.json"]
    report = bench_tool_agents(ToolAgentInput(files))
    found = {(row.file, row.method): row.found for row in report.predictions if row.half == "all"}
    for path in files:
        ours, error = found[path.name, "ours, major or critical"], found[path.name, "a result starts with Error"]
        assert ours.f1 > error.f1 + 0.1
        assert ours.lift > 1.25
        assert ours.p_value < 0.01
