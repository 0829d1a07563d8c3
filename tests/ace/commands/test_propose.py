"""`ace analyze`, `ace propose`, `ace cycle` and `ace status` from the command line."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from runtime.contracts.json_types import JsonObject
from tests.ace.cycle.test_analyze_files import tool_messages, write_records
from tests.conftest import Ran


@pytest.fixture(scope="module")
def analyzed(demo_made: tuple[Path, JsonObject]) -> Path:
    """The demonstration's repository; only read here."""
    return demo_made[0]


def test_clusters_have_the_same_ids_in_every_run(analyzed: Path, ace: Callable[..., Ran]) -> None:
    runs = ace("status", "-C", str(analyzed), "--json").json["runs"]
    assert isinstance(runs, list)
    first, second = (ace("analyze", str(run["run"]), "-C", str(analyzed), "--json").json for run in runs)
    ids = [{str(cluster["id"]) for cluster in _list(value["clusters"])} for value in (first, second)]
    assert len(ids[0] & ids[1]) >= 8


def test_a_dry_run_writes_no_branch(demo_repository: Path, ace: Callable[..., Ran]) -> None:
    before = _refs(demo_repository)
    ran = ace("propose", "-C", str(demo_repository), "--dry-run", "--json", "--quiet")
    assert ran.code == 0
    drafts = _list(ran.json["drafts"])
    assert drafts
    assert all("verdict" not in draft for draft in drafts)
    assert _refs(demo_repository) == before


def test_proposing_twice_opens_nothing_twice_and_goes_on_to_the_next_cluster(
    demo_repository: Path, ace: Callable[..., Ran]
) -> None:
    assert ace("run", "-C", str(demo_repository), "--limit", "24", "--quiet").code == 0
    options = ("--trials", "1", "--drafts", "1", "--no-sealed", "--open-any", "--quiet", "--json")
    first = ace("propose", "-C", str(demo_repository), *options)
    assert first.code == 0, first.err
    refs = _refs(demo_repository).splitlines()
    again = ace("propose", "-C", str(demo_repository), *options)
    assert again.code == 0
    assert set(refs) <= set(_refs(demo_repository).splitlines()), "what is open stays as it is"
    before, after = ({str(item["rule"]) for item in _list(ran.json["proposals"])} for ran in (first, again))
    assert again.json["opened"] == 1
    assert before < after
    assert len(after - before) == 1


def test_a_run_of_older_rules_is_refused(demo_repository: Path, ace: Callable[..., Ran]) -> None:
    runs = _list(ace("status", "-C", str(demo_repository), "--json").json["runs"])
    ran = ace("propose", str(runs[-1]["run"]), "-C", str(demo_repository))
    assert ran.code == 1
    assert "other rules" in ran.err


def test_must_pass_runs_are_not_drafted_from(demo_repository: Path, ace: Callable[..., Ran]) -> None:
    ran = ace("run", "-C", str(demo_repository), "--split", "must_pass", "--limit", "3", "--json", "--quiet")
    refused = ace("propose", str(ran.json["run"]), "-C", str(demo_repository))
    assert refused.code == 1
    assert "development samples only" in refused.err


def test_a_model_curator_needs_a_model(demo_repository: Path, ace: Callable[..., Ran]) -> None:
    ran = ace("propose", "-C", str(demo_repository), "--curator", "model", "--quiet")
    assert ran.code == 1
    assert "simulated" in ran.err


def test_an_imported_run_is_not_drafted_from(demo_repository: Path, ace: Callable[..., Ran], tmp_path: Path) -> None:
    records = write_records(tmp_path / "a.jsonl", tool_messages(0.0, 1), tool_messages(1.0, 2))
    made = ace("import", str(records), "-C", str(demo_repository), "--json")
    assert made.code == 0, made.err
    run = str(made.json["run"])
    refused = ace("propose", run, "-C", str(demo_repository))
    assert refused.code == 1
    assert f"{run} was imported" in refused.err
    assert f"`ace analyze {run}`" in refused.err


def test_a_run_whose_log_is_gone_is_an_error(demo_repository: Path, ace: Callable[..., Ran]) -> None:
    (run, *_) = _list(ace("status", "-C", str(demo_repository), "--json").json["runs"])
    (log,) = (demo_repository / ".git/ace/runs" / str(run["run"])).glob("events.jsonl")
    log.write_text("", encoding="utf-8")
    ran = ace("propose", "-C", str(demo_repository))
    assert ran.code == 1
    assert f"{log}: 0 of " in ran.err


def _refs(repo: Path) -> bytes:
    return subprocess.run(["git", "-C", str(repo), "for-each-ref"], capture_output=True, check=True).stdout


def _list(value: object) -> list[JsonObject]:
    assert isinstance(value, list)
    return value
