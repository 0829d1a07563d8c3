"""`ace init --agent command|python|http`, and a whole cycle of the agent it writes."""

import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from runtime.contracts.json_types import as_object
from tests.ace.building import commit_all, git
from tests.conftest import Ran


@pytest.fixture(params=["command", "python", "http"])
def kind(request: pytest.FixtureRequest) -> str:
    """Each kind of agent."""
    return str(request.param)


@pytest.fixture(autouse=True)
def _path_as_before() -> Iterator[None]:
    """A Python agent is imported into this process, and stays on its path."""
    before = list(sys.path)
    yield
    sys.path[:] = before
    _forget()


def _forget() -> None:
    for name in ("triage_agent", "support_desk"):
        sys.modules.pop(name, None)


@pytest.fixture
def repo(kind: str, tmp_path: Path, ace: Callable[..., Ran]) -> Path:
    """A repository as `ace init` leaves it for that kind, its trials cut to one."""
    git(tmp_path, "init", "-q", "-b", "main")
    ran = ace("init", "-C", str(tmp_path), "--agent", kind)
    assert ran.code == 0, ran.err
    _change(tmp_path, "  trials: 3 ", "  trials: 1 ")
    commit_all(tmp_path, "Add ACE")
    return tmp_path


def _change(repo: Path, old: str, new: str) -> None:
    config = repo / "ace.yaml"
    text = config.read_text(encoding="utf-8")
    assert old in text
    config.write_text(text.replace(old, new), encoding="utf-8")


@contextmanager
def _started(repo: Path, kind: str) -> Iterator[None]:
    """The server of an HTTP agent, on a free port; nothing for the others."""
    if kind != "http":
        yield
        return
    with closing(socket.socket()) as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    _change(repo, ":9000/", f":{port}/")
    server = subprocess.Popen([sys.executable, "triage_agent.py", str(port)], cwd=repo)
    try:
        for _ in range(200):
            with closing(socket.socket()) as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.02)
        yield
    finally:
        server.kill()
        server.wait()


def test_a_whole_cycle_finds_the_mistake_and_proposes_a_gate(repo: Path, kind: str, ace: Callable[..., Ran]) -> None:
    with _started(repo, kind):
        ran = ace("cycle", "-C", str(repo), "--quiet", "--json")
    assert ran.code == 2, ran.err
    assert ran.json["simulated"] is True
    cycle = as_object(ran.json["cycle"])
    assert isinstance(cycle["opened"], list)
    assert len(cycle["opened"]) == 1
    shown = ace("diff", "-C", str(repo)).out
    assert "refunds.look-up-first" in shown
    assert re.search(r"success +20\.0% +100\.0%", shown), shown
    assert f"{kind}/support-desk (simulated)" in shown
    assert git(repo, "status", "--porcelain").replace(" M ace.yaml\n", "") == ""


def test_doctor_says_whether_it_can_be_reached(repo: Path, kind: str, ace: Callable[..., Ran]) -> None:
    with _started(repo, kind):
        well = ace("doctor", "-C", str(repo))
    assert well.code == 0, well.out
    assert "it is simulated" in well.out
    # Gone: its module, its program; the server has ended.
    (repo / "triage_agent.py").write_text("raise SystemExit('no key is set')\n", encoding="utf-8")
    if kind == "command":
        _change(repo, "[python3, ", "[no-such-program, ")
    _forget()
    ill = ace("doctor", "-C", str(repo))
    assert ill.code == 1
    assert "ERROR   agent: " in ill.out
    assert ace("doctor", "-C", str(repo), "--offline").code == 0


def test_rules_samples_fields_and_tools_are_the_agents_own(repo: Path, ace: Callable[..., Ran]) -> None:
    where = ("-C", str(repo))
    assert ace("lint", "--strict", *where).code == 0
    assert ace("test", *where).out.startswith("3 passed, 0 failed")
    assert "action.amount  (number, default 0.0)" in ace("fields", *where).out
    assert "lookup_order" in ace("tools", *where).out
    assert "5 cases, 5 samples; no problem" in ace("samples", "check", str(repo / "samples"), *where).out
    assert ace("plan", "--json", *where).json["can_confirm"] is False
    bundle = str(repo / ".git" / "rules.acebundle")
    assert ace("bundle", bundle, *where).code == 0
    assert "3 cases of the tests beside the rules pass" in ace("verify", bundle, "--repo", str(repo)).out
    assert "fields of triage are not known here" in ace("verify", bundle).out
    (repo / "playbooks/triage/refunds/look-up-first.yaml").write_text("", encoding="utf-8")
    assert ace("lint", *where).code == 1
