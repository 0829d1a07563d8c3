"""`ace init` in someone's own repository."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import Ran


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    """A repository of somebody's own, with a file in it."""
    subprocess.run(["git", "init", "-q", "-b", "trunk", str(tmp_path)], check=True)
    (tmp_path / "app.py").write_text("x = 1\n", encoding="utf-8")
    return tmp_path


def _commit(repo: Path) -> None:
    identity = ["-c", "user.name=t", "-c", "user.email=t@t"]
    subprocess.run(["git", "-C", str(repo), "add", "-A"], check=True)
    subprocess.run(["git", "-C", str(repo), *identity, "commit", "-qm", "Add ACE"], check=True)


def test_a_whole_cycle_works_after_it(repo: Path, ace: Callable[..., Ran]) -> None:
    assert ace("init", "-C", str(repo)).code == 0
    _commit(repo)
    ran = ace("cycle", "-C", str(repo), "--limit", "12", "--quiet", "--json")
    # The run draws its seed: whether a proposal comes of it is left open, the exit code must say so.
    cycle = ran.json["cycle"]
    assert isinstance(cycle, dict)
    assert ran.code == (2 if cycle["opened"] else 0), ran.err
    assert ran.json["simulated"] is True
    status = ace("status", "-C", str(repo), "--json").json
    base = status["base"]
    assert isinstance(base, dict)
    assert base["name"] == "trunk"
    assert (
        subprocess.run(["git", "-C", str(repo), "status", "--porcelain"], check=True, capture_output=True).stdout == b""
    )


def test_it_never_overwrites(repo: Path, ace: Callable[..., Ran]) -> None:
    (repo / "ace.yaml").write_text("schema: 1\n", encoding="utf-8")
    ran = ace("init", "-C", str(repo), "--json")
    assert "ace.yaml" in str(ran.json["kept"])
    assert (repo / "ace.yaml").read_text(encoding="utf-8") == "schema: 1\n"
    assert ace("init", "-C", str(repo), "--json").json["written"] == []


def test_a_link_out_of_the_repository_is_not_followed(
    repo: Path, tmp_path_factory: pytest.TempPathFactory, ace: Callable[..., Ran]
) -> None:
    outside = tmp_path_factory.mktemp("outside")
    (repo / "playbooks").symlink_to(outside)
    ran = ace("init", "-C", str(repo))
    assert ran.code == 1
    assert "leads out of" in ran.err
    assert list(outside.iterdir()) == []


def test_an_unknown_agent_is_named(repo: Path, ace: Callable[..., Ran]) -> None:
    ran = ace("init", "-C", str(repo), "--agent", "chef")
    assert ran.code == 1
    assert "chef" in ran.err
    assert "tutor" in ran.err
