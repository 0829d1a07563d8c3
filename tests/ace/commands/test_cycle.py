"""`ace cycle`: again on the same repository, interrupted, and killed."""

import os
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from runtime.contracts.json_types import JsonObject
from tests.conftest import Ran


@pytest.fixture
def quick(demo_repository: Path) -> Path:
    """The demonstration's repository with fewer samples."""
    config = demo_repository / "ace.yaml"
    config.write_text(config.read_text(encoding="utf-8").replace("limit: 90", "limit: 30"), encoding="utf-8")
    return demo_repository


def test_a_second_cycle_opens_nothing_that_is_open(quick: Path, ace: Callable[..., Ran]) -> None:
    main = _git_main(quick)
    first = ace("cycle", "-C", str(quick), "--quiet", "--json")
    assert first.code == 0, first.err
    after = _refs(quick)
    again = ace("cycle", "-C", str(quick), "--quiet", "--json")
    assert again.code == 0
    assert _refs(quick) == after
    assert _git_main(quick) == main, "main stays where it was"


def test_a_dry_run_leaves_git_alone(quick: Path, ace: Callable[..., Ran]) -> None:
    refs = _refs(quick)
    ran = ace("cycle", "-C", str(quick), "--dry-run", "--quiet")
    assert ran.code == 0
    assert "no proposal opened" in ran.out
    assert _refs(quick) == refs


def test_an_interrupt_exits_130_and_keeps_what_was_written(quick: Path, ace_executable: list[str]) -> None:
    with subprocess.Popen(
        [*ace_executable, "run", "-C", str(quick), "--trials", "20"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        log = _wait_for_events(quick)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"Traceback" not in errors
    assert log.stat().st_size > 0


def test_after_kill_9_the_lock_is_free_and_the_run_goes_on(
    quick: Path, ace_executable: list[str], ace: Callable[..., Ran]
) -> None:
    before = subprocess.run(["git", "-C", str(quick), "status", "--porcelain"], capture_output=True, check=True).stdout
    with subprocess.Popen(
        [*ace_executable, "run", "-C", str(quick), "--trials", "3"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        log = _wait_for_events(quick)
        os.kill(process.pid, signal.SIGKILL)
        process.communicate(timeout=60)
    with log.open("ab") as file:
        file.write(b'{"type":"step","run":"torn')
    ran = ace("run", "-C", str(quick), "--resume", "latest", "--json", "--quiet")
    assert ran.code == 0, ran.err
    assert ran.json["episodes"] == 90
    assert ran.json["errors"] == []
    after = subprocess.run(["git", "-C", str(quick), "status", "--porcelain"], capture_output=True, check=True).stdout
    assert after == before


def _wait_for_events(repo: Path) -> Path:
    known = set((repo / ".git/ace/runs").glob("r-*"))
    until = time.monotonic() + 60
    while time.monotonic() < until:
        for folder in set((repo / ".git/ace/runs").glob("r-*")) - known:
            log = folder / "events.jsonl"
            if log.exists() and log.stat().st_size > 20_000:
                return log
        time.sleep(0.01)
    raise AssertionError("no run was started")


def _git_main(repo: Path) -> bytes:
    return subprocess.run(["git", "-C", str(repo), "rev-parse", "main"], capture_output=True, check=True).stdout


def _refs(repo: Path) -> str:
    return subprocess.run(["git", "-C", str(repo), "for-each-ref"], capture_output=True, check=True, text=True).stdout


def test_json_lists_each_draft_with_its_checks(
    demo_made: tuple[Path, JsonObject], quick: Path, ace: Callable[..., Ran]
) -> None:
    value = ace("propose", "-C", str(quick), "--dry-run", "--quiet", "--json").json
    drafts = value["drafts"]
    assert isinstance(drafts, list)
    for draft in drafts:
        assert {"schema", "evidence", "separation"} <= {check["name"] for check in draft["checks"]} or draft[
            "op"
        ] == "delete"


def test_sigterm_ends_with_a_message_and_a_free_lock(quick: Path, ace_executable: list[str]) -> None:
    with subprocess.Popen(
        [*ace_executable, "run", "-C", str(quick), "--trials", "20"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        _wait_for_events(quick)
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 143
    assert b"--resume latest" in errors
    assert b"Traceback" not in errors
    assert not (quick / ".git/ace/lock.owner").exists()
