"""`latest` is the newest run of the agent that is configured, whoever ran something since."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.ace.conftest import SmallRun
from tests.conftest import Ran

Ace = Callable[..., Ran]
THEIRS = "r-20991231-235959-ffff"


@pytest.fixture
def repo(copied_run: SmallRun) -> Path:
    """A repository whose newest run is another agent's."""
    mine = copied_run.run.folder
    other = mine.parent / THEIRS
    shutil.copytree(mine, other)
    for name in ("run.json", "events.jsonl"):
        text = (other / name).read_text(encoding="utf-8").replace(mine.name, THEIRS)
        (other / name).write_text(text, encoding="utf-8")
    record = json.loads((other / "run.json").read_text(encoding="utf-8"))
    (other / "run.json").write_text(json.dumps({**record, "agent": "inspector", "rules": {}}), encoding="utf-8")
    return copied_run.session.workspace.repo


@pytest.mark.parametrize(
    "arguments",
    [
        ("analyze", "--json"),
        ("show", "latest", "--json"),
        ("eval", "hints.one-level-at-a-time", "latest"),
        ("trace",),
        ("propose", "--dry-run", "--json"),
    ],
    ids=lambda arguments: arguments[0],
)
def test_a_command_takes_the_configured_agents_run(
    repo: Path, copied_run: SmallRun, ace: Ace, arguments: tuple[str, ...]
) -> None:
    ran = ace(*arguments, "-C", str(repo))
    assert ran.code == 0, ran.err
    assert copied_run.run.record.run in ran.out
    assert THEIRS not in ran.out


def test_an_export_says_which_run_it_took(repo: Path, copied_run: SmallRun, ace: Ace, tmp_path: Path) -> None:
    ran = ace("export", "latest", "--no-findings", "-o", str(tmp_path / "out.jsonl"), "-C", str(repo))
    assert f"of {copied_run.run.record.run} to" in ran.err


def test_a_run_of_another_agent_is_refused_for_being_one(repo: Path, copied_run: SmallRun, ace: Ace) -> None:
    mine = copied_run.run.folder
    shutil.copy(mine / "events.jsonl", mine.parent / THEIRS / "events.jsonl")
    ran = ace("propose", THEIRS, "--dry-run", "-C", str(repo))
    assert ran.code == 1
    assert f"{THEIRS} is of agent 'inspector', and 'tutor' is configured here" in ran.err


def test_status_names_the_agents(repo: Path, ace: Ace) -> None:
    lines = [line for line in ace("status", "-C", str(repo)).out.splitlines() if line.startswith("          r-")]
    assert [line.split("  ")[-1].partition(",")[0] for line in lines] == ["inspector", "tutor"]
