"""What is said of trace files."""

import json
from pathlib import Path

from ace.cycle.analyze_files import analyze_files
from ace.report.cluster_files import files_json, files_text, problem_lines
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
