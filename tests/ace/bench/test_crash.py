"""Cycles that are killed come to what one comes to that is left alone."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from ace.bench.crash import run_crash
from ace.bench.crash_child import CrashPoint, line_label
from ace.bench.crash_points import all_points, crash_points
from ace.bench.crash_report import CrashCycle, CrashReport, CrashRow
from ace.bench.crash_repository import make_crash_repository, proposals_of, torn_files, user_state
from ace.bench.crash_server import STARTER_RULE, completion, known_cases
from ace.bench.crash_text import crash_text
from ace.cycle.journal.cycle_record import STEPS
from runtime.contracts.json_types import JsonObject
from tests.ace.building import git


def test_killed_at_many_points_the_same_comes_of_it() -> None:
    told: list[str] = []
    report = run_crash(10, 6, told.append)
    assert report.is_right, crash_text(report)
    assert report.kills >= 8
    assert report.proposals >= 1
    assert "came to the same" in crash_text(report)
    assert told[0].startswith("a cycle left alone: ")


def test_every_line_of_a_journal_is_a_point_before_torn_and_after() -> None:
    points = all_points()
    assert len(points) >= 100
    for step in STEPS:
        for state in ("begun", "done"):
            whens = [point.when for point in points if point.label == f"step {step} {state}"]
            assert whens == ["before", "torn", "after"]
    assert crash_points(12)[0] == points[0]
    assert len(crash_points(12)) == 12
    assert len(crash_points(250)) == 250


def test_a_line_is_named_by_its_event_and_step() -> None:
    assert line_label({"event": "step", "step": "run", "state": "done", "at": "x"}) == "step run done"
    assert line_label({"event": "begun", "at": "x"}) == "begun"


def cycle(**changes: object) -> CrashCycle:
    """Return a cycle in which nothing is wrong but `changes`."""
    right: dict[str, object] = {
        "cycle": 0,
        "kills": 1,
        "proposals": 2,
        "wrong_proposals": [],
        "torn": [],
        "requests": 10,
        "repeated": 1,
        "unexplained": 0,
        "missing": 0,
        "changed": [],
    }
    return CrashCycle(**{**right, **changes})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "wrong",
    [
        {"wrong_proposals": ["7f3a91c2b04e"]},
        {"torn": ["runs/r-1/run.json"]},
        {"unexplained": 1},
        {"missing": 1},
        {"changed": ["index_bytes"]},
        {"failed": "exit 1"},
    ],
    ids=lambda value: next(iter(value)),
)
def test_whatever_is_wrong_is_told(wrong: dict[str, object]) -> None:
    row = CrashRow(0, CrashPoint("answer", when="torn"), True, -9, 5, 3, 1.0)
    assert cycle().is_right
    report = CrashReport((row,), (cycle(), cycle(**wrong)), 10, 2, 60.0)
    assert not report.is_right
    assert report.to_json()["right"] is False
    assert report.to_json()["requests_unanswered_at_kills"] == 2
    text = crash_text(report)
    assert "1 of 2 cycles came to the same" in text
    assert "WRONG: cycle 0" in text


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    """The repository that cycles are killed in."""
    make_crash_repository(tmp_path / "repo", "http://127.0.0.1:9/v1", 4)
    return tmp_path / "repo"


CHANGES: dict[str, Callable[[Path], object]] = {
    "files": lambda repo: (repo / "untracked.txt").write_text("other"),
    "index_bytes": lambda repo: git(repo, "add", "untracked.txt"),
    "head": lambda repo: git(repo, "symbolic-ref", "HEAD", "refs/heads/side"),
    "refs": lambda repo: git(repo, "branch", "side"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_what_is_the_users_is_seen_when_it_changes(repo: Path, name: str) -> None:
    before = user_state(repo)
    assert user_state(repo) == before, "looking changes nothing"
    CHANGES[name](repo)
    changed = {field for field, old, new in zip(before._fields, before, user_state(repo), strict=True) if old != new}
    assert name in changed


def test_our_own_refs_are_not_the_users(repo: Path) -> None:
    before = user_state(repo)
    git(repo, "branch", "ace/p/7f3a91c2b04e")
    git(repo, "update-ref", "refs/ace/ledger", "main")
    assert user_state(repo) == before


def test_a_proposal_is_told_by_what_it_changes_and_how_many_commits(repo: Path) -> None:
    git(repo, "branch", "ace/p/000000000001")
    subprocess.run(["git", "-C", str(repo), "worktree", "add", "-q", "-b", "ace/p/000000000002", "w"], check=True)
    (repo / "w" / "playbooks" / "x.yaml").write_text("from e-0123456789ab on 2026-11-30\n", encoding="utf-8")
    git(repo / "w", "add", "playbooks")
    git(repo / "w", "commit", "-q", "-m", "x")
    first = proposals_of(repo)
    assert first["000000000001"].startswith("0 commit")
    assert first["000000000002"].startswith("1 commit")
    (repo / "w" / "playbooks" / "x.yaml").write_text("from e-ba9876543210 on 2026-12-01\n", encoding="utf-8")
    git(repo / "w", "commit", "-q", "-a", "--amend", "-m", "x")
    assert proposals_of(repo) == first, "ids of episodes name the run"
    (repo / "w" / "playbooks" / "x.yaml").write_text("other\n", encoding="utf-8")
    git(repo / "w", "commit", "-q", "-a", "--amend", "-m", "x")
    assert proposals_of(repo) != first


def test_torn_files_are_found(tmp_path: Path) -> None:
    for name, text in {
        "a.json": '{"x": 1}\n',
        "b.json": '{"x": ',
        "c.jsonl": "{}\n{}\n",
        "d.jsonl": '{}\n{"x',
        "e.jsonl": "",
        ".f.json.123": "{",
        "g.jsonl.torn": "{",
    }.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert torn_files(tmp_path) == [".f.json.123 (left behind)", "b.json", "d.jsonl"]


def asked(system: str, *texts: str, seed: int = 1) -> JsonObject:
    """Return a request as the server sees it."""
    messages = [{"role": "system", "content": system}, *({"role": "user", "content": text} for text in texts)]
    return {"messages": messages, "seed": seed}


def test_the_server_answers_the_same_for_the_same_and_heeds_the_rule() -> None:
    cases = known_cases()
    state = "Last answer: none. Hint level: 0.\nIndex searched: no. Tool calls left: 6."

    def webs(system: str) -> int:
        said = [str(completion(asked(system, state, seed=seed), cases)) for seed in range(200)]
        assert said == [str(completion(asked(system, state, seed=seed), cases)) for seed in range(200)]
        return sum("web_browser" in one for one in said)

    assert 90 < webs(f"You are a tutor. {STARTER_RULE}") < 150
    assert webs("You are a tutor. Call `retrieve` and read what it returned.") < 30


def test_the_server_solves_with_what_is_cited() -> None:
    cases = known_cases()
    question, case = next(iter(cases.items()))
    said = str(completion(asked("You write the final answer ...", f"Question: {question}\n[card-1] x"), cases))
    assert f'\\"answer\\": \\"{case.answer}\\"' in said or f'"answer": "{case.answer}"' in said
    assert "card-1" in said
