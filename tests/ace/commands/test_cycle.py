"""`ace cycle`: again on the same repository, interrupted, and killed."""

import os
import re
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
    first = ace("cycle", "-C", str(quick), "--quiet", "--json", "--limit", "16")
    assert first.code in {0, 2}, first.err
    after = _refs(quick)
    again = ace("cycle", "-C", str(quick), "--quiet", "--json", "--limit", "16")
    assert again.code == 0
    assert _refs(quick) == after
    cycle = again.json["cycle"]
    assert isinstance(cycle, dict)
    assert (cycle["status"], cycle["opened"]) == ("done", [])
    status = ace("status", "-C", str(quick), "--json").json
    cycles = status["cycles"]
    assert isinstance(cycles, list)
    assert [item["status"] for item in cycles] == ["done", "done"]
    assert cycles[0]["id"] == cycle["id"]
    assert _git_main(quick) == main, "main stays where it was"


def test_a_dry_run_leaves_git_alone(quick: Path, ace: Callable[..., Ran]) -> None:
    refs = _refs(quick)
    ran = ace("cycle", "-C", str(quick), "--dry-run", "--quiet", "--limit", "6")
    assert ran.code == 0
    assert ran.out.startswith("ace cycle y-"), "quiet keeps the last line alone"
    assert ran.out.count("\n") == 1
    assert _refs(quick) == refs


def test_a_stopped_cycle_exits_3_and_status_says_what_to_do(quick: Path, ace: Callable[..., Ran]) -> None:
    ran = ace("cycle", "-C", str(quick), "--max-calls", "5", "--schedule", "night")
    assert ran.code == 3
    assert "next: ace cycle (goes on)\n" in ran.out
    assert ran.out.splitlines()[-1].endswith("stopped: the ceiling of 5 model calls (cycle.max_calls)")
    shown = ace("status", "-C", str(quick)).out
    assert "stopped, by night in step run: the ceiling of 5 model calls (cycle.max_calls)" in shown
    assert re.search(r"^next      ace cycle \(goes on with y-[0-9a-f-]+\)$", shown, re.MULTILINE)
    ran = ace("cycle", "-C", str(quick), "--until", "run", "--deadline", "0.0001", "--quiet")
    assert (ran.code, ran.err) == (3, "")
    assert "minutes (cycle.deadline_minutes)" in ran.out


def test_a_failed_cycle_exits_1_and_says_why(quick: Path, ace: Callable[..., Ran]) -> None:
    server = ("--controller", "openai", "--base-url", "http://127.0.0.1:9/v1", "--model", "m")
    ran = ace("cycle", "-C", str(quick), "--quiet", *server)
    assert ran.code == 1
    assert "start the server" in ran.err
    assert re.fullmatch(r"ace cycle y-[0-9a-f-]+: 0 calls, 0.00 USD, 0.\d min, failed: .*\n", ran.out)
    assert "failed in step run: " in ace("status", "-C", str(quick)).out


def test_a_second_one_exits_75_and_says_who_works(quick: Path, ace: Callable[..., Ran]) -> None:
    from ace.workspace import open_workspace

    with open_workspace(quick).lock():
        ran = ace("cycle", "-C", str(quick), "--quiet")
    assert ran.code == 75
    assert re.search(r"held by process \d+ since 20[0-9T:Z-]+; wait for it to end", ran.err)


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
        [*ace_executable, "run", "-C", str(quick), "--trials", "1"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        log = _wait_for_events(quick)
        os.kill(process.pid, signal.SIGKILL)
        process.communicate(timeout=60)
    with log.open("ab") as file:
        file.write(b'{"type":"step","run":"torn')
    ran = ace("run", "-C", str(quick), "--resume", "latest", "--json", "--quiet")
    assert ran.code == 0, ran.err
    assert ran.json["episodes"] == 30
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
    assert (quick / ".git/ace/lock").read_text(encoding="utf-8") == ""


def test_sigterm_stops_a_cycle_in_its_step_and_the_next_goes_on(
    quick: Path, ace_executable: list[str], ace: Callable[..., Ran]
) -> None:
    command = [*ace_executable, "cycle", "-C", str(quick), "--quiet", "--until", "run"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        _wait_for_events(quick)
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 143
    assert b"terminated; what was written is kept; the next `ace cycle` goes on with it" in errors
    cycles = ace("status", "-C", str(quick), "--json").json["cycles"]
    assert isinstance(cycles, list)
    assert (cycles[0]["status"], cycles[0]["failed"]) == ("stopped", "a signal ended it")
    ran = ace("cycle", "-C", str(quick), "--json", "--until", "run")
    assert ran.code == 0, ran.err
    assert f"going on with {cycles[0]['id']}" in ran.err
    cycle = ran.json["cycle"]
    assert isinstance(cycle, dict)
    assert cycle["id"] == cycles[0]["id"]
