"""`ace bundle` and `ace verify`, and running rules where there is no git."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from runtime.traces.read_events import read_episodes
from tests.ace.building import git
from tests.conftest import Ran

TOP = Path(__file__).parents[3]


@pytest.fixture
def bundle(starter: Path, tmp_path: Path, ace: Callable[..., Ran]) -> Path:
    """A bundle of the starter's rules, in a folder that is in no repository."""
    out = tmp_path / "rules.acebundle"
    assert ace("bundle", str(out), "-C", str(starter)).code == 0
    return out


@pytest.fixture
def away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder without a repository, with a state folder of its own."""
    folder = tmp_path / "away"
    folder.mkdir()
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return folder


def test_a_bundle_is_made_and_found_to_hold(starter: Path, bundle: Path, ace: Callable[..., Ran]) -> None:
    again = bundle.with_name("again")
    made = ace("bundle", str(again), "-C", str(starter), "--json")
    assert made.json["manifest"]["commit"] == git(starter, "rev-parse", "HEAD").strip()  # type: ignore[index]
    assert again.read_bytes() == bundle.read_bytes()
    ran = ace("verify", str(bundle))
    assert (ran.code, ran.out.splitlines()[-1]) == (0, "intact, not signed")
    with_repo = ace("verify", str(bundle), "--repo", str(starter), "--json")
    assert with_repo.code == 0
    assert [check["name"] for check in with_repo.json["checks"]][-1] == "rules now"  # type: ignore[attr-defined]


def test_rules_are_run_from_it_without_a_repository(bundle: Path, away: Path, ace: Callable[..., Ran]) -> None:
    at = ("-C", str(away))
    ran = ace("run", *at, "--bundle", str(bundle), "--controller", "simulated", "--limit", "2", "-q", "--json")
    assert ran.code == 0, ran.err
    verified = ace("verify", str(bundle), "--json").json
    assert ran.json["playbook_commit"] == verified["commit"]
    assert ran.json["bundle"] == verified["sha256"]
    folder = Path(str(ran.json["folder"]))
    assert folder.is_relative_to(away.parent / "state" / "ace")
    for episode in read_episodes(folder / "events.jsonl").episodes:
        assert episode.header.playbook_commit == verified["commit"]
        assert episode.header.rules_bundle == verified["sha256"]
        assert len(episode.header.rules) == 5


def test_ace_yaml_may_name_it_and_what_reads_runs_works(bundle: Path, away: Path, ace: Callable[..., Ran]) -> None:
    settings = f"schema: 1\ncontroller: {{kind: simulated}}\nrules: {{bundle: ../{bundle.name}, state: ../kept}}\n"
    (away / "ace.yaml").write_text(settings, encoding="utf-8")
    at = ("-C", str(away))
    assert ace("run", *at, "--limit", "2", "-q").code == 0
    assert list((away.parent / "kept" / "runs").glob("r-*"))
    for command in (("trace",), ("analyze",), ("clusters",), ("replay", "--all"), ("show", "latest"), ("runs", "list")):
        ran = ace(*command, *at)
        assert ran.code == 0, ran.err
    assert "of bundle " in ace("show", "latest", *at).out
    assert ace("test", *at).out.endswith("passed, 0 failed, in 5 rules\n")
    assert f"from bundle {bundle.name} at" in ace("eval", "hints.one-level-at-a-time", "latest", *at).out
    assert f"history: not in bundle {bundle.name}" in ace("show", "hints.one-level-at-a-time", *at).out
    assert "reviewed branch: bundle" in ace("doctor", "--offline", *at).out
    assert ace("playbook", "export", *at).code == 0


@pytest.mark.parametrize(
    "command", ["propose", "cycle", "plan", "status", "ablate", "promote x.y", "bundle out", "try", "samples vault"]
)
def test_what_needs_the_repository_says_so(
    command: str, bundle: Path, away: Path, ace: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ACE_BUNDLE", str(bundle))
    ran = ace(*command.split(), "-C", str(away))
    assert ran.code == 1
    assert f"rules come from the bundle {bundle} here (rules.bundle, environment ACE_BUNDLE)" in ran.err
    assert "needs the git repository that they are reviewed in" in ran.err


def test_without_a_repository_or_bundle_both_ways_are_named(away: Path, ace: Callable[..., Ran]) -> None:
    ran = ace("run", "-C", str(away), "--controller", "simulated")
    assert ran.code == 1
    assert "run `git init` there" in ran.err
    assert "or take rules from a bundle (`ace bundle`): ACE_BUNDLE" in ran.err


def test_one_bad_rule_stops_the_run(bundle: Path, away: Path, ace: Callable[..., Ran]) -> None:
    data = bytearray(bundle.read_bytes())
    data[data.index(b"text:")] ^= 1
    bundle.write_bytes(bytes(data))
    ran = ace("run", "-C", str(away), "--bundle", str(bundle), "--controller", "simulated")
    assert ran.code == 1
    assert not list((away.parent / "state").rglob("events.jsonl"))


def test_git_need_not_be_installed(bundle: Path, away: Path, tmp_path: Path) -> None:
    nothing = tmp_path / "bin"
    nothing.mkdir()
    environment = {**os.environ, "PATH": str(nothing), "PYTHONPATH": str(TOP), "ACE_BUNDLE": str(bundle)}
    command = [sys.executable, "-m", "ace", "run", "--controller", "simulated", "--limit", "1", "-q", "--json"]
    done = subprocess.run(command, cwd=away, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["bundle"]
