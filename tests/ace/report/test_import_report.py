"""What an import says of itself."""

from pathlib import Path

from ace.report.import_report import import_json, import_text, problems_text, totals
from ace.trace_import.read_files import read_trace_files
from ace.trace_import.store_import import Stored
from runtime.traces.formats.transcript import BadRecord
from tests.ace.trace_import.importing import DESK, TALK, trace_file

EVIL = "\x1b[2J\u202eevil"


def test_a_table_of_files_and_where_it_is_kept(tmp_path: Path) -> None:
    found = read_trace_files([trace_file(tmp_path, DESK), trace_file(tmp_path, TALK, {"odd": 1}, name="talk.jsonl")])
    stored = Stored("r-import-1", tmp_path, is_new=True)
    lines = import_text(found, stored).splitlines()
    cells = [line.split() for line in lines]
    assert cells[0] == ["file", "format", "records", "episodes", "messages", "calls", "paired", "problems"]
    assert cells[1][1:] == ["openai-messages", "1", "1", "6", "1", "1", "0"]
    assert cells[2][1:] == ["chat-history", "2", "1", "3", "0", "0", "1"]
    assert cells[3] == ["2", "files", "3", "2", "9", "1", "1", "1"]
    assert lines[4] == "1 problem"
    assert lines[5].endswith("talk.jsonl:2: record: fits no format; it has odd")
    assert lines[6] == "2 episodes imported as r-import-1; next: ace analyze r-import-1"
    assert "imported before, as r-import-1" in import_text(found, stored._replace(is_new=False))
    assert import_text(found, None).endswith("nothing was imported\n")


def test_the_same_as_json(tmp_path: Path) -> None:
    found = read_trace_files([trace_file(tmp_path, DESK, {"odd": 1})])
    value = import_json(found, Stored("r-import-1", tmp_path, is_new=True))
    assert (value["run"], value["is_new"]) == ("r-import-1", True)
    assert value["totals"] == {"files": 1, **totals(found.counts)}
    assert value["problems"] == [
        {"file": str(tmp_path / "desk.jsonl"), "line": 2, "what": "record", "reason": "fits no format; it has odd"}
    ]
    assert import_json(found, None)["run"] is None


def test_foreign_words_reach_no_terminal_raw() -> None:
    text = problems_text([BadRecord(EVIL, 1, EVIL, EVIL)])
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert "\\x1b" in text


def test_of_many_problems_twenty_are_shown() -> None:
    problems = [BadRecord("f.json", line, "record", "why") for line in range(1, 31)]
    lines = problems_text(problems).splitlines()
    assert lines[0] == "30 problems"
    assert lines[20] == "  f.json:20: record: why"
    assert lines[21:] == ["  and 10 more (--json lists all)"]
    assert problems_text([]) == ""
    assert problems_text([BadRecord("f.json", 0, "record", "no such file")]).endswith(
        "  f.json: record: no such file\n"
    )
