"""`ace import`, and what works on what it keeps."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from ace.report.import_report import SHOWN_PROBLEMS
from tests.ace.building import git
from tests.ace.trace_import.importing import DESK, TALK, trace_file
from tests.conftest import Ran


@pytest.fixture
def kept(starter: Path, tmp_path: Path, ace: Callable[..., Ran]) -> tuple[Path, str]:
    """A repository with an imported run, and the run's id."""
    ran = ace("import", str(trace_file(tmp_path, DESK, TALK)), "--json", "-C", str(starter))
    assert (ran.code, ran.err) == (0, "")
    return starter, str(ran.json["run"])


def test_an_import_is_a_run_that_the_other_commands_know(kept: tuple[Path, str], ace: Callable[..., Ran]) -> None:
    repo, run = kept
    assert run.startswith("r-import-")
    shown = ace("show", run, "-C", str(repo))
    assert (shown.code, shown.out.startswith(f"{run}: 2 episodes of 2 dev samples")) == (0, True)
    listed = ace("trace", "--run", run, "-C", str(repo), "--json").json["episodes"]
    assert isinstance(listed, list)
    desk = next(one["episode"] for one in listed if one["sample"] == "rooms")
    text = ace("trace", desk, "-C", str(repo)).out
    assert "imported from openai-messages, file:desk.jsonl" in text
    assert "cannot be shown" not in text
    for words in (
        "You book rooms.",
        "Are you sure?",
        "free_rooms timeout: Error: the calendar timed out",
        "One moment.",
    ):
        assert words in text
    talk = next(one["episode"] for one in listed if one["sample"] != "rooms")
    assert "by Planner" in " ".join(ace("show", talk, "-C", str(repo)).out.split())
    assert "RESPOND  by Counter" in ace("trace", talk, "-C", str(repo)).out


def test_every_view_of_an_episode_works(kept: tuple[Path, str], tmp_path: Path, ace: Callable[..., Ran]) -> None:
    repo, run = kept
    listed = ace("trace", "--run", run, "-C", str(repo), "--json").json["episodes"]
    assert isinstance(listed, list)
    for one in listed:
        name = one["episode"]
        for options in (
            [],
            ["--json"],
            ["--full"],
            ["--step", "0"],
            ["--step", "0", "--full"],
            ["--step", "0", "--json"],
        ):
            assert ace("trace", name, *options, "-C", str(repo)).code == 0
        page = tmp_path / f"{name}.html"
        assert ace("trace", name, "--html", str(page), "-C", str(repo)).code == 0
        assert "prompt not confirmed" not in page.read_text(encoding="utf-8")
        assert "only the tutor's episodes can be replayed" in ace("replay", name, "-C", str(repo)).out
        assert ace("show", name, "-C", str(repo), "--json").code == 0


def test_the_second_time_nothing_new_is_written(
    kept: tuple[Path, str], tmp_path: Path, ace: Callable[..., Ran]
) -> None:
    repo, run = kept
    before = {path: path.stat().st_mtime_ns for path in (repo / ".git/ace/runs").rglob("*")}
    ran = ace("import", str(trace_file(tmp_path, DESK, TALK)), "-C", str(repo))
    assert (ran.code, f"imported before, as {run}: nothing new was written" in ran.out) == (0, True)
    assert {path: path.stat().st_mtime_ns for path in (repo / ".git/ace/runs").rglob("*")} == before
    again = ace("import", str(trace_file(tmp_path, DESK, TALK)), "-C", str(repo), "--json").json
    assert (again["run"], again["is_new"]) == (run, False)


def test_bad_records_are_listed_and_strict_makes_them_an_error(
    starter: Path, tmp_path: Path, ace: Callable[..., Ran]
) -> None:
    path = trace_file(tmp_path, DESK)
    path.write_text(path.read_text() + "{broken\n" * 30 + '{"\\u001b[31m": 1}\n')
    lenient = ace("import", str(path), "-C", str(starter))
    assert lenient.code == 0
    assert f"{path}:2: record: not JSON" in lenient.out
    assert f"and {31 - SHOWN_PROBLEMS} more" in lenient.out
    assert "\x1b" not in lenient.out
    strict = ace("import", str(path), "-C", str(starter), "--strict", "--json")
    assert strict.code == 1
    problems = strict.json["problems"]
    assert isinstance(problems, list)
    assert len(problems) == 31
    assert problems[0]["line"] == 2


@pytest.mark.parametrize("data", ["", "{", "name,said\n", '{"a": 1}'])
def test_nothing_imported_is_an_error_and_leaves_nothing(
    starter: Path, tmp_path: Path, ace: Callable[..., Ran], data: str
) -> None:
    path = tmp_path / "odd.json"
    path.write_text(data)
    ran = ace("import", str(path), str(tmp_path), str(tmp_path / "absent"), "-C", str(starter))
    assert ran.code == 1
    assert ran.out.endswith("nothing was imported\n")
    assert "Traceback" not in ran.out + ran.err
    assert not list((starter / ".git/ace/runs").glob("*"))
    assert ace("import", str(path), "-C", str(starter), "--json").json["run"] is None


def test_options(starter: Path, tmp_path: Path, ace: Callable[..., Ran]) -> None:
    path = trace_file(tmp_path, DESK)
    ran = ace("import", str(path), "-C", str(starter), "--agent", "desk", "--format", "openai-messages", "--json")
    assert ran.code == 0
    record = json.loads((starter / ".git/ace/runs" / str(ran.json["run"]) / "run.json").read_text())
    assert record["agent"] == "desk"
    wrong = ace("import", str(path), "-C", str(starter), "--format", "xml")
    assert (wrong.code, "no trace format 'xml'; there are otlp" in wrong.err) == (1, True)
    assert ace("import", "-C", str(starter)).code == 64
    assert ace("import", "", "-C", str(starter)).code == 64
    assert "ace import traces/*.jsonl" in ace("import", "--help").out


def test_the_attributes_that_are_read_are_listed_without_a_file(ace: Callable[..., Ran], tmp_path: Path) -> None:
    ran = ace("import", "--attributes", "-C", str(tmp_path))
    assert (ran.code, ran.err) == (0, "")
    assert "gen_ai.tool.call.id" in ran.out
    assert "tool_call.function.arguments" in ran.out


def test_without_files_it_says_what_to_name(ace: Callable[..., Ran], tmp_path: Path) -> None:
    ran = ace("import", "-C", str(tmp_path))
    assert (ran.code, ran.out) == (64, "")
    assert "name the FILES to read" in ran.err


def test_an_import_needs_no_playbook_to_be_analyzed_and_exported(tmp_path: Path, ace: Callable[..., Ran]) -> None:
    repo = tmp_path / "empty"
    repo.mkdir()
    git(repo, "init", "-q")
    run = str(ace("import", str(trace_file(tmp_path, DESK, TALK)), "--json", "-C", str(repo)).json["run"])
    analyzed = ace("analyze", run, "--json", "-C", str(repo))
    assert (analyzed.code, analyzed.err) == (0, "")
    clusters = analyzed.json["clusters"]
    assert isinstance(clusters, list)
    assert clusters
    exported = ace("export", run, "-C", str(repo))
    assert (exported.code, "gen_ai.evaluation.result" in exported.out) == (0, True)
    latest = ace("analyze", "-C", str(repo))
    assert latest.code == 1
    assert f"name the import or session, for example {run}" in latest.err
