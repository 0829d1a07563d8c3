"""`ace demo`: the whole loop, as its JSON and its repository show it."""

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from ace.demo import run_demo
from runtime.contracts.json_types import JsonObject
from tests.conftest import Ran


def _git(repo: Path, *arguments: str) -> str:
    return subprocess.run(["git", "-C", str(repo), *arguments], check=True, capture_output=True, text=True).stdout


def test_the_json_holds_the_whole_loop(demo_made: tuple[Path, JsonObject]) -> None:
    value = demo_made[1]
    assert value["simulated"] is True
    assert value["episodes"] == 90
    assert isinstance(value["findings"], int)
    assert value["findings"] > 50
    assert isinstance(value["clusters"], list)
    assert len(value["clusters"]) >= 5
    proposals = value["proposals"]
    assert isinstance(proposals, list)
    assert len(proposals) >= 2
    assert {"id", "branch", "op", "rule", "verdict"} <= proposals[0].keys()
    assert all(item["verdict"] != "confirmed" for item in proposals), "too few cases"


def test_the_failure_rate_falls_once_the_best_rule_is_merged(demo_made: tuple[Path, JsonObject]) -> None:
    value = demo_made[1]
    before, after = value["before"], value["after"]
    assert isinstance(before, float)
    assert isinstance(after, float)
    assert after < before - 0.05
    assert value["after_episodes"] == value["episodes"]


def test_every_proposal_is_a_branch_of_one_commit_and_the_tree_is_clean(demo_made: tuple[Path, JsonObject]) -> None:
    folder, value = demo_made
    proposals = value["proposals"]
    assert isinstance(proposals, list)
    branches = set(_git(folder, "branch", "--list", "ace/p/*", "--format=%(refname:short)").split())
    assert branches == {item["branch"] for item in proposals}
    first = _git(folder, "rev-list", "--max-parents=0", "main").strip()
    for branch in branches:
        assert _git(folder, "rev-list", "--count", f"{first}..{branch}").strip() == "1"
    assert _git(folder, "status", "--porcelain") == ""


def test_the_merged_rule_is_injected_in_the_second_run(
    demo_made: tuple[Path, JsonObject], ace: Callable[..., Ran]
) -> None:
    folder, value = demo_made
    newest = ace("show", "latest", "-C", str(folder), "--json").json
    assert newest["playbook_commit"] == _git(folder, "rev-parse", "main").strip()
    merged = next(item for item in _list(value["proposals"]) if item["branch"] == value["merged"])
    assert merged["rule"] in _dict(newest["rules"])


def test_text_says_simulated_at_each_figure(
    tmp_path: Path, ace: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch
) -> None:
    smaller = run_demo.CONFIG.replace(b"limit: 90", b"limit: 20").replace(b"must_pass_limit: 12", b"must_pass_limit: 2")
    assert smaller != run_demo.CONFIG
    monkeypatch.setattr(run_demo, "CONFIG", smaller)
    ran = ace("demo", "--out", str(tmp_path / "d"), "--quiet")
    assert ran.code == 0
    verdicts = [line for line in ran.out.splitlines() if "development success" in line]
    assert verdicts
    assert all("simulated" in line for line in verdicts)
    assert "episodes failed" in ran.out
    failed = next(line for line in ran.out.splitlines() if line.startswith("Failed episodes"))
    assert "(simulated)" in failed


def test_a_folder_in_use_is_refused_and_left_alone(tmp_path: Path, ace: Callable[..., Ran]) -> None:
    (tmp_path / "mine.txt").write_text("keep", encoding="utf-8")
    ran = ace("demo", "--out", str(tmp_path), "--json")
    assert ran.code == 1
    assert "not an empty folder" in ran.err
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_the_callers_git_variables_do_not_reach_it(tmp_path: Path, ace_executable: list[str]) -> None:
    other = tmp_path / "other"
    other.mkdir()
    subprocess.run(["git", "init", "-q", str(other)], check=True)
    environment = {**os.environ, "GIT_DIR": str(other / ".git"), "GIT_WORK_TREE": str(other)}
    script = (
        "from pathlib import Path; from ace.demo.repository import make_repository; "
        f"make_repository(Path({str(tmp_path / 'made')!r}), {{'a.txt': b'x'}})"
    )
    subprocess.run([ace_executable[0], "-c", script], check=True, env=environment)
    assert list((other / ".git" / "refs" / "heads").iterdir()) == []
    assert (tmp_path / "made" / ".git" / "HEAD").exists()


def _list(value: object) -> list[JsonObject]:
    assert isinstance(value, list)
    return value


def _dict(value: object) -> JsonObject:
    assert isinstance(value, dict)
    return value


@pytest.fixture(autouse=True)
def _room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ACE_TRACEBACK", raising=False)
