"""What is said of trace files."""

import json
from pathlib import Path

from ace.cycle.analyze_files import analyze_files
from ace.report.cluster_files import FilesShown, files_json, files_text, problem_lines
from tests.ace.cycle.test_analyze_files import tool_messages, write_records


def test_text_and_json_tell_the_same(tmp_path: Path) -> None:
    path = write_records(tmp_path / "a.jsonl", tool_messages(0.0, 1), tool_messages(1.0, 2))
    path.write_text(path.read_text(encoding="utf-8") + '{"odd \\u202e": 1}\n', encoding="utf-8")
    found = analyze_files([path], None, None)
    text, value = files_text(found), json.loads(json.dumps(files_json(found)))
    assert text.startswith("1 file: 2 episodes, ")
    assert "by the records' own reward, 1 of 2 failed (50.0%); no detector reads it" in text
    assert "no rules checked" in text
    assert "1 problem in the files" in text
    assert all(cluster["id"] in text for cluster in value["clusters"])
    assert value["clusters"]
    assert value["recorded"] == {"score": "reward", "failing": 1, "of": 2}
    assert (value["solved_rate"], value["simulated"], value["rules_checked"]) == (None, False, 0)
    assert value["files"][0]["episodes"] == 2
    assert sum(value["agents"].values()) == 2
    (problem,) = value["problems"]
    assert problem["line"] == 3
    assert len(problem_lines(found)) == 1
    assert f"{path}:3: " in problem_lines(found)[0]


def test_many_files_are_totalled_and_the_next_step_is_said(tmp_path: Path) -> None:
    paths = [write_records(tmp_path / f"{n}.jsonl", tool_messages(0.0, n)) for n in range(12)]
    found = analyze_files(paths, None, None)
    text = files_text(found)
    assert f"{tmp_path}/9.jsonl" in text
    assert f"{tmp_path}/10.jsonl" not in text
    (totals,) = [line.split() for line in text.splitlines() if "... and 2 more files, totals" in line]
    calls = sum(count.calls for count in found.imported.counts)
    assert (totals[6], totals[8]) == ("12", str(calls))
    assert f"{tmp_path}/11.jsonl" in files_text(found, FilesShown(with_all=True))
    first = found.analysis.clusters[0]
    assert f"{first.findings[0].episode} step {first.findings[0].step} | " in text
    assert "too few" not in text
    after = f"ace import FILES keeps them, then ace analyze RUN, then ace show {first.id}\n"
    assert text.endswith(f"next: in a git repository, {after}")
    assert files_text(found, FilesShown(in_repository=True)).endswith(f"next: {after}")


def test_tables_fit_the_terminal(tmp_path: Path) -> None:
    folder = tmp_path / ("long" * 20)
    folder.mkdir()
    paths = [write_records(folder / f"{n}.jsonl", tool_messages(0.0, n, "no " * 90)) for n in range(2)]
    text = files_text(analyze_files(paths, None, None), FilesShown(width=80))
    rows = [line for line in text.splitlines() if line.startswith(("  ...", "  file", "  c-", "      e-"))]
    assert len(rows) >= 4
    assert all(len(row) <= 80 for row in rows)
    assert sum("1.jsonl" in row for row in rows) == 1
