"""One child process: its group, its output, its end."""

import os
import signal
import subprocess
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from ace.daemon.cycle_logs import CycleLog

_CHUNK = 65_536
# Then other things get a turn: a child may print without end.
_CHUNKS_AT_ONCE = 64


class ChildProcess:
    """A child in a process group of its own. Nothing of it is left when `poll` has said that it ended."""

    def __init__(
        self, command: Callable[[int], Sequence[str]], cwd: Path, environment: Mapping[str, str], log: CycleLog
    ) -> None:
        """Start `command(lifeline)`. Raises: OSError when it cannot be started."""
        self._log = log
        lifeline, self._lifeline = os.pipe()
        try:
            self._process = subprocess.Popen(
                command(lifeline),
                cwd=cwd,
                env=dict(environment),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                bufsize=0,
                process_group=0,
                pass_fds=(lifeline,),
            )
        except BaseException:
            os.close(self._lifeline)
            raise
        finally:
            os.close(lifeline)
        assert self._process.stdout is not None
        self._output = self._process.stdout
        os.set_blocking(self._output.fileno(), False)

    @property
    def pid(self) -> int:
        """The process, and its group."""
        return self._process.pid

    def fileno(self) -> int:
        """Return what becomes readable when there is output."""
        return self._output.fileno()

    def read_output(self) -> bool:
        """Move what was printed into the log; False when no more will come."""
        with suppress(BlockingIOError):
            for _ in range(_CHUNKS_AT_ONCE):
                if not (data := os.read(self._output.fileno(), _CHUNK)):
                    return False
                self._log.write(data)
        return True

    def poll(self) -> int | None:
        """Return the exit code once it has ended (negative: the signal), and clear away what it left running."""
        if os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
            return None
        # Not reaped yet, so that the group's number cannot be another's by now.
        self._signal_group(signal.SIGKILL)
        code = self._process.wait()
        self.read_output()
        self._output.close()
        os.close(self._lifeline)
        return code

    def terminate(self, *, is_whole_group: bool) -> None:
        """Send SIGTERM: to the cycle, which then ends what it started, or to all of its group."""
        if is_whole_group:
            self._signal_group(signal.SIGTERM)
        else:
            # Popen's own would reap it, and its number could be another's when the group is cleared away.
            os.kill(self.pid, signal.SIGTERM)

    def kill(self) -> None:
        """Send SIGKILL to the whole group."""
        self._signal_group(signal.SIGKILL)

    def _signal_group(self, number: int) -> None:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, number)
