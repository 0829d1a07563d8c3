"""Trace files are analyzed without a repository, and nothing of them is kept."""

import json
from pathlib import Path

import pytest

from ace.cycle.analyze_files import analyze_files, is_repository, session_here
from ace.errors import AceError
from tests.ace.building import git
from tests.ace.conftest import SmallRun


def tool_messages(reward: float | None, task: int, agent_text: str = "Done, it is booked.") -> dict[str, object]:
    """Return a record of a tool agent that asks a tool twice after an error."""
    call = {"id": "c1", "type": "function", "function": {"name": "book", "arguments": '{"seat": "1A"}'}}
    again = {**call, "id": "c2"}
    traj = [
        {"role": "system", "content": "Be of help."},
        {"role": "user", "content": "Book me seat 1A."},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c1", "name": "book", "content": "Error: seat taken"},
        {"role": "assistant", "content": None, "tool_calls": [again]},
        {"role": "tool", "tool_call_id": "c2", "name": "book", "content": "Error: seat taken"},
        {"role": "assistant", "content": agent_text},
    ]
    record: dict[str, object] = {"task_id": task, "trial": 0, "traj": traj}
    return record if reward is None else {**record, "reward": reward}


def write_records(path: Path, *records: dict[str, object]) -> Path:
    """Write JSON lines and return the file."""
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return path


def test_failures_are_found_beside_the_records_own_score(tmp_path: Path) -> None:
    path = write_records(tmp_path / "a.jsonl", tool_messages(0.0, 1), tool_messages(1.0, 2), tool_messages(None, 3))
    found = analyze_files([path], None, None)
    assert found.analysis.episodes == 3
    assert found.analysis.recorded == ("reward", 1, 2)
    assert found.analysis.findings
    assert found.rules == 0
    assert not any(name.startswith("rule") for name in found.analysis.rates)


def test_the_score_decides_nothing(tmp_path: Path) -> None:
    one = analyze_files([write_records(tmp_path / "a.jsonl", tool_messages(0.0, 1))], None, None)
    two = analyze_files([write_records(tmp_path / "a.jsonl", tool_messages(1.0, 1))], None, None)
    words = [[(item.detector, item.step, item.message) for item in found.analysis.findings] for found in (one, two)]
    assert words[0] == words[1] != []
    assert one.analysis.failure_rate == two.analysis.failure_rate


def test_what_cannot_be_read_is_a_problem_and_nothing_at_all_an_error(tmp_path: Path) -> None:
    path = write_records(tmp_path / "a.jsonl", tool_messages(0.0, 1))
    path.write_text(path.read_text(encoding="utf-8") + '{"traj": [', encoding="utf-8")
    assert len(analyze_files([path], None, None).imported.problems) == 1
    empty = tmp_path / "empty.jsonl"
    empty.write_text("", encoding="utf-8")
    with pytest.raises(AceError, match=r"empty\.jsonl: no trace that can be read"):
        analyze_files([empty], None, None)


def test_a_session_is_that_of_a_repository_set_up_for_ace(starter: Path, tmp_path: Path) -> None:
    assert session_here(tmp_path / "absent", {}) is None
    plain = tmp_path / "plain"
    plain.mkdir()
    git(plain, "init", "-q")
    assert session_here(plain, {}) is None
    session = session_here(starter, {})
    assert session is not None
    assert session.workspace.repo == starter


def test_rules_are_checked_in_their_own_agents_traces_only(small_run: SmallRun, tmp_path: Path) -> None:
    path = write_records(tmp_path / "a.jsonl", tool_messages(0.0, 1))
    found = analyze_files([path], None, small_run.session)
    assert found.rules == 0
    assert not any(finding.rule for finding in found.analysis.findings)


def test_a_repository_need_not_be_set_up_for_ace_to_import_into(tmp_path: Path) -> None:
    assert not is_repository(tmp_path)
    git(tmp_path, "init", "-q")
    assert is_repository(tmp_path)
