"""A child process: lines in both directions, no deadlock, and nothing left of it."""

import os
import signal
import sys
import time
from pathlib import Path

import pytest

from runtime.agents.own.child_process import STDERR_KEPT, ChildProcess, child_environment
from runtime.agents.own.faults import AgentFaultError
from tests.runtime.agents.own.own_building import script


def _child(folder: Path, body: str) -> ChildProcess:
    return ChildProcess(script(folder, body), folder)


def _soon() -> float:
    return time.monotonic() + 5.0


def is_gone(pid: int) -> bool:
    """Return True when there is no such process, not even one that waits to be reaped."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def test_lines_go_both_ways_and_it_stays_usable(tmp_path: Path) -> None:
    child = _child(tmp_path, "for line in requests():\n    say(got=line)\n")
    try:
        for number in (b"1", b"2"):
            child.send(number)
            assert child.receive(_soon()) == b'{"got": ' + number + b"}"
            assert not child.has_more(0.0)
            assert child.is_usable
    finally:
        child.close()
    assert is_gone(child.pid)
    assert not child.is_usable
    child.close()
    child.abort()


def test_much_on_every_pipe_blocks_nobody(tmp_path: Path) -> None:
    body = """
    sys.stderr.write("x" * 3_000_000 + "the end")
    sys.stderr.flush()
    say(text="y" * 1_000_000)
    say(read=len(sys.stdin.readline()))
    """
    child = _child(tmp_path, body)
    try:
        child.send(b"z" * 2_000_000)
        assert len(child.receive(_soon()) or b"") > 1_000_000
        assert child.receive(_soon()) == b'{"read": 2000001}'
        words = child.last_words()
        assert words.endswith("the end")
        assert len(words) == STDERR_KEPT
    finally:
        child.close()


def test_one_that_reads_nothing_is_no_longer_usable(tmp_path: Path) -> None:
    child = _child(tmp_path, "say(ready=1)\ntime.sleep(60)\n")
    try:
        child.send(b"z" * 2_000_000)
        assert child.receive(_soon()) == b'{"ready": 1}'
        assert not child.is_usable
        started = time.monotonic()
        with pytest.raises(AgentFaultError, match="no further line") as caught:
            child.receive(time.monotonic() + 0.1)
        assert caught.value.kind == "timeout"
        assert time.monotonic() - started < 2.0
    finally:
        child.close()


def test_a_line_without_an_end_is_not_kept_for_ever(tmp_path: Path) -> None:
    child = _child(tmp_path, 'sys.stdout.write("x" * 8_500_000)\nsys.stdout.flush()\ntime.sleep(60)\n')
    try:
        with pytest.raises(AgentFaultError, match="a line of more than"):
            child.receive(_soon())
    finally:
        child.close()


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("sys.exit(3)", "exit code 3"),
        ("os.kill(os.getpid(), 9)", "killed by SIGKILL"),
        ("os.close(1); sys.stdin.read()", "closed its output and runs on"),
    ],
    ids=["exit", "killed", "closed"],
)
def test_how_it_ended_is_told(tmp_path: Path, body: str, says: str) -> None:
    child = _child(tmp_path, body)
    try:
        assert child.receive(_soon()) is None
        assert not child.is_usable
        assert says in child.how_it_ended()
    finally:
        child.close()


def test_what_it_started_goes_with_it(tmp_path: Path) -> None:
    body = """
    import subprocess
    other = subprocess.Popen([sys.executable, "-S", "-c", "import time; time.sleep(60)"])
    say(pid=other.pid)
    time.sleep(60)
    """
    child = _child(tmp_path, body)
    line = child.receive(_soon()) or b""
    other = int(line.rpartition(b" ")[2].rstrip(b"}"))
    child.abort()
    assert child.receive(_soon()) is None
    child.close()
    deadline = time.monotonic() + 5.0
    # An orphan is reaped by whoever inherits it; a zombie until then is no running process.
    while not is_gone(other) and _state(other) != "Z" and time.monotonic() < deadline:
        time.sleep(0.01)
    assert is_gone(other) or _state(other) == "Z"


def _state(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()[0]
    except OSError:
        return "gone"


@pytest.mark.parametrize("program", ["no-such-program", "./no-such-program", "/"], ids=["name", "path", "folder"])
def test_one_that_cannot_be_started_is_named(tmp_path: Path, program: str) -> None:
    with pytest.raises(AgentFaultError, match="cannot be started") as caught:
        ChildProcess([program], tmp_path)
    assert caught.value.kind == "start"
    assert program in str(caught.value)


def test_a_program_is_found_from_the_folder(tmp_path: Path) -> None:
    program = tmp_path / "bin" / "agent"
    program.parent.mkdir()
    program.write_text(f"#!{sys.executable}\nprint('here', flush=True)\n", "utf-8")
    program.chmod(0o755)
    child = ChildProcess(["bin/agent"], tmp_path)
    try:
        assert child.receive(_soon()) == b"here"
    finally:
        child.close()


def test_gits_variables_are_not_handed_on() -> None:
    assert child_environment({"GIT_DIR": "/x", "PATH": "/bin", "MY_GIT_X": "1"}) == {"PATH": "/bin", "MY_GIT_X": "1"}


def test_an_interrupt_is_for_the_owner_alone(tmp_path: Path) -> None:
    child = _child(tmp_path, "for line in requests():\n    say(group=os.getpgid(0), pid=os.getpid())\n")
    try:
        child.send(b"1")
        assert child.receive(_soon()) == f'{{"group": {child.pid}, "pid": {child.pid}}}'.encode()
        assert os.getpgid(child.pid) != os.getpgid(0), "a terminal's interrupt goes to a group"
        assert signal.getsignal(signal.SIGINT) is not None
    finally:
        child.close()
