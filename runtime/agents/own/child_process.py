"""A person's command as a child process: lines in, lines out, within a time, and gone with all that it started."""

import contextlib
import os
import select
import signal
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from runtime.agents.own.faults import AgentFaultError
from runtime.agents.own.group_watch import GROUPS
from runtime.agents.own.messages import MAX_LINE_BYTES

STDERR_KEPT = 4096
_BLOCK = 65_536
_END_WAIT_S = 0.5
_GATHER_S = 0.05


class ChildProcess:
    """A started command in a process group of its own. One thread talks with it; `abort` may come from any.

    `episodes`: how many it has played, for whoever keeps it.
    """

    def __init__(self, command: Sequence[str], folder: Path) -> None:
        """Start it. Raises: AgentFaultError (start) when it cannot be."""
        program = command[0]
        if "/" in program and not Path(program).is_absolute():
            program = str(folder / program)
        try:
            self._process = subprocess.Popen(
                [program, *command[1:]],
                cwd=folder,
                env=child_environment(os.environ),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except (OSError, ValueError) as exc:
            words = exc.strerror if isinstance(exc, OSError) else str(exc)
            raise AgentFaultError(
                "start", f"{command[0]!r} cannot be started in {folder} ({words}); correct own_agent.command"
            ) from exc
        pipes = (self._process.stdin, self._process.stdout, self._process.stderr)
        self._in, self._out, self._err = (pipe.fileno() for pipe in pipes if pipe is not None)
        for handle in (self._in, self._out, self._err):
            os.set_blocking(handle, False)
        self._unsent = bytearray()
        self._unread = bytearray()
        self._scanned = 0
        self._said = bytearray()
        self._has_ended = False
        self._lock = threading.Lock()
        self._is_closed = False
        self.episodes = 0
        GROUPS.add(self._process.pid)

    @property
    def pid(self) -> int:
        """The process id, which is also its group's."""
        return self._process.pid

    @property
    def is_usable(self) -> bool:
        """True when it runs, has read all it was sent, and has said nothing that was not asked for."""
        if self._is_closed or self._unsent or self._unread or self._has_ended:
            return False
        self._move(0.0)
        return not (self._unread or self._has_ended or self._has_exited())

    def forget_words(self) -> None:
        """Drop what it has said on stderr so far."""
        self._said.clear()

    def send(self, line: bytes) -> None:
        """Queue one line; it goes out while `receive` waits, so that neither side can block the other."""
        self._unsent += line + b"\n"

    def receive(self, deadline: float) -> bytes | None:
        """Return its next line without the line break, None at the end of its output.

        Units: deadline is a value of time.monotonic(), in seconds.
        Raises: AgentFaultError timeout, or protocol for a line that is too long.
        """
        while True:
            end = self._unread.find(b"\n", self._scanned)
            if end >= 0:
                line = bytes(self._unread[:end])
                del self._unread[: end + 1]
                self._scanned = 0
                return line
            self._scanned = len(self._unread)
            if self._scanned > MAX_LINE_BYTES:
                raise AgentFaultError("protocol", f"a line of more than {MAX_LINE_BYTES} bytes")
            if self._has_ended:
                return None
            left = deadline - time.monotonic()
            if left <= 0:
                raise AgentFaultError("timeout", "no further line came in time; is its output flushed after each?")
            self._move(left)

    def has_more(self, wait_s: float) -> bool:
        """Return True when it says more within `wait_s` seconds, though nothing was asked; an end is nothing."""
        if not self._unread and not self._has_ended:
            self._move(wait_s)
        return bool(self._unread)

    def _move(self, wait_s: float) -> None:
        """Wait for any of the three pipes, and move what can be moved."""
        poll = select.poll()
        if not self._has_ended:
            poll.register(self._out, select.POLLIN)
        if self._unsent:
            poll.register(self._in, select.POLLOUT)
        if self._err >= 0:
            poll.register(self._err, select.POLLIN)
        for handle, _ in poll.poll(max(0.0, wait_s) * 1000.0):
            if handle == self._in:
                self._write()
            elif handle == self._out:
                self._has_ended = not _read_into(self._unread, self._out)
            elif not self._read_words():
                self._err = -1

    def _write(self) -> None:
        try:
            written = os.write(self._in, self._unsent[:_BLOCK])
        except BlockingIOError:
            return
        except OSError:  # it reads no more; how it ended is told by its output
            self._unsent.clear()
            return
        del self._unsent[:written]

    def _read_words(self) -> bool:
        is_open = _read_into(self._said, self._err)
        del self._said[:-STDERR_KEPT]
        return is_open

    def last_words(self) -> str:
        """Return the end of what it said on stderr, empty where it said nothing."""
        deadline = time.monotonic() + _GATHER_S
        while not self._is_closed and self._err >= 0 and time.monotonic() < deadline:
            poll = select.poll()
            poll.register(self._err, select.POLLIN)
            if not poll.poll(0 if self._said else _GATHER_S * 1000.0):
                break
            if not self._read_words():
                self._err = -1
        return self._said.decode("utf-8", "backslashreplace").strip()

    def how_it_ended(self) -> str:
        """Return how the process ended, or that it has only closed its output."""
        deadline = time.monotonic() + _END_WAIT_S
        while not (ended := self._has_exited()) and time.monotonic() < deadline:
            time.sleep(0.005)
        if not ended:
            return "it closed its output and runs on"
        status = ended.si_status
        if ended.si_code == os.CLD_EXITED:
            return f"its process ended with exit code {status}"
        try:
            return f"its process was killed by {signal.Signals(status).name}"
        except ValueError:
            return f"its process was killed by signal {status}"

    def _has_exited(self) -> "os.waitid_result | None":
        """Return how the process ended, without reaping it: its id stays its own until `close`."""
        try:
            return os.waitid(os.P_PID, self._process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        except ChildProcessError:
            return None

    def abort(self) -> None:
        """Kill the process and its group now; whoever talks with it is told that its output has ended."""
        with self._lock:
            if not self._is_closed:
                self._kill()

    def _kill(self) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)

    def close(self) -> None:
        """Kill the process and its group, wait for its end, close the pipes; closing twice does nothing."""
        with self._lock:
            if self._is_closed:
                return
            self._is_closed = True
            self._kill()
            GROUPS.remove(self._process.pid)
            self._process.wait()
            for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
                if pipe is not None:
                    with contextlib.suppress(OSError):
                        pipe.close()


def _read_into(kept: bytearray, handle: int) -> bool:
    """Read what there is at once; return False at the end of the stream."""
    try:
        part = os.read(handle, _BLOCK)
    except BlockingIOError:
        return True
    except OSError:
        return False
    kept += part
    return bool(part)


def child_environment(environ: Mapping[str, str]) -> dict[str, str]:
    """Return the environment without git's variables: one of them could point the child's git at another repository."""
    return {name: value for name, value in environ.items() if not name.startswith("GIT_")}
