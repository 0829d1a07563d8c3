"""`ace open` from the command line, in a process of its own and in this one."""

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import Ran
from tests.forge_github import github
from tests.forge_server import PROJECT, TOKEN, ForgeState, serve


@pytest.fixture
def remote(demo_repository: Path, tmp_path: Path) -> Path:
    """A bare repository that the demonstration's is a clone of, as far as main goes."""
    bare = tmp_path / "remote.git"
    for command in (
        ("init", "-q", "--bare", "-b", "main", str(bare)),
        ("remote", "add", "origin", str(bare)),
        ("push", "-q", "origin", "main"),
    ):
        subprocess.run(["git", "-C", str(demo_repository), *command], check=True, capture_output=True)
    return bare


def _configure(repo: Path, more: str) -> None:
    path = repo / "ace.yaml"
    path.write_text(f"{path.read_text(encoding='utf-8')}{more}", encoding="utf-8")


def _heads(bare: Path) -> list[str]:
    command = ["git", "-C", str(bare), "for-each-ref", "--format=%(refname:short)", "refs/heads/ace/p/"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()


def test_without_forge_and_remote_it_says_what_to_do_with_plain_git(
    ace: Callable[..., Ran], demo_repository: Path
) -> None:
    ran = ace("open", "-C", str(demo_repository))
    assert ran.code == 0
    assert "plain git" in ran.out
    assert "stays here; no remote is configured" in ran.out


def test_with_a_remote_alone_it_pushes_once(ace: Callable[..., Ran], demo_repository: Path, remote: Path) -> None:
    _configure(demo_repository, "review: {remote: origin}\n")
    dry = ace("open", "--dry-run", "-C", str(demo_repository))
    assert ("would be pushed" in dry.out, _heads(remote)) == (True, [])
    first = ace("open", "-C", str(demo_repository))
    assert (first.code, "pushed" in first.out) == (0, True)
    assert len(_heads(remote)) == len(ace("status", "--json", "-C", str(demo_repository)).json["open"])  # type: ignore[arg-type]
    again = ace("open", "--json", "-C", str(demo_repository)).json
    assert {row["action"] for row in again["requests"]} == {"unchanged"}  # type: ignore[attr-defined]


def test_at_a_forge_every_request_of_the_demo_is_a_draft_that_says_simulated(
    demo_repository: Path, remote: Path, ace_executable: list[str]
) -> None:
    with serve(ForgeState(remote), github) as state:
        forge = f"forge: {{kind: github, api: '{state.url}', project: {PROJECT}}}\n"
        _configure(demo_repository, f"review: {{remote: origin}}\n{forge}")
        environ = {**os.environ, "GITHUB_TOKEN": TOKEN}
        command = [*ace_executable, "open", "--json", "-C", str(demo_repository)]
        ran = subprocess.run(command, env=environ, capture_output=True, text=True, check=False)
        assert (ran.returncode, ran.stderr) == (0, "")
        assert TOKEN not in ran.stdout
        rows = json.loads(ran.stdout)["requests"]
        assert {row["action"] for row in rows} == {"created"}
        assert all("simulated" in one.title and one.draft for one in state.requests)
        assert all("no figure here is about a real model" in one.body for one in state.requests)
        # A name without a branch is a usage problem of one message, and writes nothing.
        before = len(state.writes())
        wrong = subprocess.run(
            [*command[:-3], "feedfeed", *command[-2:]], env=environ, capture_output=True, text=True, check=False
        )
        assert (wrong.returncode, len(state.writes())) == (1, before)
        assert wrong.stderr.startswith("ace: there is no proposal 'feedfeed'")


def test_a_missing_token_exits_1_and_names_its_variable(
    ace: Callable[..., Ran], demo_repository: Path, remote: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("GITHUB_TOKEN", raising=False)
    _configure(demo_repository, f"review: {{remote: origin}}\nforge: {{kind: github, project: {PROJECT}}}\n")
    ran = ace("open", "-C", str(demo_repository))
    assert ran.code == 1
    assert "set GITHUB_TOKEN to a fine-grained token" in ran.out


def test_an_empty_name_is_a_usage_error(ace: Callable[..., Ran], demo_repository: Path) -> None:
    assert ace("open", "", "-C", str(demo_repository)).code == 64
