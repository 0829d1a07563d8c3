"""Findings at labelled messages, beside chance."""

import json
from pathlib import Path

import pytest

from ace.bench.labelled_steps import Label, label_rows, mistake_rows, read_labels
from ace.errors import NotFoundError
from ace.trace_import.read_files import read_trace_files


def test_labels_are_hit_exactly_or_nearly(tool_agent_traces: Path) -> None:
    episodes = read_trace_files([tool_agent_traces]).episodes
    # Task 0: its last message, the 5th, claims what failed; the agent's messages are the 3rd and the 5th.
    labels = [Label("0", 5, "Claim"), Label("0", 6, "Claim"), Label("0", 9, "Other")]
    rows = {row.group: row for row in label_rows(labels, episodes)}
    assert (rows["Claim"].labels, rows["Claim"].exact, rows["Claim"].near) == (2, 1, 2)
    assert (rows["Other"].exact, rows["Other"].near) == (0, 0)
    assert (rows["all"].labels, rows["all"].exact, rows["all"].near) == (3, 1, 2)
    assert 0 < rows["all"].exact_by_chance <= 3


def test_labels_of_another_file_are_refused(tool_agent_traces: Path) -> None:
    episodes = read_trace_files([tool_agent_traces]).episodes
    with pytest.raises(NotFoundError, match="77"):
        label_rows([Label("77", 1, "Claim")], episodes)


def test_a_ground_truth_is_read(tmp_path: Path) -> None:
    path = tmp_path / "truth.json"
    failure = {"step_number": 5, "failure_category": "Claim", "step_reason": "x"}
    path.write_text(json.dumps([{"trajectory_id": 0, "failures": [failure]}]), encoding="utf-8")
    assert read_labels(path) == [Label("0", 5, "Claim")]
    path.write_text("[]", encoding="utf-8")
    with pytest.raises(NotFoundError, match="no labelled"):
        read_labels(path)


def test_the_mistake_of_a_log_is_counted_from_nought(agent_logs: Path) -> None:
    rows = {row.group: row for row in mistake_rows(agent_logs)}
    assert (rows["all"].labels, rows["all"].exact) == (2, 1)
    assert (rows["made_up_data"].labels, rows["made_up_data"].exact) == (1, 1)
    assert rows["made_up_data"].exact_by_chance == pytest.approx(1 / 3)
    assert rows["made_up_data"].to_json()["near"] == 1


def test_a_folder_without_mistakes_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match="mistake_step"):
        mistake_rows(tmp_path)
